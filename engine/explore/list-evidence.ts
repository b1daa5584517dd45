/** Ledger entries of all claims of a corpus, as an analyst goes through them: what passes a filter, page by page. */
import { EVIDENCE_KINDS, type EvidenceKind, type LedgerEntry } from '../../graph/evidence.ts';
import { type Between, isAmong, isBetween, type Joined, passes } from '../../graph/store/filters.ts';
import { type EvidenceList, type PageCut, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
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

export interface EvidenceListRequest extends Omit<EvidenceList, 'kinds'>, PageCut {
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
/** Entries that are read together. */
const BATCH = 200;

/** Along the index of the kinds and positions that the filter itself names. At most `limit`; fewer although there are more where `MAX_EVIDENCE_LOOKED_AT` were looked at. */
export async function listEvidence(
  reader: RangeReader,
  { view, filter, admits, limit, newestFirst, ...within }: EvidenceListRequest,
): Promise<EvidencePage> {
  const records: ListedEvidence[] = [];
  const list = { ...within, kinds: filter.kind ?? EVIDENCE_KINDS };
  const isWanted = (entry: LedgerEntry) => passes(filter, (own) => holdsOf(entry, own)) && admits(entry);
  let after = Math.max(list.after, (filter.seq?.from ?? 0) - 1);
  let before = seenBefore(view, endOf(list.before, filter.seq));
  const size = Math.max(limit, 1);
  for (let lookedAt = 0; lookedAt < MAX_EVIDENCE_LOOKED_AT; ) {
    const batch = Math.min(lookedAt === 0 ? size : BATCH, MAX_EVIDENCE_LOOKED_AT - lookedAt);
    if (lookedAt > 0) await nextSlice();
    const page = await readRange(
      reader,
      'evidence',
      { ...list, after, before },
      { limit: batch, newestFirst },
    );
    records.push(...page.flatMap((entry) => seenIn(entry, view, isWanted)));
    const last = page.at(-1);
    if (last === undefined || page.length < batch || records.length >= limit) {
      return { records: records.slice(0, limit), stoppedAt: null };
    }
    lookedAt += batch;
    if (newestFirst) before = last.log.seq;
    else after = last.log.seq;
  }
  return { records, stoppedAt: newestFirst ? before : after };
}

function endOf(before: number | null, seq: EvidenceFilter['seq']): number | null {
  if (seq === null || seq.to === null) return before;
  return Math.min(before ?? Number.MAX_SAFE_INTEGER, seq.to + 1);
}

function holdsOf(entry: LedgerEntry, filter: EvidenceFilter): boolean {
  const { kind, actor, publisher, standing, effectiveAt, at, seq } = filter;
  return (
    isAmong(kind, entry.kind) &&
    isAmong(actor, entry.actor_root) &&
    (publisher === null || entry.evidence.some(({ domain }) => publisher.includes(domain))) &&
    isBetween(standing, entry.standing) &&
    isBetween(effectiveAt, entry.effective_at) &&
    isBetween(at, entry.at) &&
    isBetween(seq, entry.log.seq)
  );
}

function seenIn(entry: LedgerEntry, view: View, isWanted: EvidenceListRequest['admits']): ListedEvidence[] {
  const at = { seq: entry.log.seq, effective_at: entry.effective_at };
  return within(view, at) && isWanted(entry) ? [{ seq: at.seq, entry }] : [];
}
