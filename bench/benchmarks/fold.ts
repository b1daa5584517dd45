import { Beliefs } from '../../engine/belief/read-beliefs.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import type { FoldContext } from '../../graph/belief/result.ts';
import { advance, emptyState, type FoldState, read } from '../../graph/belief/state.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { append, claimAt, evidenceOf, makeClaims, openEngine, viewOf } from '../engine-over.ts';
import { LONG, lengthen } from '../long-ledger.ts';
import { sample } from '../sample.ts';
import { EMBEDDED } from '../stores.ts';

const CORPUS = 'lamps';
const ROUNDS = 9;
const APPENDS = 128;
/** Entries that a round adds to the fold: those of all rounds are the last of the long ledger's own. */
const STEPS = 1_000;
/** Readings of a round; a whole long ledger is read once. */
const READS = 64;
/** Entries of a ledger's page. */
const PAGE = 20;
/** Nothing of these ledgers was observed and nothing supersedes. */
const CONTEXT: FoldContext = { observed: {}, successors: {} };

/** What the length of a claim's ledger costs: an append, the belief after it, a page, a belief that is not kept yet. */
export const foldBenchmark: Benchmark = {
  name: 'fold',
  about: `a claim with ${LONG} ledger entries against a new claim`,
  rounds: ROUNDS,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const { engine } = undo.use(await openEngine(EMBEDDED));
    const claims = await makeClaims(engine, CORPUS, APPENDS * (ROUNDS + 1) + 2);
    const [long, fresh] = [claimAt(claims, 0), claims.slice(1)];
    await lengthen(engine, CORPUS, long);
    for (let index = 0; index < PAGE; index++) {
      await append(engine, evidenceOf(claimAt(fresh, 0), CORPUS, `page-${index}`));
    }
    const contestants = [
      ...appends(engine, long, fresh),
      ...(await folds(engine, long)),
      ...reads(engine, long, claimAt(fresh, 0)),
    ];
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

function appends(engine: Engine, long: ClaimAddr, fresh: readonly ClaimAddr[]): Contestant[] {
  let actors = 0;
  const appendTo = (claimAt: (index: number) => ClaimAddr) =>
    sample(null, async () => {
      for (let index = 0; index < APPENDS; index++) {
        actors += 1;
        await append(engine, evidenceOf(claimAt(index), CORPUS, `late-${actors}`));
      }
      return { append: APPENDS };
    });
  const short = 'append, new claim';
  return [
    {
      name: short,
      against: null,
      // The first of the new claims has a page of entries and is left for reading.
      round: (number) => appendTo((index) => claimAt(fresh, 1 + number * APPENDS + index)),
    },
    { name: 'append, long ledger', against: short, round: () => appendTo(() => long) },
  ];
}

/** The fold alone, kept up entry by entry as graph/belief/state.ts does it. */
async function folds(engine: Engine, long: ClaimAddr): Promise<Contestant[]> {
  const { entries, asOf } = await readPage(engine, long, LONG);
  const late = entries.slice(-STEPS * (ROUNDS + 1));
  const state = emptyState();
  for (const entry of entries.slice(0, -late.length)) advance(state, entry);
  read(state, asOf, CONTEXT);
  const fold = (stateOf: () => FoldState) => (number: number) =>
    sample(null, async () => {
      for (const entry of slice(late, number)) {
        const current = stateOf();
        advance(current, entry);
        read(current, asOf, CONTEXT);
      }
      return { 'entry and belief': STEPS };
    });
  const short = 'fold, new claim';
  return [
    { name: short, against: null, round: fold(() => emptyState()) },
    { name: 'fold, long ledger', against: short, round: fold(() => state) },
  ];
}

function slice(entries: readonly LedgerEntry[], round: number): readonly LedgerEntry[] {
  return entries.slice(round * STEPS, (round + 1) * STEPS);
}

function reads(engine: Engine, long: ClaimAddr, fresh: ClaimAddr): Contestant[] {
  const pair = (what: string, times: number, once: (claim: ClaimAddr) => Promise<unknown>): Contestant[] => {
    const short = `${what}, new claim`;
    const caseOf = (claim: ClaimAddr, count: number) => () =>
      sample(null, async () => {
        for (let done = 0; done < count; done++) await once(claim);
        return { read: count };
      });
    return [
      { name: short, against: null, round: caseOf(fresh, READS) },
      { name: `${what}, long ledger`, against: short, round: caseOf(long, times) },
    ];
  };
  return [
    ...pair('belief', READS, (claim) => engine.claims([claim], null)),
    ...pair(`page of ${PAGE}`, READS, (claim) => readPage(engine, claim, PAGE)),
    ...pair('first belief after a start', 1, async (claim) => {
      const { view } = await viewOf(engine, CORPUS, null);
      return new Beliefs(engine.store).read([claim], view);
    }),
  ];
}

async function readPage(engine: Engine, claim: ClaimAddr, limit: number) {
  const view = await viewOf(engine, CORPUS, null);
  const page = await engine.readLedger({ claim, view, after: null, limit });
  if (!page.ok) throw new Error(page.refusal.message);
  return page.value;
}
