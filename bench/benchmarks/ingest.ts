import { DEMO } from '../../bin/cli/sources.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { abstracts, demoFiles } from '../documents.ts';
import { ingestInto, openEngine } from '../engine-over.ts';
import { sample } from '../sample.ts';
import { EMBEDDED } from '../stores.ts';

const ABSTRACTS = 500;

/** Documents into an empty embedded store, to the end: claims, relations, evidence, full text, vectors. */
export const ingestBenchmark: Benchmark = {
  name: 'ingest',
  about: `the demo corpus, and ${ABSTRACTS} abstracts where the evaluation data are there`,
  rounds: 5,
  async prepare() {
    const demo = await demoFiles();
    const science = await abstracts(ABSTRACTS);
    const first = 'demo corpus';
    const contestants: Contestant[] = [
      { name: first, against: null, round: () => onEmptyStore((engine) => measure(engine, demo)) },
      {
        name: 'demo corpus again, unchanged',
        against: first,
        round: () =>
          onEmptyStore(async (engine) => {
            await ingestInto(engine, DEMO.corpus, demo);
            return measure(engine, demo);
          }),
      },
    ];
    if (science !== null) {
      contestants.push({
        name: `${ABSTRACTS} abstracts`,
        against: first,
        round: () => onEmptyStore((engine) => measure(engine, [science])),
      });
    }
    return { contestants, [Symbol.asyncDispose]: async () => undefined };
  },
};

async function onEmptyStore<R>(work: (engine: Engine) => Promise<R>): Promise<R> {
  await using opened = await openEngine(EMBEDDED);
  return await work(opened.engine);
}

function measure(engine: Engine, files: readonly SourceFile[]) {
  return sample(null, async () => {
    const { added, unchanged, claims, skipped } = await ingestInto(engine, DEMO.corpus, files);
    if (skipped.length > 0) throw new Error(`${skipped.length} documents were skipped`);
    return { document: added + unchanged, ...(claims > 0 && { claim: claims }) };
  });
}
