/** Beliefs as of a view: reads the ledgers with what a fold needs beside them, and folds (decisions §3, §4). */
import type { ClaimAddr } from '../../graph/address.ts';
import { fold } from '../../graph/belief/fold.ts';
import { type FoldContext, type FoldResult, successorStanding } from '../../graph/belief/result.ts';
import type { LedgerEntry, SuccessorStanding } from '../../graph/evidence.ts';
import type { GraphReader, View } from '../../graph/store.ts';

/** A claim's ledger as a view sees it, with everything that recomputes its belief. */
export interface ClaimBelief {
  readonly claim: ClaimAddr;
  /** Ledger entries in the view, in canonical order. */
  readonly ledger: readonly LedgerEntry[];
  readonly context: FoldContext;
  /** Null when the ledger is empty. */
  readonly fold: FoldResult | null;
}

/** One batch read per kind: ledgers, their successors' ledgers, observations. */
export async function readBeliefs(
  reader: GraphReader,
  addrs: readonly ClaimAddr[],
  view: View,
): Promise<Map<ClaimAddr, ClaimBelief>> {
  const wanted = [...new Set(addrs)];
  const ledgers = await readLedgers(reader, wanted, view);
  const named = [...ledgers.values()].flat().flatMap(({ successor }) => successor ?? []);
  const successors = [...new Set(named)].filter((addr) => !ledgers.has(addr));
  const others = await readLedgers(reader, successors, view);
  const all = new Map([...ledgers, ...others]);
  const observed = await readObserved(reader, all, view);
  const standings = standingsOf(all, new Set(named), observed, view);
  return new Map(
    wanted.map((claim) => {
      const ledger = ledgers.get(claim) ?? [];
      const context = contextOf(ledger, observed, standings);
      return [claim, { claim, ledger, context, fold: fold(ledger, view.until, context) }];
    }),
  );
}

type Ledgers = ReadonlyMap<ClaimAddr, readonly LedgerEntry[]>;

async function readLedgers(reader: GraphReader, addrs: readonly ClaimAddr[], view: View): Promise<Ledgers> {
  const ledgers = addrs.length === 0 ? [] : await reader.ledgers(addrs);
  const seen = (entry: LedgerEntry) => entry.log.seq <= view.seq && entry.effective_at <= view.until;
  return new Map(addrs.map((addr, index) => [addr, (ledgers[index] ?? []).filter(seen)]));
}

/** Per artefact hash its latest observation in the view. */
async function readObserved(reader: GraphReader, ledgers: Ledgers, view: View): Promise<Map<string, string>> {
  const entries = [...ledgers.values()].flat();
  const hashes = [...new Set(entries.flatMap(({ evidence }) => evidence.map(({ hash }) => hash)))];
  const found = hashes.length === 0 ? [] : await reader.observations(hashes);
  const observed = new Map<string, string>();
  for (const [index, hash] of hashes.entries()) {
    const latest = (found[index] ?? []).findLast((one) => one.observed_at <= view.until);
    if (latest !== undefined) observed.set(hash, latest.observed_at);
  }
  return observed;
}

function standingsOf(
  ledgers: Ledgers,
  successors: ReadonlySet<ClaimAddr>,
  observed: ReadonlyMap<string, string>,
  view: View,
): Map<ClaimAddr, SuccessorStanding> {
  const none = new Map<ClaimAddr, SuccessorStanding>();
  return new Map(
    [...successors].map((addr) => {
      const ledger = ledgers.get(addr) ?? [];
      return [addr, successorStanding(fold(ledger, view.until, contextOf(ledger, observed, none)))];
    }),
  );
}

function contextOf(
  ledger: readonly LedgerEntry[],
  observed: ReadonlyMap<string, string>,
  standings: ReadonlyMap<ClaimAddr, SuccessorStanding>,
): FoldContext {
  const hashes = ledger.flatMap(({ evidence }) => evidence.map(({ hash }) => hash));
  const successors = ledger.flatMap(({ successor }) => successor ?? []);
  return {
    observed: Object.fromEntries(pick(observed, hashes)),
    successors: Object.fromEntries(pick(standings, successors)),
  };
}

/** The entries of `map` for these keys, each once, in the keys' order. */
function pick<K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): [K, V][] {
  return [...new Set(keys)].flatMap((key): [K, V][] => {
    const value = map.get(key);
    return value === undefined ? [] : [[key, value]];
  });
}
