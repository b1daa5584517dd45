import type { Benchmark, Contestant } from '../benchmark.ts';
import { append, claimAt, evidenceOf, makeClaims, openEngine } from '../engine-over.ts';
import { sample } from '../sample.ts';
import { type StoreKind, storeKinds } from '../stores.ts';

const CORPUS = 'lamps';
const CLAIMS = 64;
/** Appends of a round, made one after the other or in groups. */
const ALONE = 256;
const GROUP = 32;
const GROUPS = 16;

/** Evidence appends through the log's writer: each is on disk, in the tree and in the graph when it resolves. */
export const appendBenchmark: Benchmark = {
  name: 'append',
  about: `evidence appends, one by one and ${GROUP} at once`,
  rounds: 11,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const contestants: Contestant[] = [];
    for (const kind of storeKinds()) contestants.push(...(await contestantsOn(kind, undo)));
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

async function contestantsOn(kind: StoreKind, undo: AsyncDisposableStack): Promise<Contestant[]> {
  const { engine, meter } = undo.use(await openEngine(kind));
  const claims = await makeClaims(engine, CORPUS, CLAIMS);
  let actors = 0;
  const appendOne = () => {
    actors += 1;
    const claim = claimAt(claims, actors % claims.length);
    return append(engine, evidenceOf(claim, CORPUS, `actor-${actors}`));
  };
  const alone = `${kind.name}, one by one`;
  return [
    {
      name: alone,
      against: null,
      round: () =>
        sample(meter, async () => {
          for (let count = 0; count < ALONE; count++) await appendOne();
          return { append: ALONE };
        }),
    },
    {
      name: `${kind.name}, ${GROUP} at once`,
      against: alone,
      round: () =>
        sample(meter, async () => {
          for (let group = 0; group < GROUPS; group++) {
            await Promise.all(Array.from({ length: GROUP }, appendOne));
          }
          return { append: GROUPS * GROUP };
        }),
    },
  ];
}
