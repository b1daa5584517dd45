import type { Bounded } from './provenance.ts';

/** The first of a list that is known whole, or of one of which `total` is known. */
export function bounded<T>(items: readonly T[], limit: number, total = items.length): Bounded<T> {
  const first = items.slice(0, limit);
  return { items: first, more: total - first.length };
}
