import { readGolden } from '../../bin/cli/demo/golden.ts';
import { DEMO } from '../../bin/cli/sources.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { demoFiles } from '../documents.ts';
import { ingestInto, openEngine, viewOf } from '../engine-over.ts';
import { sample } from '../sample.ts';
import { type StoreKind, storeKinds } from '../stores.ts';

/** In the middle of the demo corpus' stories: about half of its documents are known by then. */
const PAST = '2022-12-31';
const QUESTIONS = 20;
const K = 10;
/** How often the stored answers are read in a round: reading is too short to measure once. */
const READS = 10;

/** Questions of the demo corpus, answered for the first time and again. */
export const askBenchmark: Benchmark = {
  name: 'ask',
  about: `${QUESTIONS} questions to the demo corpus: new, of the past, and stored`,
  rounds: 9,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const questions = await goldenQuestions();
    const contestants: Contestant[] = [];
    for (const kind of storeKinds()) contestants.push(...(await contestantsOn(kind, questions, undo)));
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function goldenQuestions(): Promise<string[]> {
  const golden = await readGolden();
  return [...new Set(golden.map(({ q }) => q))].slice(0, QUESTIONS);
}

async function contestantsOn(
  kind: StoreKind,
  questions: readonly string[],
  undo: AsyncDisposableStack,
): Promise<Contestant[]> {
  const { engine, meter } = undo.use(await openEngine(kind));
  await ingestInto(engine, DEMO.corpus, await demoFiles());
  const reader = 'reader';
  await askAll(engine, questions, { tenant: reader, asOf: null });
  const fresh = `${kind.name}, new question`;
  return [
    {
      name: fresh,
      against: null,
      // An answer belongs to its tenant, so that a new tenant's question is a new one.
      round: (number) =>
        sample(meter, () => askAll(engine, questions, { tenant: `now-${number}`, asOf: null })),
    },
    {
      name: `${kind.name}, new question as of ${PAST}`,
      against: fresh,
      round: (number) =>
        sample(meter, () => askAll(engine, questions, { tenant: `past-${number}`, asOf: PAST })),
    },
    {
      name: `${kind.name}, stored answer`,
      against: fresh,
      round: () =>
        sample(meter, async () => {
          for (let read = 0; read < READS; read++) {
            await askAll(engine, questions, { tenant: reader, asOf: null });
          }
          return { answer: READS * questions.length };
        }),
    },
  ];
}

async function askAll(
  engine: Engine,
  questions: readonly string[],
  { tenant, asOf }: { readonly tenant: string; readonly asOf: string | null },
) {
  for (const q of questions) {
    const view = await viewOf(engine, DEMO.corpus, asOf);
    const outcome = await engine.ask({ q, k: K, mode: 'verified', maxSnapshotAge: null, view }, tenant);
    if (!outcome.ok) throw new Error(`${q}: ${outcome.refusal.message}`);
  }
  return { answer: questions.length };
}
