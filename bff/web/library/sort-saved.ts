/** The order of saved entries by a column. Pure. */
import type { FindingsState, SavedEntry } from '../trpc.ts';
import { type SortName, VERDICTS } from './place.ts';

interface Order {
  readonly sort: SortName;
  readonly isDown: boolean;
  /** How the language orders texts. */
  readonly compare: (one: string, other: string) => number;
  readonly verdictOf: (entry: SavedEntry) => FindingsState;
}

/**
 * Entries that are alike in the column stay in the order in which they came; those that have nothing there come last,
 * whichever way it is sorted.
 */
export function sortSaved(entries: readonly SavedEntry[], order: Order): readonly SavedEntry[] {
  const sign = order.isDown ? -1 : 1;
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry, order) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    return sign * compareKeys(one.key, other.key, order.compare);
  });
  return keyed.map(({ entry }) => entry);
}

function keyOf(entry: SavedEntry, { sort, verdictOf }: Order): string | number | null {
  switch (sort) {
    case 'title':
      return entry.title;
    case 'verdict':
      return VERDICTS.indexOf(verdictOf(entry));
    case 'folder':
      return entry.folder;
    case 'corpus':
      return entry.snapshot.corpus;
    case 'saved':
      return Date.parse(entry.created_at);
  }
}

function compareKeys(one: string | number, other: string | number, compare: Order['compare']): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compare(String(one), String(other));
}
