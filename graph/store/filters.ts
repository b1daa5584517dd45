/**
 * What a list selects its rows by: conditions on fields, joined by `and`, `or` and `not`. All members of a filter hold of a row
 * that passes; a member that is null, or a join of nothing, says nothing.
 *
 * Texts are compared as `foldText` gives them. A list of values is passed by a row that has one of them, a range by a row between its
 * ends, which belong to it. A row that has no value of a field passes none of the field's conditions, and so passes their `not`.
 */
import type { ListedState } from './beliefs.ts';

export interface Between<T> {
  /** Null: no bound, as of `to`. */
  readonly from: T | null;
  readonly to: T | null;
}

export interface Joined<F> {
  /** All of these. */
  readonly and: readonly F[];
  /** One of these; of none: anything. */
  readonly or: readonly F[];
  readonly not: F | null;
}

export type SourceCount = 'one' | 'several';

/** Quantities of one unit that lie between two numbers, with all that they may be: what has no bound on a side lies behind every number. */
export interface NumbersBetween extends Between<number> {
  /** As a claim's value has it; empty: none. */
  readonly unit: string;
}

/** A filter of claims. */
export interface ClaimFilter extends Joined<ClaimFilter> {
  /** Part of the text. */
  readonly text: string | null;
  readonly addr: readonly string[] | null;
  /** Key of the subject. */
  readonly subject: readonly string[] | null;
  /** Key of the subject, or of the value where that is an entity. */
  readonly entity: readonly string[] | null;
  /** Head of the attribute. */
  readonly attribute: readonly string[] | null;
  readonly dimension: readonly string[] | null;
  /** Of a value that is a quantity. */
  readonly number: NumbersBetween | null;
  /** Of a value that is a date, days from its first to its last, ISO 8601. */
  readonly date: Between<string> | null;
  readonly cluster: readonly string[] | null;
  /** Of one artefact of the view that states the claim; where several are given, of the same one. */
  readonly licence: readonly string[] | null;
  readonly domain: readonly string[] | null;
  readonly publisher: readonly string[] | null;
  /** Whether the artefacts of the view that state it are of one publisher, or of several. */
  readonly sources: SourceCount | null;
  /** By the projection of beliefs and its moved ledgers: only in a selection with `belief`. As of `confidence`. */
  readonly belief: readonly ListedState[] | null;
  /** In micro. Where nothing is in the ledger there is none. */
  readonly confidence: Between<number> | null;
  readonly effectiveAt: Between<string> | null;
  /** Position in the log. */
  readonly seq: Between<number> | null;
}

const JOINS_NOTHING = { and: [], or: [], not: null } as const;

export const ANY_CLAIM: ClaimFilter = {
  text: null,
  addr: null,
  subject: null,
  entity: null,
  attribute: null,
  dimension: null,
  number: null,
  date: null,
  cluster: null,
  licence: null,
  domain: null,
  publisher: null,
  sources: null,
  belief: null,
  confidence: null,
  effectiveAt: null,
  seq: null,
  ...JOINS_NOTHING,
};

/** Whether all that pass are of several publishers: then the indexes of these claims find them. */
export function isOfSeveral({ sources, and }: ClaimFilter): boolean {
  return sources === 'several' || and.some(isOfSeveral);
}

/** A filter of artefacts. */
export interface ArtefactFilter extends Joined<ArtefactFilter> {
  /** Part of the title. */
  readonly text: string | null;
  readonly licence: readonly string[] | null;
  readonly domain: readonly string[] | null;
  readonly publisher: readonly string[] | null;
  readonly lang: readonly string[] | null;
  readonly mediaType: readonly string[] | null;
  /** Whether it was withdrawn, as far as the view sees. */
  readonly withdrawn: boolean | null;
  readonly effectiveAt: Between<string> | null;
  readonly seq: Between<number> | null;
}

export const ANY_ARTEFACT: ArtefactFilter = {
  text: null,
  licence: null,
  domain: null,
  publisher: null,
  lang: null,
  mediaType: null,
  withdrawn: null,
  effectiveAt: null,
  seq: null,
  ...JOINS_NOTHING,
};

/** Whether every row passes. */
export function isAny(filter: object): boolean {
  return Object.values(filter).every((one) => one === null || (Array.isArray(one) && one.length === 0));
}

/** Whether a row passes. */
export type RowCheck<Row> = (row: Row) => boolean;

/**
 * Whether what a filter says itself and what it joins holds. Made once for many rows.
 * @param own of a filter without what it joins
 */
export function rowCheck<F extends Joined<F>, Row>(
  filter: F,
  own: (filter: F) => RowCheck<Row>,
): RowCheck<Row> {
  const { and, or, not } = filter;
  const inner = (one: F) => rowCheck(one, own);
  const [holds, all, some, none] = [
    own(filter),
    and.map(inner),
    or.map(inner),
    not === null ? null : inner(not),
  ];
  return (row) =>
    holds(row) &&
    all.every((check) => check(row)) &&
    (some.length === 0 || some.some((check) => check(row))) &&
    !(none?.(row) ?? false);
}

/** Whether a value is one of these, however many they are; null: any is. */
export function isOneOf<T>(wanted: readonly T[] | null): RowCheck<T> {
  if (wanted === null) return () => true;
  const values = new Set(wanted);
  return (value) => values.has(value);
}

/** Whether a value lies in the range; null: any does. */
export function isBetween<T extends number | string>(range: Between<T> | null, value: T): boolean {
  if (range === null) return true;
  return (range.from === null || value >= range.from) && (range.to === null || value <= range.to);
}

/** Whether it, or one that it joins, has a condition on one of these fields. */
export function names<F extends Joined<F>>(filter: F, fields: readonly (keyof F)[]): boolean {
  return fields.some((field) => filter[field] !== null) || joined(filter).some((one) => names(one, fields));
}

function joined<F extends Joined<F>>({ and, or, not }: F): readonly F[] {
  return [...and, ...or, ...(not === null ? [] : [not])];
}

/** Fields by which a claim is found only where its words may be shown. */
const OF_WORDS = ['text', 'subject', 'entity', 'attribute', 'dimension', 'number', 'date'] as const;

/**
 * Whether the filter asks for words of claims, wherever it does: of a claim whose words are withheld, `not` would tell what it does
 * not say.
 */
export function isOfWords(filter: ClaimFilter): boolean {
  return names(filter, OF_WORDS);
}

export function isOfBelief(filter: ClaimFilter): boolean {
  return names(filter, ['belief', 'confidence']);
}

/** Fields of claims that an index finds by their values, the most selective first. */
export const SEEKABLE = ['addr', 'cluster', 'subject', 'entity'] as const;
export type Seekable = (typeof SEEKABLE)[number];

/** A claim's value lies within the range. */
export type ValueSeek =
  | { readonly field: 'number'; readonly range: NumbersBetween }
  | { readonly field: 'date'; readonly range: Between<string> };
/** Fields of artefacts that an index finds them by. */
export type ArtefactIndex = 'publisher' | 'licence';

/** Artefacts that have one of the values in `by` and pass `origin`, or claims that one of these states. */
export interface ArtefactSeek {
  readonly field: 'artefact';
  readonly by: ArtefactIndex;
  readonly values: readonly string[];
  /** What the filter asks of one artefact, this seek among it. */
  readonly origin: Origin;
}
export type Origin = Pick<ClaimFilter, 'licence' | 'domain' | 'publisher'>;
export type ClaimSeek = Seek | ValueSeek | ArtefactSeek;

/**
 * Ways to find claims by indexes: as of `seeksOf`. A range without an end finds nothing by itself.
 * @param indexes of artefacts that the store has
 */
export function claimSeeksOf(
  filter: ClaimFilter,
  indexes: readonly ArtefactIndex[],
): (readonly ClaimSeek[])[] {
  return seeksOf<ClaimFilter, ClaimSeek>(
    filter,
    (own) => [...valuesSought(own, SEEKABLE), ...valueSeeks(own), ...artefactSeeks(own, indexes)],
    ({ field }) => BY_SELECTION.indexOf(field),
  );
}

const BY_SELECTION: readonly ClaimSeek['field'][] = [...SEEKABLE, 'date', 'number', 'artefact'];

/** The same for artefacts. */
export function artefactSeeksOf(
  filter: ArtefactFilter,
  indexes: readonly ArtefactIndex[],
): (readonly ArtefactSeek[])[] {
  return seeksOf<ArtefactFilter, ArtefactSeek>(filter, (own) => artefactSeeks(own, indexes));
}

function artefactSeeks(
  { licence, domain, publisher }: Origin,
  indexes: readonly ArtefactIndex[],
): ArtefactSeek[] {
  const origin = { licence, domain, publisher };
  const seek = (by: ArtefactIndex, values: readonly string[] | null): ArtefactSeek[] =>
    values === null || !indexes.includes(by) ? [] : [{ field: 'artefact', by, values, origin }];
  return [
    ...seek('publisher', domain && publishersOf(domain)),
    ...seek('publisher', publisher),
    ...seek('licence', licence),
  ];
}

/** Domains of as many labels together are sought. */
const MAX_LABELS = 2_000;

/**
 * Who may be the publisher of artefacts of these domains: a domain, or what follows one of its dots (`ArtefactRecord.publisher`). An index
 * has publishers, and not domains. Null: too many.
 */
function publishersOf(domains: readonly string[]): readonly string[] | null {
  const publishers = new Set<string>();
  for (const domain of domains) {
    const labels = domain.split('.', MAX_LABELS + 1);
    for (const index of labels.keys()) {
      publishers.add(labels.slice(index).join('.'));
      if (publishers.size > MAX_LABELS) return null;
    }
  }
  return [...publishers];
}

function valueSeeks({ number, date }: ClaimFilter): ValueSeek[] {
  const isOpen = (range: Between<unknown> | null) =>
    range === null || (range.from === null && range.to === null);
  return [
    ...(number === null || isOpen(number) ? [] : [{ field: 'number' as const, range: number }]),
    ...(date === null || isOpen(date) ? [] : [{ field: 'date' as const, range: date }]),
  ];
}

/** Rows that have one of the values in the field. */
export interface Seek<Field = Seekable> {
  readonly field: Field;
  readonly values: readonly string[];
}

/** What a filter itself asks of fields of which an index finds the rows of a value. */
export function valuesSought<K extends string>(
  filter: Readonly<Record<K, readonly string[] | null>>,
  fields: readonly K[],
): Seek<K>[] {
  return fields.flatMap((field) => {
    const values = filter[field];
    return values === null ? [] : [{ field, values }];
  });
}

/** A store counts the rows of one after the other, a slice of each, before anything else runs: more than a filter has of its own. */
const MAX_WAYS = 12;

/**
 * Up to 12 ways to find what a filter passes by indexes, the most selective first: what passes is among what the seeks of a way find together.
 * @param own what indexes find of a filter itself
 * @param place of a seek among others, the most selective first; of those of one place the first is the most selective. The least
 *   selective seek of a way says how selective it is.
 */
export function seeksOf<F extends Joined<F>, S>(
  filter: F,
  own: (filter: F) => readonly S[],
  place: (seek: S) => number = () => 0,
): (readonly S[])[] {
  const ways = (one: F) => seeksOf(one, own, place);
  const placeOf = (way: readonly S[]) => Math.max(...way.map(place));
  const alternatives = filter.or.map((one) => ways(one)[0]);
  const isFound = alternatives.length > 0 && alternatives.every((one) => one !== undefined);
  const all = [
    ...own(filter).map((seek) => [seek]),
    ...filter.and.flatMap(ways),
    ...(isFound ? [alternatives.flat() as S[]] : []),
  ];
  return all.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MAX_WAYS);
}
