/** Means and percentiles as the evaluations print them. */

const DECIMALS = 1e4;

/** 0 for no values. */
export function mean(values: readonly number[]): number {
  return share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

/** `part` of `whole`; 0 of nothing is 0. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Nearest rank: the least value that at least `percent` % of the values do not exceed; 0 for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const rank = Math.ceil((percent / 100) * values.length);
  return values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)] ?? 0;
}

/** Four decimals. */
export function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}

/** Every number of the record with four decimals. */
export function roundedAll<K extends string>(record: Readonly<Record<K, number>>): Record<K, number> {
  const entries = Object.entries<number>(record).map(([name, value]) => [name, rounded(value)]);
  // fromEntries forgets which names it was given.
  return Object.fromEntries(entries) as Record<K, number>;
}
