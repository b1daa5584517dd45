/** Sizes of connections' pages. */

/** For `resolveArrayConnection`. */
export const PAGE_SIZE = { defaultSize: 20, maxSize: 100 } as const;

/** A connection costs what its page may hold. */
export function pageComplexity({ first, last }: { first?: number | null; last?: number | null }) {
  const asked = first ?? last ?? PAGE_SIZE.defaultSize;
  return { field: 1, multiplier: Math.min(Math.max(asked, 1), PAGE_SIZE.maxSize) };
}
