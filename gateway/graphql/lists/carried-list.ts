/** Lists that an item carries, such as the places of a claim: their first ones, as many as are asked for, and how many there are. */
import { builder } from '../builder/builder.ts';
import { checkSizes, upTo } from '../builder/page-size.ts';

const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;

interface Carried {
  readonly first?: number | null | undefined;
}

/** The argument of such a field. */
export function carriedArg() {
  return builder.args((t) => ({
    first: t.int({ defaultValue: DEFAULT_SIZE, description: `Up to ${MAX_SIZE}.` }),
  }));
}

/** It costs what it may hold. */
export function carriedComplexity({ first }: Carried) {
  return upTo(first ?? DEFAULT_SIZE);
}

/** @throws {GraphQLError} `invalid:query` for more than a field gives */
export function firstOf<T>(items: readonly T[], args: Carried): readonly T[] {
  const size = carriedSize(args);
  return items.length <= size ? items : items.slice(0, size);
}

/** How many are asked for. @throws {GraphQLError} `invalid:query` as above */
export function carriedSize({ first }: Carried): number {
  const size = first ?? DEFAULT_SIZE;
  checkSizes({ first: size }, MAX_SIZE);
  return size;
}
