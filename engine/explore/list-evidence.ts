/** Ledger entries of all claims of a corpus, as an analyst goes through them: what passes a filter, page by page. */
import { EVIDENCE_KINDS, type EvidenceKind, type LedgerEntry } from '../../graph/evidence.ts';
import {
  type Between,
  isBetween,
  isOneOf,
  type Joined,
  type RowCheck,
  rowCheck,
} from '../../graph/store/filters.ts';
import { type EvidenceList, type PageCut, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import { lookThrough, narrowedStretch, rowsOf } from '../look-through.ts';
import { seenBefore, within } from '../view.ts';

/** Each null: anything. */
export interface EvidenceFilter extends Joined<EvidenceFilter> {
  readonly kind: readonly EvidenceKind[] | null;
  /** Roots of writers. */
  readonly actor: readonly string[] | null;
  /** Registrable domains, of a ground of the entry. */
  readonly publisher: readonly string[] | null;
  /** Of the writer, in per mille. */
  readonly standing: Between<number> | null;
  readonly effectiveAt: Between<string> | null;
  /** When the server learned it. */
  readonly at: Between<string> | null;
  /** Position in the log. */
  readonly seq: Between<number> | null;
}

export const ANY_EVIDENCE: EvidenceFilter = {
  kind: null,
  actor: null,
  publisher: null,
  standing: null,
  effectiveAt: null,
  at: null,
  seq: null,
  and: [],
  or: [],
  not: null,
};

export interface EvidenceListRequest extends Omit<EvidenceList, 'kinds' | 'actors'>, PageCut {
  readonly view: View;
  readonly filter: EvidenceFilter;
  /** Whether the caller may see the entry. */
  readonly admits: (entry: LedgerEntry) => boolean;
}

export interface ListedEvidence {
  /** Log position. */
  readonly seq: number;
  readonly entry: LedgerEntry;
}

export interface EvidencePage {
  readonly records: readonly ListedEvidence[];
  /** Position of the last entry that was read, where more remain; else null. */
  readonly stoppedAt: number | null;
}

/** Entries of the kinds that one page reads: for a past view most of them may be later. */
export const MAX_EVIDENCE_LOOKED_AT = 2_000;
/** Writers whose entries are looked up a list each; of more, those of all writers are gone through. */
export const MAX_ACTORS_SOUGHT = 20;

/**
 * Along the index of the kinds, writers and positions that the filter itself names. At most `limit`; fewer although there are more
 * where `MAX_EVIDENCE_LOOKED_AT` were looked at.
 */
export async function listEvidence(
  reader: RangeReader,
  { view, filter, admits, limit, newestFirst, corpus, ...page }: EvidenceListRequest,
): Promise<EvidencePage> {
  const list = { corpus, kinds: filter.kind ?? EVIDENCE_KINDS, actors: soughtActors(filter) };
  const { after, before } = narrowedStretch(page, filter.seq);
  const passes = rowCheck(filter, checkOf);
  const { records, stoppedAt } = await lookThrough<LedgerEntry>({
    ...{ after, before: seenBefore(view, before), limit, newestFirst, most: MAX_EVIDENCE_LOOKED_AT },
    read: async ({ after: from, before: to, ...cut }) =>
      rowsOf(await readRange(reader, 'evidence', { ...list, after: from, before: to }, cut), cut),
    seqOf: ({ log }) => log.seq,
    isWanted: (entry) =>
      within(view, { seq: entry.log.seq, effective_at: entry.effective_at }) &&
      passes(entry) &&
      admits(entry),
  });
  return { records: records.map((entry) => ({ seq: entry.log.seq, entry })), stoppedAt };
}

/** Each once: a caller may name one twice, and its entries are a list of their own. */
function soughtActors({ actor }: EvidenceFilter): readonly string[] | null {
  const named = actor && [...new Set(actor)];
  return named === null || named.length > MAX_ACTORS_SOUGHT ? null : named;
}

function checkOf({
  publisher,
  standing,
  effectiveAt,
  at,
  seq,
  ...filter
}: EvidenceFilter): RowCheck<LedgerEntry> {
  const [isKind, isActor, isPublisher] = [isOneOf(filter.kind), isOneOf(filter.actor), isOneOf(publisher)];
  return (entry) =>
    isKind(entry.kind) &&
    isActor(entry.actor_root) &&
    (publisher === null || entry.evidence.some(({ domain }) => isPublisher(domain))) &&
    isBetween(standing, entry.standing) &&
    isBetween(effectiveAt, entry.effective_at) &&
    isBetween(at, entry.at) &&
    isBetween(seq, entry.log.seq);
}
