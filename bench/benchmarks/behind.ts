import { availableParallelism } from 'node:os';
import type { Engine } from '../../engine/engine.ts';
import type { Survey } from '../benchmark.ts';
import { append, evidenceOf, openEngineOver, viewOf } from '../engine-over.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { MADE_CORPUS, madeClaim } from '../made-claims.ts';
import { clockOf, makeCorpusOnce } from '../made-corpus.ts';
import { addDocuments } from '../many-documents.ts';
import { sample } from '../sample.ts';
import { servedEmbedded } from '../stores.ts';

/** Claims of the corpora, where `--rows` names no others. */
const SIZES = [10_000, 126_000];
/** Each batch is measured, and the cheapest counts: what other processes of the machine add is never less than nothing. */
const BATCHES = 5;
const DOCUMENTS = 60;
const APPENDS = 64;
const QUESTIONS = 40;
/** Questions before those that count: the first ones of a process load what questions need. */
const WARM_UP = 10;
/** Claims that are asked about and appended to: the smallest corpus has them, too. */
const FIRST_CLAIMS = 9_900;
const P95 = 0.95;

/** Milliseconds of CPU, of this process with all threads; slices are of the serving thread. */
interface Behind {
  readonly claims: number;
  readonly entries: number;
  readonly document: number;
  readonly append: number;
  readonly askMedian: number;
  readonly askP95: number;
  readonly longestSlice: number;
}

/** What a document, an append and a question cost behind a corpus of growing size. */
export const behindSurvey: Survey = {
  name: 'behind',
  about: `what a document, an append and a question cost behind --rows (${SIZES.join(', ')}) claims; --data FOLDER is an embedded store that stays, and grows by what is measured`,
  async report({ rows, data }) {
    const found: Behind[] = [];
    for (const size of rows.length === 0 ? SIZES : rows) found.push(await measure(size, data));
    return tableOf(found);
  },
};

async function measure(claims: number, data: string | null): Promise<Behind> {
  await using opened = await servedEmbedded(availableParallelism(), data).open();
  await using over = openEngineOver(opened, () => undefined, clockOf(claims));
  const { engine } = over;
  await makeCorpusOnce(engine.store, claims, engine.clock.now());
  await engine.beliefProjection.catchUp();
  const entries = (await engine.store.head()).size;
  const spans = await ask(engine, `reader-${entries}`);
  const costs = spans.map(({ cpu }) => cpu).toSorted((a, b) => a - b);
  const at = (share: number) => costs[Math.floor(share * (costs.length - 1))] ?? 0;
  return {
    ...{ claims, entries, askMedian: at(1 / 2), askP95: at(P95) },
    longestSlice: Math.max(...spans.map(({ turn }) => turn)),
    append: await appends(engine, entries),
    document: await documents(engine, entries),
  };
}

async function ask(engine: Engine, tenant: string): Promise<LoopSpan[]> {
  const spans: LoopSpan[] = [];
  for (let n = 0; n < WARM_UP + QUESTIONS; n += 1) {
    globalThis.gc?.();
    spans.push(await watchLoop(() => askOnce(engine, questionOf(n), tenant)));
  }
  return spans.slice(WARM_UP);
}

function questionOf(n: number): string {
  const { subject, attribute } = madeClaim(claimNumber(n, WARM_UP + QUESTIONS)).core.form ?? {};
  return n % 2 === 0
    ? `How many ${attribute?.head} has the ${subject?.key}?`
    : `How many ${attribute?.head} are at ${subject?.key}?`;
}

/** One of those that are spread over the first claims; of every thing and attribute. */
function claimNumber(n: number, count: number): number {
  return Math.floor((FIRST_CLAIMS * n) / count) + 3 + n;
}

async function askOnce(engine: Engine, q: string, tenant: string): Promise<void> {
  const view = await viewOf(engine, MADE_CORPUS, null);
  const outcome = await engine.ask({ q, k: 10, mode: 'verified', maxSnapshotAge: null, view }, tenant);
  if (!outcome.ok) throw new Error(`${q}: ${outcome.refusal.message}`);
}

function appends(engine: Engine, from: number): Promise<number> {
  return cheapest(APPENDS, async (batch) => {
    for (let n = 0; n < APPENDS; n += 1) {
      const { addr } = madeClaim(claimNumber(n, APPENDS));
      await append(engine, evidenceOf(addr, MADE_CORPUS, `reader-${from}-${batch}-${n}`));
    }
  });
}

/** Documents of other places: none of them has been there before. */
function documents({ store }: Engine, from: number): Promise<number> {
  return cheapest(DOCUMENTS, async (batch) => {
    await addDocuments(store, from + batch * DOCUMENTS, DOCUMENTS, MADE_CORPUS);
  });
}

/** CPU of one of `count`, of the cheapest batch. */
async function cheapest(count: number, work: (batch: number) => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { cpu } = await sample(null, async () => {
      await work(batch);
      return { unit: count };
    });
    least = Math.min(least, cpu / count);
  }
  return least;
}

function tableOf(found: readonly Behind[]): string {
  const header = [
    ...['Claims', 'entries', 'CPU a document', 'CPU an append'],
    ...['CPU a question, median', 'p95', 'longest slice'],
  ];
  const lines = found.map(({ claims, entries, document, append: one, askMedian, askP95, longestSlice }) => [
    ...[claims, entries],
    ...[document, one, askMedian, askP95, longestSlice].map((value) => `${Number(value.toPrecision(3))} ms`),
  ]);
  const rule = header.map(() => '---:');
  return [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
