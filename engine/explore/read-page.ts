/** One page of a list, forwards or backwards, with whether there is more behind it. */
import type { Listed, ListKey, ListPage } from '../../graph/store/selection.ts';

export interface PageRequest<By> {
  readonly by: By;
  readonly descending: boolean;
  readonly after: ListKey | null;
  readonly before: ListKey | null;
  /** At most `MAX_LISTED` - 1. */
  readonly limit: number;
  /** The last rows of the list instead of the first; they come in the list's order all the same. */
  readonly isBackward: boolean;
}

export interface PageRow<Id> {
  readonly id: Id;
  readonly key: ListKey;
}

export interface ItemPage<Id> {
  readonly rows: readonly PageRow<Id>[];
  /** Whether there are more rows in the direction of reading, or may be. */
  readonly more: boolean;
  /** Where reading stopped before the page was full although the list goes on (`Listed`). */
  readonly stoppedAt: ListKey | null;
}

/** @param read one row more than the page holds, in the order of reading */
export async function readPage<T, Id>(
  { descending, after, before, limit, isBackward }: PageRequest<unknown>,
  read: (bounds: Omit<ListPage, 'by'>) => Promise<Listed<T>>,
  rowOf: (found: T) => PageRow<Id>,
): Promise<ItemPage<Id>> {
  const bounds = isBackward ? { after: before, before: after } : { after, before };
  const found = await read({ ...bounds, descending: descending !== isBackward, limit: limit + 1 });
  const rows = found.rows.slice(0, limit).map(rowOf);
  // A page that is full goes on behind its last row.
  const stoppedAt = rows.length < limit ? found.stoppedAt : null;
  const more = found.rows.length > limit || found.stoppedAt !== null;
  return { rows: isBackward ? rows.toReversed() : rows, more, stoppedAt };
}
