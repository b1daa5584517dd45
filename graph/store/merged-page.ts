/** Lists that are one together: each is read along an index of its own, and none goes behind where another one stopped. */
import { byCodeUnit } from '../by-code-unit.ts';
import { type Listed, type ListKey, type ListPage, MAX_LOOKED_AT } from './selection.ts';

/** The rows of several lists in one order, as far as the page goes. */
export function mergedPage<R extends ListKey>(
  lists: readonly Listed<R>[],
  { descending, limit }: Pick<ListPage, 'descending' | 'limit'>,
): Listed<R> {
  const sign = descending ? -1 : 1;
  const compare = (a: ListKey, b: ListKey) => sign * (compareValues(a, b) || byCodeUnit(a.id, b.id));
  const stops = lists.flatMap(({ stoppedAt }) => stoppedAt ?? []);
  const rows = lists.flatMap((one) => one.rows);
  return cutAt(rows, { stops, compare, limit });
}

function compareValues({ value: a }: ListKey, { value: b }: ListKey): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byCodeUnit(String(a), String(b));
}

interface Cut<K> {
  /** Where lists stopped. */
  readonly stops: readonly K[];
  readonly compare: (a: K, b: K) => number;
  readonly limit: number;
}

/** As many rows of an order as a page holds, none behind the first stop. */
export function cutAt<R extends K, K>(
  rows: readonly R[],
  { stops, compare, limit }: Cut<K>,
): { readonly rows: R[]; readonly stoppedAt: K | null } {
  const [stoppedAt = null] = stops.toSorted(compare);
  const inReach = rows.filter((row) => stoppedAt === null || compare(row, stoppedAt) <= 0);
  const page = inReach.sort(compare).slice(0, limit);
  return { rows: page, stoppedAt: page.length === limit ? null : stoppedAt };
}

/** Each of so many lists looks at as many rows, and at one at least. @param lookAt absent: `MAX_LOOKED_AT` together */
export function shareOf(lookAt: number | undefined, lists: number): number {
  return Math.ceil((lookAt ?? MAX_LOOKED_AT) / Math.max(1, lists));
}
