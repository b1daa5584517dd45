import type { ListedBelief } from '../../../../engine/explore/belief-tables.ts';
import { ANY_CLAIM, type ClaimFilter, type SourceCount } from '../../../../graph/store/filters.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  readValues,
  refused,
} from '../../filters/filter-join.ts';
import { MAX_FILTER_TEXT, readText } from '../../filters/filter-values.ts';
import {
  ConfidenceRangeType,
  DateRangeType,
  LogRangeType,
  QuantityRangeType,
  readConfidenceRange,
  readDayRange,
  readNumberRange,
  readQuantityRange,
  readTimeRange,
  TimeRangeType,
} from '../../filters/ranges.ts';
import { BELIEF_STATES } from '../beliefs/belief-explanation.ts';

type State = ListedBelief['state'];

const STATES: EnumValues<State> = {
  ...BELIEF_STATES,
  none: { description: 'Nothing is in its ledger.' },
};

export const BeliefFilterType = builder.enumType('BeliefFilter', {
  description: 'A state of belief; none: nothing is in the claim’s ledger.',
  values: inCapitals(STATES),
});

const SOURCES: EnumValues<SourceCount> = {
  one: { description: 'It rests on the artefacts of a single publisher.' },
  several: { description: 'Artefacts of several publishers state it.' },
};

const ClaimSourcesType = builder.enumType('ClaimSources', {
  description: 'How many publishers state a claim.',
  values: inCapitals(SOURCES),
});

interface GivenTimes {
  from?: string | null;
  to?: string | null;
}
interface GivenNumbers {
  from?: number | null;
  to?: number | null;
}
interface GivenValue {
  number?: (GivenNumbers & { unit?: string | null }) | null;
  date?: GivenTimes | null;
}

/** What a claim of a list, or the first one of a cluster, is asked for. */
export interface GivenWords {
  belief?: State[] | null;
  confidence?: GivenNumbers | null;
  text?: string | null;
  subject?: string[] | null;
  entity?: string[] | null;
  attribute?: string[] | null;
  dimension?: string[] | null;
  value?: GivenValue | null;
  cluster?: string[] | null;
  effectiveAt?: GivenTimes | null;
  seq?: GivenNumbers | null;
}

export interface GivenClaimFilter extends GivenWords, GivenJoin<GivenClaimFilter> {
  addr?: string[] | null;
  licence?: string[] | null;
  domain?: string[] | null;
  publisher?: string[] | null;
  sources?: SourceCount | null;
  and?: GivenClaimFilter[] | null;
  or?: GivenClaimFilter[] | null;
  not?: GivenClaimFilter | null;
}

export const ValueFilterType = builder.inputType('ValueFilter', {
  description:
    'What a claim states as its value. All that the value may be lies in the range: “at least 17” is in none that has an end.',
  fields: (t) => ({
    number: t.field({ type: QuantityRangeType, description: 'Of a quantity.' }),
    date: t.field({ type: DateRangeType, description: 'Of a day, or of days from one to another.' }),
  }),
});

const TEXT_WORDS = `Texts have up to ${MAX_FILTER_TEXT} characters; case does not matter in text, subject, entity and attribute.`;

export const ClaimFilterType = builder.inputRef<GivenClaimFilter>('ClaimFilter');

ClaimFilterType.implement({
  description: `What every claim of the list has. ${FILTER_WORDS} ${TEXT_WORDS}`,
  fields: (t) => ({
    belief: t.field({ type: [BeliefFilterType], description: 'Its state, as of the list’s time.' }),
    confidence: t.field({
      type: ConfidenceRangeType,
      description: 'Of the belief in it, as of the list’s time; a claim without evidence has none.',
    }),
    text: t.string({ description: 'Part of its text.' }),
    addr: t.idList({ description: 'Its address.' }),
    subject: t.stringList({ description: 'What it is about, as its structured reading has it.' }),
    entity: t.stringList({ description: 'What it is about, or what its value names.' }),
    attribute: t.stringList({ description: 'What is said of the subject: moon, height, capital.' }),
    dimension: t.stringList({ description: 'Kind of its value: count, length, money, date, entity, …' }),
    value: t.field({ type: ValueFilterType, description: 'Its value, as its structured reading has it.' }),
    cluster: t.stringList({ description: 'Of which it is one: cl_….' }),
    licence: t.stringList({
      description: 'Of an artefact that states it; domain and publisher are of the same one.',
    }),
    domain: t.stringList({ description: 'Of an artefact that states it.' }),
    publisher: t.stringList({ description: 'Of an artefact that states it.' }),
    sources: t.field({
      type: ClaimSourcesType,
      description:
        'Whether one publisher states it, or several. A mirror counts with its own publisher, other than in publisherCount.',
    }),
    effectiveAt: t.field({ type: TimeRangeType, description: 'When it took effect in the world.' }),
    seq: t.field({ type: LogRangeType, description: 'Where it was first stated.' }),
    and: t.field({ type: [ClaimFilterType], description: AND_WORDS }),
    or: t.field({ type: [ClaimFilterType], description: OR_WORDS }),
    not: t.field({ type: ClaimFilterType, description: NOT_WORDS }),
  }),
});

/** What a list of claims is filtered by: the states that every claim is in stand apart, since the projection of beliefs lists by them. */
export interface ReadClaimFilter {
  readonly filter: ClaimFilter;
  readonly belief: readonly State[] | null;
}

/** @throws {GraphQLError} `invalid:query` */
export function readClaimFilter(given: GivenClaimFilter | null | undefined): ReadClaimFilter {
  return apart(readJoined<GivenClaimFilter, ClaimFilter>(given ?? {}, ownOf));
}

export function apart({ belief, ...filter }: ClaimFilter): ReadClaimFilter {
  return { filter: { ...filter, belief: null }, belief };
}

function ownOf(given: GivenClaimFilter): ClaimFilter {
  return {
    ...wordsOf(given),
    addr: readNames('addr', given.addr),
    licence: readNames('licence', given.licence),
    domain: readNames('domain', given.domain),
    publisher: readNames('publisher', given.publisher),
    sources: given.sources ?? null,
  };
}

function statedValue(given: GivenValue | null | undefined): Pick<ClaimFilter, 'number' | 'date'> {
  if (given == null) return { number: null, date: null };
  const number = readQuantityRange('value.number', given.number);
  const date = readDayRange('value.date', given.date);
  if (number === null && date === null) throw refused('value has number or date');
  return { number, date };
}

/** As of a filter that asks for nothing else. */
export function wordsOf(given: GivenWords): ClaimFilter {
  return {
    ...ANY_CLAIM,
    belief: readValues('belief', given.belief),
    confidence: readConfidenceRange('confidence', given.confidence),
    text: readText('text', given.text),
    subject: readNames('subject', given.subject),
    entity: readNames('entity', given.entity),
    attribute: readNames('attribute', given.attribute),
    dimension: readNames('dimension', given.dimension),
    ...statedValue(given.value),
    cluster: readNames('cluster', given.cluster),
    effectiveAt: readTimeRange('effectiveAt', given.effectiveAt),
    seq: readNumberRange('seq', given.seq),
  };
}
