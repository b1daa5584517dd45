/** Going through a list in the order of the log for what passes: some rows at a time, and a bounded number for a page. */
import type { RowCheck } from '../graph/store/filters.ts';
import type { PageCut, Stretch } from '../graph/store/ranges.ts';
import { nextSlice } from './slices.ts';

/** Rows that are read together, where the first ones do not fill the page. */
const BATCH = 200;

interface Looking<T> extends Stretch, PageCut {
  /** Rows that one page reads: the last reading may go past it where it is of several lists. */
  readonly most: number;
  /** Between two positions, in the order of the page. */
  readonly read: (page: Stretch & PageCut) => Promise<RowsRead<T>>;
  readonly seqOf: (row: T) => number;
  readonly isWanted: RowCheck<T>;
}

export interface RowsRead<T> {
  /** Of several lists fewer than were asked for, but one at least where more may follow. */
  readonly rows: readonly T[];
  /** Whether more may follow. */
  readonly more: boolean;
  /** Rows that were read for these. */
  readonly count: number;
}

/** Of a list that is read as far as was asked. */
export function rowsOf<T>(rows: readonly T[], { limit }: PageCut): RowsRead<T> {
  return { rows, more: rows.length >= limit, count: rows.length };
}

export interface LookedThrough<T> {
  readonly records: readonly T[];
  /** Position of the last row that was read, where more remain; else null. */
  readonly stoppedAt: number | null;
}

/** At most `limit`; fewer although there are more where `most` were looked at. */
export async function lookThrough<T>(looking: Looking<T>): Promise<LookedThrough<T>> {
  const { limit, newestFirst, most, read, seqOf, isWanted } = looking;
  const records: T[] = [];
  let { after, before } = looking;
  const size = Math.max(limit, 1);
  for (let lookedAt = 0; lookedAt < most; ) {
    const batch = Math.min(lookedAt === 0 ? size : BATCH, most - lookedAt);
    if (lookedAt > 0) await nextSlice();
    const page = await read({ after, before, limit: batch, newestFirst });
    records.push(...page.rows.filter(isWanted));
    const last = page.rows.at(-1);
    if (last === undefined || !page.more || records.length >= limit) {
      return { records: records.slice(0, limit), stoppedAt: null };
    }
    lookedAt += page.count;
    if (newestFirst) before = seqOf(last);
    else after = seqOf(last);
  }
  return { records, stoppedAt: newestFirst ? before : after };
}

/** The stretch without positions that lie outside the range of a filter. */
export function narrowedStretch(
  { after, before }: Stretch,
  range: { readonly from: number | null; readonly to: number | null } | null,
): Stretch {
  const { from = null, to = null } = range ?? {};
  return {
    after: Math.max(after, (from ?? 0) - 1),
    before: to === null ? before : Math.min(before ?? Number.MAX_SAFE_INTEGER, to + 1),
  };
}
