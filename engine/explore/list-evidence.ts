/** Ledger entries of all claims of a corpus, as an analyst goes through them: by kinds, page by page. */
import type { LedgerEntry } from '../../graph/evidence.ts';
import { type EvidenceList, type PageCut, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
import { seenBefore, within } from '../view.ts';

export interface EvidenceListRequest extends EvidenceList, PageCut {
  readonly view: View;
  /** Whether the caller may see the entry, and wants it. */
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

/** At most `limit`; fewer although there are more where `MAX_EVIDENCE_LOOKED_AT` were looked at. */
export async function listEvidence(
  reader: RangeReader,
  { view, admits, limit, newestFirst, ...list }: EvidenceListRequest,
): Promise<EvidencePage> {
  const records: ListedEvidence[] = [];
  let { after } = list;
  let before = seenBefore(view, list.before);
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
    records.push(...page.flatMap((entry) => seenIn(entry, view, admits)));
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

function seenIn(entry: LedgerEntry, view: View, admits: EvidenceListRequest['admits']): ListedEvidence[] {
  const at = { seq: entry.log.seq, effective_at: entry.effective_at };
  return within(view, at) && admits(entry) ? [{ seq: at.seq, entry }] : [];
}
