/** How the rows of a projection differ from those that the log makes. */
import { byCodeUnit } from '../by-code-unit.ts';

export interface RowDifference {
  readonly key: string;
  readonly how: 'missing' | 'different' | 'extra';
}

export interface TableComparison {
  readonly table: string;
  /** That the store holds. */
  readonly rows: number;
  /** By key. */
  readonly differences: readonly RowDifference[];
}

/** @param found keys of rows that the log does not make so @param expected keys of rows that it makes and are not so here */
export function compareKeys(
  table: string,
  rows: number,
  found: readonly (string | number)[],
  expected: readonly (string | number)[],
): TableComparison {
  const here = new Set(found.map(String));
  const there = new Set(expected.map(String));
  const differences = [...here.union(there)].sort(byCodeUnit).map((key): RowDifference => {
    if (!here.has(key)) return { key, how: 'missing' };
    return { key, how: there.has(key) ? 'different' : 'extra' };
  });
  return { table, rows, differences };
}
