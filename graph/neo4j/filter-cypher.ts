/**
 * Filters as conditions of statements over nodes `c`, of tallies `t`, with their parameters. What a filter asks itself has a condition in every statement
 * where no index serves it, since the server takes longer to plan a statement than to run it; what it joins has one where it is given.
 */
import { foldText } from '../claim-facets.ts';
import type { ArtefactFilter, Between, ClaimFilter, Joined, Origin, SourceCount } from '../store/filters.ts';
import { opponentsOf, placeOfCount, type TallyFilter, type TallyKind } from '../store/tallies.ts';
import { type BoltParams, type BoltValue, indexable, Real, toDateTime, toDay } from './bolt-values.ts';

export interface CypherCondition {
  /** A term of a `WHERE`. */
  readonly cypher: string;
  readonly params: BoltParams;
}

/** A place in the view that states the claim `c`. */
export const STATED = 'MATCH (c)-[o:STATED_IN]->(a:Artefact) WHERE o.seq <= $seq AND o.effectiveAt <= $until';

/** Whether several publishers state the claim `c` in the view. As a count it would be made of each claim, whatever stands beside it. */
const BY_SEVERAL = `EXISTS {
  ${STATED} AND a.publisher IS NOT NULL WITH DISTINCT a.publisher AS publisher LIMIT 2
  WITH count(publisher) AS publishers WHERE publishers > 1 RETURN publishers
}`;
const OF_SOURCES: Readonly<Record<SourceCount, string>> = {
  one: `c.bySeveral IS NULL OR NOT ${BY_SEVERAL}`,
  several: `c.bySeveral IS NOT NULL AND ${BY_SEVERAL}`,
};

export function claimCondition(filter: ClaimFilter): CypherCondition {
  const values = new CypherValues('f');
  return { cypher: conditionOf(filter, values, claimTerms), params: values.params };
}

export function artefactCondition(filter: ArtefactFilter): CypherCondition {
  const values = new CypherValues('f');
  return { cypher: conditionOf(filter, values, artefactTerms), params: values.params };
}

export function tallyCondition(kind: TallyKind, filter: TallyFilter): CypherCondition {
  const values = new CypherValues('f');
  return { cypher: conditionOf(filter, values, tallyTerms(kind)), params: values.params };
}

/** Parameters of a statement, named by their places. */
export class CypherValues {
  readonly params: Record<string, BoltValue> = {};
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  of(value: BoltValue): string {
    const name = `${this.#prefix}${this.#count}`;
    this.#count += 1;
    this.params[name] = value;
    return `$${name}`;
  }
}

/** A condition on a value that may not be given: then it is in the statement where `isRoot`. */
export type Given = <T extends BoltValue>(value: T | null, term: (name: string) => string) => string | null;

type TermsOf<F> = (filter: F, values: CypherValues, given: Given) => readonly (string | null)[];

/** A node without a value of a field passes the `not` of what is asked of it. */
function conditionOf<F extends Joined<F>>(filter: F, values: CypherValues, termsOf: TermsOf<F>): string {
  const own = (one: F, isRoot: boolean): string => {
    const given: Given = (value, term) => {
      if (value !== null && !isRoot) return term(values.of(value));
      if (!isRoot) return null;
      const name = values.of(value);
      return `${name} IS NULL OR ${term(name)}`;
    };
    const inner = (joined: F) => own(joined, false);
    const { and, or, not } = one;
    const terms = [
      ...termsOf(one, values, given),
      ...and.map(inner),
      or.length === 0 ? null : or.map(inner).join(' OR '),
      not === null ? null : `NOT coalesce(${inner(not)}, false)`,
    ].filter((term) => term !== null);
    return terms.length === 0 ? 'true' : `(${terms.map((term) => `(${term})`).join(' AND ')})`;
  };
  return own(filter, true);
}

const claimTerms: TermsOf<ClaimFilter> = (filter, values, given) => {
  const { text, addr, subject, entity, attribute, dimension, cluster, sources, effectiveAt, seq } = filter;
  const sought = (value: readonly string[] | null, term: (name: string) => string) =>
    value === null ? null : term(values.of(value));
  return [
    sought(addr, (name) => `c.addr IN ${name}`),
    sought(mapped(subject, nameOf), (name) => `c.subject IN ${name}`),
    sought(mapped(entity, nameOf), (name) => `c.subject IN ${name} OR c.object IN ${name}`),
    sought(mapped(cluster, indexable), (name) => `c.cluster IN ${name}`),
    given(text && foldText(text), (name) => `c.words CONTAINS ${name}`),
    given(mapped(attribute, foldText), (name) => `c.attribute IN ${name}`),
    given(dimension, (name) => `c.dimension IN ${name}`),
    ...times(effectiveAt, given),
    ...between('c.seq', seq, given),
    ...valueTerms(filter, values),
    ofPlaces(filter, given),
    sources && OF_SOURCES[sources],
    ...beliefTerms(filter, values),
  ];
};

/** Bounds of a claim's own that are none lie behind every number. */
function valueTerms({ number, date }: ClaimFilter, values: CypherValues): (string | null)[] {
  const given: Given = (value, term) => (value === null ? null : term(values.of(value)));
  const [numbers, days] = [number && realsOf(number), date && daysOf(date)];
  return [
    number === null ? null : `c.quantityUnit = ${values.of(indexable(number.unit))}`,
    ...(numbers === null ? [] : between('c.valueMin', { ...numbers, to: null }, given)),
    ...(numbers === null ? [] : between('c.valueMax', { ...numbers, from: null }, given)),
    days && 'c.valueFrom IS NOT NULL',
    ...(days === null ? [] : between('c.valueFrom', { ...days, to: null }, given)),
    ...(days === null ? [] : between('c.valueTo', { ...days, from: null }, given)),
  ];
}

export function realsOf({ from, to }: Between<number>): Between<Real> {
  return { from: from === null ? null : new Real(from), to: to === null ? null : new Real(to) };
}

export function daysOf({ from, to }: Between<string>): Between<NonNullable<ReturnType<typeof toDay>>> {
  return { from: toDay(from), to: toDay(to) };
}

/** Of one artefact: in a statement's own conditions always, which is how a claim is one that the view sees. */
function ofPlaces(filter: ClaimFilter, given: Given): string | null {
  const terms = ofOrigin(filter, given);
  return terms.length === 0 ? null : `EXISTS { ${STATED} ${terms.join(' ')} }`;
}

/** Of an artefact `a`. */
export function ofOrigin({ licence, domain, publisher }: Origin, given: Given): readonly string[] {
  return [
    given(licence, (name) => `a.licence IN ${name}`),
    given(domain, (name) => `a.domain IN ${name}`),
    given(publisher, (name) => `a.publisher IN ${name}`),
  ].flatMap((term) => (term === null ? [] : [`AND (${term})`]));
}

const OF_MOVED = 'm IN $movedBeliefs WHERE m.cluster = c.cluster';

/** The projection's belief in a claim, but for claims of moved ledgers (`ClaimSelection.belief`). */
function beliefTerms({ belief, confidence }: ClaimFilter, values: CypherValues): (string | null)[] {
  const state = `CASE WHEN c.cluster IN $moved THEN head([${OF_MOVED} | m.state]) ELSE c.belief END`;
  const own = `head(COLLECT { MATCH (b:LedgerBelief {id: c.corpus + ' ' + c.cluster}) RETURN b.confidence })`;
  const number = `CASE WHEN c.cluster IN $moved THEN head([${OF_MOVED} | m.confidence]) ELSE ${own} END`;
  const given: Given = (value, term) => (value === null ? null : term(values.of(value)));
  const range = confidence && { ...confidence, from: Math.max(0, confidence.from ?? 0) };
  return [
    belief === null ? null : `${state} IN ${values.of(belief)}`,
    ...(range === null ? [] : between(number, range, given)),
  ];
}

const artefactTerms: TermsOf<ArtefactFilter> = (filter, values, given) => {
  const { text, licence, domain, publisher, lang, mediaType, withdrawn, effectiveAt, seq } = filter;
  const isWithdrawn = 'coalesce(c.withdrawnSeq <= $seq AND c.withdrawnAt <= $until, false)';
  return [
    publisher === null ? null : `c.publisher IN ${values.of(publisher)}`,
    given(text && foldText(text), (name) => `c.words CONTAINS ${name}`),
    given(licence, (name) => `c.licence IN ${name}`),
    given(domain, (name) => `c.domain IN ${name}`),
    given(lang, (name) => `c.lang IN ${name}`),
    given(mediaType, (name) => `c.mediaType IN ${name}`),
    withdrawn === null ? null : `${withdrawn ? '' : 'NOT '}${isWithdrawn}`,
    ...times(effectiveAt, given),
    ...between('c.seq', seq, given),
  ];
};

/** Each where it is asked for: of a filter of names the server has few forms. */
function tallyTerms(kind: TallyKind): TermsOf<TallyFilter> {
  return ({ text, key, contradicting, contradicted, since, seq, counts }, values) => {
    const given: Given = (value, term) => (value === null ? null : term(values.of(value)));
    return [
      given(text, (name) => `t.name CONTAINS ${name}`),
      given(mapped(key, indexable), (name) => `t.key IN ${name}`),
      given(mapped(contradicting, indexable), (name) => `t.contradicting IN ${name}`),
      given(mapped(contradicted, indexable), (name) => `t.contradicted IN ${name}`),
      ...times(since, given, 't.since'),
      ...between('t.seq', seq, given),
      ...Object.entries(counts ?? {}).flatMap(([count, range]) =>
        between(`t.n${placeOfCount(kind, count)}`, range, given),
      ),
    ];
  };
}

function times(range: Between<string> | null, given: Given, value = 'c.effectiveAt'): (string | null)[] {
  const time = (instant: string | null | undefined) => (instant == null ? null : toDateTime(instant));
  return between(value, { from: time(range?.from), to: time(range?.to) }, given);
}

export function between<T extends BoltValue>(
  value: string,
  range: Between<T> | null,
  given: Given,
): (string | null)[] {
  return [
    given(range?.from ?? null, (name) => `${value} >= ${name}`),
    given(range?.to ?? null, (name) => `${value} <= ${name}`),
  ];
}

function mapped(
  values: readonly string[] | null,
  stored: (text: string) => string,
): readonly string[] | null {
  return values === null ? null : values.map((text) => stored(text));
}

export function nameOf(text: string): string {
  return indexable(foldText(text));
}

/** What an opposition is found by: of its two domains what an index takes of them. */
export function opponentParams(kind: TallyKind, key: string): BoltParams {
  if (kind !== 'opposition') return { contradicting: null, contradicted: null };
  const { contradicting, contradicted } = opponentsOf(key);
  return { contradicting: indexable(contradicting), contradicted: indexable(contradicted) };
}
