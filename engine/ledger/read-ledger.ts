/**
 * Reading a claim's ledger with everything that recomputes its belief (docs/spec/contract.md#ap-ledger;
 * docs/spec/decisions.md#3-response).
 */
import type { ClaimAddr, EventId } from '../../graph/address.ts';
import type { FoldContext } from '../../graph/belief/result.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { EvidenceKind, LedgerEntry } from '../../graph/evidence.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { type CorpusView, within } from '../view.ts';

export interface LedgerRequest {
  readonly claim: ClaimAddr;
  readonly view: CorpusView;
  /** Only entries behind this event; null starts at the oldest. */
  readonly after: EventId | null;
  /** At most this many entries, 1 or more; absent: all. */
  readonly limit?: number;
}

export interface LedgerPage {
  /** The claim whose ledger it is: the canonical one of the cluster. */
  readonly claim: ClaimAddr;
  /** Entries in canonical order (oldest first, ties by event id), from `after` on. The caller trims the newest end. */
  readonly entries: readonly LedgerEntry[];
  /** The belief over the whole ledger in the view, with the context of this page's entries. */
  readonly belief: Pick<ClaimBelief, 'fold' | 'context'>;
  /** What the view holds behind the page. */
  readonly left: { readonly count: number; readonly kinds: readonly EvidenceKind[] };
  /** T: what the belief was folded at. */
  readonly asOf: string;
}

/** `missing:claim` when there is no such claim; an unknown `after` is `invalid:query`. */
export async function readLedger(
  reader: RecordReader,
  beliefReader: Beliefs,
  request: LedgerRequest,
): Promise<Outcome<LedgerPage>> {
  const { claim, after } = request;
  const { view } = request.view;
  const [known] = await reader.records('claims', [claim]);
  if (!known) return refused('missing:claim', 'no claim has this address');
  const canonical = canonicalClaim(known);
  const behind = after === null ? -1 : await positionOf(reader, canonical, after, view);
  if (behind === null) return refused('invalid:query', `after: ${after} is not an event of this ledger`);
  const belief = (await beliefReader.read([claim], view)).get(claim);
  if (belief === undefined) throw new RangeError('a belief that was asked for is missing');
  const { ledger } = belief;
  const start = ledger.countTo(behind);
  const entries = await ledger.page(start, request.limit ?? ledger.count);
  const end = start + entries.length;
  return done({
    claim: canonical,
    entries,
    belief: { fold: belief.fold, context: contextOf(entries, belief.context) },
    left: { count: ledger.count - end, kinds: ledger.kindsFrom(end) },
    asOf: view.until,
  });
}

/** Ledger position of an event of the claim, null for one that the view does not hold. */
async function positionOf(
  reader: RecordReader,
  claim: ClaimAddr,
  event: EventId,
  view: View,
): Promise<number | null> {
  const [entry] = await reader.records('events', [event]);
  if (entry?.claim !== claim) return null;
  return within(view, { seq: entry.log.seq, effective_at: entry.effective_at }) ? entry.seq : null;
}

/** Of the context only what these entries name. */
export function contextOf(
  entries: readonly LedgerEntry[],
  { observed, successors }: Pick<FoldContext, 'observed' | 'successors'>,
): Pick<FoldContext, 'observed' | 'successors'> {
  return {
    observed: pick(
      observed,
      entries.flatMap(({ evidence }) => evidence.map(({ hash }) => hash)),
    ),
    successors: pick(
      successors,
      entries.flatMap(({ successor }) => successor ?? []),
    ),
  };
}

function pick<V>(record: Readonly<Record<string, V>>, keys: readonly string[]): Record<string, V> {
  const found = [...new Set(keys)].flatMap((key): [string, V][] => {
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}
