/** Pages of lists: their order, and each begun behind the one before. */
import type { ArtefactState } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import type { Listed, ListKey, ListOrder, ListPage } from '../../../graph/store/selection.ts';

/** What every page of one list has in common. */
export type Paging = Omit<ListPage, 'after' | 'before'>;
/** Where a row stands in a list of that order. */
type KeyOf<T> = (row: T, by: ListOrder) => ListKey;

/** In any order but that of confidence. */
export const claimKey: KeyOf<ClaimRecord> = ({ addr, seq, effective_at }, by) => {
  return { id: addr, value: { seq, effective_at, id: addr, confidence: 0 }[by] };
};

/** In any order but that of confidence. */
export const artefactKey: KeyOf<ArtefactState> = ({ record, seq, effective_at }, by) => {
  const id = record.artefact_id;
  return { id, value: { seq, effective_at, id, confidence: 0 }[by] };
};

/** All rows of a list as its pages give them. */
export function inOrder<T>(rows: readonly T[], { by, descending }: Paging, keyOf: KeyOf<T>): T[] {
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [keyOf(a, by), keyOf(b, by)];
    const values =
      typeof one.value === 'number' && typeof other.value === 'number'
        ? one.value - other.value
        : byCodeUnit(String(one.value), String(other.value));
    return values || byCodeUnit(one.id, other.id);
  });
  return descending ? sorted.reverse() : sorted;
}

/** Every page, each begun behind the last row of the one before. */
export async function walk<T>(
  paging: Paging,
  read: (page: ListPage) => Promise<Listed<T>>,
  keyOf: KeyOf<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let after: ListKey | null = null; ; ) {
    const { rows, stoppedAt }: Listed<T> = await read({ ...paging, after, before: null });
    found.push(...rows);
    const last = rows.at(-1);
    if (stoppedAt === null && (last === undefined || rows.length < paging.limit)) return found;
    after = stoppedAt ?? (last === undefined ? null : keyOf(last, paging.by));
  }
}

/** A page behind which nothing was left unread. */
export function whole<T>(rows: readonly T[]): Listed<T> {
  return { rows, stoppedAt: null };
}
