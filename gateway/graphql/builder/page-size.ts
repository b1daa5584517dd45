/** Sizes of connections' pages. */
import { refusalError } from '../refusal-error.ts';

export const PAGE_SIZE = { defaultSize: 20, maxSize: 100 } as const;

interface Sizes {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

/** A connection costs what its page may hold. */
export function pageComplexity({ first, last }: Sizes) {
  const asked = first ?? last ?? PAGE_SIZE.defaultSize;
  // One past the most is refused.
  return { field: 1, multiplier: Math.min(Math.max(asked, 1), PAGE_SIZE.maxSize) };
}

/** Up to 2,000 rows are looked at for a page that no index finds: it is worth so many fields. */
const SEARCHED = 250;

/** A connection whose rows may be looked through. */
export function searchedComplexity(page: Sizes, isSearched: boolean) {
  return isSearched ? { ...pageComplexity(page), field: SEARCHED } : pageComplexity(page);
}

/** What a list of at most so many items costs. One that is asked for less than nothing takes nothing off the rest. */
export function upTo(most: number) {
  return { field: 1, multiplier: Math.max(most, 1) };
}

/** @throws {GraphQLError} `invalid:query`, which names the most */
export function checkSizes({ first, last }: Sizes, most: number = PAGE_SIZE.maxSize): void {
  for (const [name, size] of Object.entries({ first, last })) {
    if (size == null || (size >= 0 && size <= most)) continue;
    const details = { argument: name, most };
    throw refusalError({ reason: 'invalid:query', message: `${name} is 0 to ${most} here`, details });
  }
}
