/** Rows of the projection: what ledgers are believed to say at the newest view of their corpus. */
import { type ClaimAddr, claimCorpusOf } from '../../../graph/address.ts';
import { utcDayOf } from '../../../graph/belief/utc-day.ts';
import { clusterOf } from '../../../graph/cluster.ts';
import { type LedgerBelief, type LedgerKey, NEVER_LASTS } from '../../../graph/store/beliefs.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { viewOf } from '../../view.ts';
import type { Beliefs, ClaimBelief } from '../read-beliefs.ts';

export function keyOfLedger(claim: ClaimAddr): LedgerKey {
  return { corpus: claimCorpusOf(claim), cluster: clusterOf(claim) };
}

/** T of each corpus that there is. */
export async function daysOf(reader: GraphReader, corpora: readonly string[]): Promise<Map<string, string>> {
  const records = await reader.records('corpora', corpora);
  return new Map(
    records.flatMap((record) =>
      record === null ? [] : [[record.name, viewOf(record, null).view.until] as const],
    ),
  );
}

/**
 * As of a position of the log, the newest T of their corpora, and every observation that there is.
 * @param ledgers by the addresses of their claims; those of an unknown corpus have no row
 */
export async function foldLedgers(
  reader: GraphReader,
  beliefs: Beliefs,
  ledgers: readonly ClaimAddr[],
  seq: number,
): Promise<LedgerBelief[]> {
  const byCorpus = Map.groupBy(ledgers, claimCorpusOf);
  const days = await daysOf(reader, [...byCorpus.keys()]);
  const rows: LedgerBelief[] = [];
  for (const [corpus, until] of days) {
    const found = await beliefs.readLedgers(byCorpus.get(corpus) ?? [], { seq, until });
    const later = await observedLater(reader, [...found.values()], until);
    for (const [claim, belief] of found) rows.push(rowOf(claim, belief, { day: utcDayOf(until), later }));
  }
  return rows;
}

/** Hashes that other corpora have observed on days that this one has not reached: a later T sees them. */
async function observedLater(
  reader: GraphReader,
  beliefs: readonly ClaimBelief[],
  until: string,
): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(beliefs.flatMap(({ cited }) => [...cited]))];
  const found = hashes.length === 0 ? [] : await reader.ranges('observations', { by: hashes });
  return new Set(
    hashes.filter((_, index) => found[index]?.some(({ observed_at }) => observed_at > until) ?? false),
  );
}

interface AsOf {
  readonly day: number;
  readonly later: ReadonlySet<string>;
}

function rowOf(claim: ClaimAddr, belief: ClaimBelief, { day, later }: AsOf): LedgerBelief {
  const { fold, cited, context, until = null } = belief;
  const key = keyOfLedger(claim);
  if (fold === null) return { ...key, state: 'none', confidence: -1, day, until: null };
  const { state, confidence } = fold;
  const row = { ...key, state, confidence, day };
  // A view sees of another corpus' ledger what came before its own newest entry.
  const isElsewhere = (successor: string) => claimCorpusOf(successor as ClaimAddr) !== key.corpus;
  if (Object.keys(context.successors).some(isElsewhere)) return { ...row, until: NEVER_LASTS };
  return { ...row, until: [...cited].some((hash) => later.has(hash)) ? day : until };
}
