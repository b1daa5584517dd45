/**
 * The filter language of all lists (ADR 77): conditions on fields, all of which hold, and `and`, `or` and `not` of filters of the same
 * type. Here is what reads such an argument, and what it refuses.
 */
import type { Joined } from '../../../graph/store/filters.ts';
import { MAX_LOOKED_AT } from '../../../graph/store/selection.ts';
import { refusalError } from '../refusal-error.ts';
import { readText } from './filter-values.ts';

/** Filters within filters; the outermost is the first. */
export const MAX_FILTER_DEPTH = 5;
/** Filters of one argument together, the outermost among them. */
export const MAX_FILTERS = 50;
/** Values of one field of a filter. */
export const MAX_FILTER_VALUES = 1_000;

/** What filters say of themselves. */
export const FILTER_WORDS = `All of its fields hold. A field of several values, up to ${MAX_FILTER_VALUES}, holds of what has one of them; a range holds between its ends, which belong to it. Up to ${MAX_FILTERS} filters, ${MAX_FILTER_DEPTH} levels deep.`;
/** What lists that are filtered by them say of their pages. */
export const SHORT_PAGES = `What no index finds is looked for in up to ${MAX_LOOKED_AT} rows a page: a page may be short, or empty, although more follow; go on from its endCursor while hasNextPage.`;
export const AND_WORDS = 'All of these hold.';
export const OR_WORDS = 'One of these holds.';
export const NOT_WORDS =
  'This does not hold. What has no value of a field fulfils no condition on it, and so passes its `not`.';

export interface GivenJoin<G> {
  readonly and?: readonly G[] | null | undefined;
  readonly or?: readonly G[] | null | undefined;
  readonly not?: G | null | undefined;
}

/**
 * Reads a filter and all that it joins.
 * @param own the filter's fields, without its joins
 * @throws {GraphQLError} `invalid:query` for an empty join, an empty filter in a join, or more than the bounds above
 */
export function readJoined<G extends GivenJoin<G>, F extends Joined<F>>(given: G, own: (given: G) => F): F {
  let filters = 0;
  const read = (one: G, depth: number): F => {
    filters += 1;
    if (filters > MAX_FILTERS) throw refused(`a filter is of at most ${MAX_FILTERS} filters`);
    if (depth > MAX_FILTER_DEPTH) throw refused(`filters nest at most ${MAX_FILTER_DEPTH} levels deep`);
    if (depth > 1 && isEmpty(one)) throw refused('a filter in and, or or not has at least one field');
    const each = (name: 'and' | 'or'): readonly F[] => {
      const joined = one[name];
      if (joined == null) return [];
      if (joined.length === 0) throw refused(`${name} has at least one filter`);
      return joined.map((inner) => read(inner, depth + 1));
    };
    const { not } = one;
    return { ...own(one), and: each('and'), or: each('or'), not: not == null ? null : read(not, depth + 1) };
  };
  return read(given, 1);
}

/** Whether a filter as given asks for anything beside these fields, which an index finds. */
export function asksBeside(given: object | null | undefined, found: readonly string[]): boolean {
  return Object.entries(given ?? {}).some(
    ([name, value]) =>
      !found.includes(name) && value != null && !(Array.isArray(value) && value.length === 0),
  );
}

/** How much a filter and all that it joins ask of each row. */
export interface FilterSize {
  /** The outermost among them. */
  readonly filters: number;
  /** Of fields that take several. */
  readonly values: number;
}

export function sizeOfFilter<G extends GivenJoin<G>>(given: G): FilterSize {
  const { and, or, not, ...own } = given;
  const values = Object.values(own).reduce<number>(
    (sum, one) => sum + (Array.isArray(one) ? one.length : 0),
    0,
  );
  const joined = [...(and ?? []), ...(or ?? []), ...(not == null ? [] : [not])].map(sizeOfFilter);
  return {
    filters: joined.reduce((sum, one) => sum + one.filters, 1),
    values: joined.reduce((sum, one) => sum + one.values, values),
  };
}

function isEmpty(given: object): boolean {
  return Object.values(given).every((value) => value == null);
}

/** Values of a field in one order, each once; null: any. @throws {GraphQLError} `invalid:query` for none, or for too many */
export function readValues<T extends string>(
  name: string,
  given: readonly T[] | null | undefined,
): readonly T[] | null {
  if (given == null) return null;
  if (given.length === 0 || given.length > MAX_FILTER_VALUES) {
    throw refused(`${name} has 1 to ${MAX_FILTER_VALUES} values`);
  }
  return [...new Set(given)].sort();
}

/** The same of texts. @throws {GraphQLError} `invalid:query` also for one that is empty or too long */
export function readNames(
  name: string,
  given: readonly string[] | null | undefined,
): readonly string[] | null {
  for (const text of given ?? []) readText(`each ${name}`, text);
  return readValues(name, given);
}

export function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
