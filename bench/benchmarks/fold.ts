import type { Engine } from '../../engine/engine.ts';
import { LedgerDraft } from '../../engine/ledger/ledger-draft.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import type { FoldContext } from '../../graph/belief/result.ts';
import { advance, emptyState, type FoldState, read } from '../../graph/belief/state.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { append, claimAt, evidenceOf, makeClaims, openEngine, viewOf } from '../engine-over.ts';
import { sample } from '../sample.ts';
import { EMBEDDED } from '../stores.ts';

const CORPUS = 'lamps';
const LENGTH = 100_000;
/** Entries of one plan while the long ledger is made. */
const CHUNK = 2_000;
const ROUNDS = 9;
const APPENDS = 128;
/** Entries that a round adds to the fold: those of all rounds are the last of the long ledger's own. */
const STEPS = 1_000;
const READS = 20;
/** Nothing of these ledgers was observed and nothing supersedes. */
const CONTEXT: FoldContext = { observed: {}, successors: {} };

/** What the length of a claim's ledger costs: an append, the belief after it, a read of the whole ledger. */
export const foldBenchmark: Benchmark = {
  name: 'fold',
  about: `a claim with ${LENGTH} ledger entries against a new claim`,
  rounds: ROUNDS,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const { engine } = undo.use(await openEngine(EMBEDDED));
    const claims = await makeClaims(engine, CORPUS, APPENDS * (ROUNDS + 1) + 2);
    const [long, fresh] = [claimAt(claims, 0), claims.slice(1)];
    await lengthen(engine, long);
    const contestants = [
      ...appends(engine, long, fresh),
      ...(await folds(engine, long)),
      ...reads(engine, long, fresh),
    ];
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};

/** Gives the claim its entries, each of an actor of its own, chained and hashed as every append is. */
async function lengthen(engine: Engine, claim: ClaimAddr): Promise<void> {
  for (let start = 0; start < LENGTH; start += CHUNK) {
    await engine.writer.append(async (state, now) => {
      const draft = new LedgerDraft(state, now);
      const requests = Array.from({ length: CHUNK }, (_, index) =>
        evidenceOf(claim, CORPUS, `early-${start + index}`),
      );
      await draft.prepare(requests.map(({ writer }) => ({ claim, actorRoot: writer.actorRoot })));
      for (const { kind, writer, evidence } of requests) {
        draft.add({
          claim,
          kind,
          actor: writer.actor,
          actorRoot: writer.actorRoot,
          standing: writer.standing,
          tokenId: writer.tokenId,
          evidence: evidence.map((item) => ({ ...item, check: 'unknown', domain: writer.actorRoot })),
          attestations: [],
          stake: null,
          successor: null,
          authority: null,
          effectiveAt: now,
        });
      }
      const entries = draft.entries.map((entry) => ({
        corpus: CORPUS,
        tenant: null,
        effectiveAt: entry.effective_at,
        body: { type: 'evidence.appended' as const, entry, idempotency: null },
      }));
      return { entries, result: () => undefined };
    });
  }
}

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
      // The first of the new claims is left for reading.
      round: (number) => appendTo((index) => claimAt(fresh, 1 + number * APPENDS + index)),
    },
    { name: 'append, long ledger', against: short, round: () => appendTo(() => long) },
  ];
}

/** The fold alone, kept up entry by entry as graph/belief/state.ts does it. */
async function folds(engine: Engine, long: ClaimAddr): Promise<Contestant[]> {
  const { entries, asOf } = await readWhole(engine, long);
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

function reads(engine: Engine, long: ClaimAddr, fresh: readonly ClaimAddr[]): Contestant[] {
  const short = 'read, new claim';
  const readTimes = (addr: ClaimAddr, times: number) => () =>
    sample(null, async () => {
      for (let count = 0; count < times; count++) await readWhole(engine, addr);
      return { read: times };
    });
  return [
    { name: short, against: null, round: readTimes(claimAt(fresh, 0), READS) },
    { name: 'read, long ledger', against: short, round: readTimes(long, 1) },
  ];
}

async function readWhole(engine: Engine, claim: ClaimAddr) {
  const view = await viewOf(engine, CORPUS, null);
  const page = await engine.readLedger({ claim, view, after: null });
  if (!page.ok) throw new Error(page.refusal.message);
  return page.value;
}
