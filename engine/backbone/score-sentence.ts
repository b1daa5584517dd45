/** One sentence against one question: the gates it must pass, and the factors of its score. */
import type { Span } from '../../graph/claim.ts';
import type { Question, Term } from '../question/question.ts';
import { answerValues } from './answer-values.ts';
import { isAgent, isAppointedByAsked, isOfOtherOffice, lacksEvent, lacksOffice } from './asked-event.ts';
import type { Ranked, Reason } from './candidate.ts';
import { causeFactor } from './cause.ts';
import {
  type Coverage,
  clashIn,
  cover,
  coverSpan,
  spokenOf,
  takesUp,
  type WeightedTerm,
} from './coverage.ts';
import { tellsMove } from './move.ts';
import { type NamePlace, placeNames } from './name-gate.ts';
import { type Statement, takesPlaceOf } from './newer-figure.ts';
import { isOfOtherGroup, speaksOfOtherGroup } from './other-group.ts';
import { type DocumentOf, verdictOf } from './polarity.ts';
import { isOfEvent, ROLE_FACTOR, roleOf } from './quantity-role.ts';
import { scopeFactors } from './scope.ts';
import { clauseAt, passageAt, type SentenceReading, segmentAt } from './sentence-reading.ts';
import {
  belongsToOther,
  belongsToRival,
  continuesContext,
  isMereAdjunct,
  isOfOwnPart,
  precedesName,
} from './subject.ts';
import { superlativeFactor } from './superlative.ts';
import { textOf, type ValueMention } from './value.ts';
import { wordingFactors } from './wording.ts';

/** Least coverage, own and with context, of a sentence that may answer. */
const MIN_REACH = 0.4;
/** Or, where a name anchors the question, this share of the terms, however rare the missing one. */
const MIN_SHARE = 0.5;
/** Two things are compared by what is said of both: half the words are not enough. */
const MIN_REACH_OF_COMPARISON = 0.6;
/** Least score of a sentence that may answer: below it, an empty answer is the honest one. */
const MIN_SCORE = 0.2;
/** What a statement of the same figure counts that shares the matter and not the words. */
const BY_FIGURE = 0.7;
/** A statement on the matter without a clear yes or no; still inside the recency window. */
const NO_CUE = 0.75;
/** One that leaves a word of the question out; with no cue it lies outside the window, and only fills a silence. */
const PARTIAL = 0.8;
/** The reason of such a statement, by which a summary knows not to quote it as the other side. */
export const PARTIAL_STATEMENT = 'partial statement';

/**
 * Scores one sentence; null where it does not support an answer. Alternatives are filled in by the ranking.
 *
 * @param older the statement that this sentence may be a newer one of: then it need not repeat the question's words
 */
export function scoreSentence(
  question: Question,
  terms: readonly WeightedTerm[],
  reading: SentenceReading,
  documentOf: DocumentOf,
  older: Statement | null = null,
): Ranked | null {
  const places = placeNames(question, reading);
  if (places === null || !continuesContext(question, reading, places)) return null;
  if (isMereAdjunct(question, reading) || belongsToOther(question, reading)) return null;
  if (lacksEvent(question, reading)) return null;
  const coverage = cover(question, terms, reading);
  if (older === null && question.form !== 'yes-no' && !coversEnough(question, coverage)) return null;
  if (lacksOffice(question, reading)) return null;
  const superlative = superlativeFactor(question, reading);
  const cause = causeFactor(question, reading);
  if (superlative === 0 || cause === null) return null;
  const base: Reason[] = [
    older === null
      ? { feature: 'coverage', factor: coverage.score }
      : { feature: 'newer figure', factor: BY_FIGURE },
    { feature: 'names', factor: placeFactor(places) },
    { feature: 'superlative', factor: superlative },
    cause,
  ];
  return question.form === 'yes-no'
    ? scoreVerdict(question, reading, documentOf, places, base)
    : scoreValue({ question, terms, missing: coverage.missing, older }, reading, places, base);
}

/** What is asked must be there; a narrowing word may be missing when most of the weight stands. */
function coversEnough(question: Question, coverage: Coverage): boolean {
  if (coverage.missing.some((term) => term.role === 'asked')) return false;
  const needed = question.terms.filter((term) => !term.impliedByUnit && term.role !== 'kind');
  const anchored = question.names.length > 0 && needed.every(({ role }) => role === 'modifier');
  if (needed.length > 0 && coverage.own === 0 && !anchored) return false;
  if (coverage.missing.some((term) => /^\d/.test(term.surface))) return false;
  if (lacksHead(question, coverage) || lacksMatter(question, coverage)) return false;
  if (lacksDeed(question, coverage)) return false;
  const found = needed.length - coverage.missing.filter((term) => term.role !== 'kind').length;
  if (isAnyFigure(question, found, needed.length)) return false;
  if (question.form === 'comparison') return coverage.reach >= MIN_REACH_OF_COMPARISON;
  return coverage.reach >= MIN_REACH || (question.names.length > 0 && found >= needed.length * MIN_SHARE);
}

/** "How many windows have been broken" asks for what was done to them, not how many there are. */
function lacksDeed({ form, text }: Question, { missing }: Coverage): boolean {
  if (form !== 'count' || !/\b(?:have|has)\sbeen\b/iu.test(text)) return false;
  return missing.some(({ role }) => role === 'verb');
}

/** "How much caffeine is there in a can of cola": without a name, a figure of caffeine is one of anything that has some. */
function isAnyFigure({ names, form }: Question, found: number, needed: number): boolean {
  if (names.length > 0 || !(form === 'count' || form === 'measure')) return false;
  return needed > 0 && found <= needed * MIN_SHARE;
}

/**
 * What is asked about at a named place: when the library of a town opens is not said by a sentence on that town's bypass.
 * And what something became is not said where it became something else.
 */
function lacksMatter({ form, text, entityKind }: Question, { missing }: Coverage): boolean {
  if (form !== 'date' && entityKind === null) return false;
  const matters = [...text.matchAll(MATTER)].map(([, placed, become]) => placed ?? become);
  return missing.some(({ surface, role }) => role !== 'modifier' && matters.includes(surface));
}

const MATTER =
  /\b(?:the|does|did|for)\s(?:\p{Ll}+\s)?(\p{Ll}+)(?=\s(?:in|at|near)\s(?:the\s)?\p{Lu})|(?<=\bbecome\s)(\p{Ll}+)/gu;

/** Forms whose answer is nothing without the thing that it is the answer of, where no name anchors the question. */
const NEEDS_HEAD: ReadonlySet<string> = new Set(['count', 'measure', 'date', 'entity']);

/**
 * A world record "in the long jump" is no record of a text in which nobody jumps, and who runs "the Dorn harbour
 * authority" is not said by a text without an authority.
 */
function lacksHead(question: Question, { missing }: Coverage): boolean {
  if (lacksMeasured(question, missing) || lacksPlace(question, missing)) return true;
  const isLoose =
    question.names.length > 0 ? question.entityKind !== 'person' : !NEEDS_HEAD.has(question.form);
  if (isLoose) return false;
  const heads = question.modifications.map(({ head }) => head.surface);
  return missing.some((term) => term.role === 'other' && heads.includes(term.surface));
}

/** How tall the tower of the church is, is not said where no tower is spoken of. */
function lacksMeasured(question: Question, missing: readonly Term[]): boolean {
  if (!MEASURED.test(question.text)) return false;
  const thing = question.terms.find(({ role, impliedByUnit }) => role === 'other' && !impliedByUnit);
  return thing !== undefined && missing.some(({ surface }) => surface === thing.surface);
}

/** A pitch "at the campsite" is no pitch of a text without a campsite. */
function lacksPlace({ text, form }: Question, missing: readonly Term[]): boolean {
  if (form !== 'measure' && form !== 'count') return false;
  const placed = [...text.toLowerCase().matchAll(PLACED)].map(([, noun]) => noun);
  return missing.some(({ surface, role }) => role === 'other' && placed.includes(surface));
}

const PLACED = /\b(?:at|on)\sthe\s(?:\p{Ll}+\s)?(\p{Ll}+)(?=\s(?:at|in|on|of|by)\b|\s?\?)/gu;

const MEASURED =
  /^how\s(?:tall|high|long|wide|deep|heavy|thick|old|big|large)\s(?:is|are|was|were)\s(?:the|an?)\s\p{Ll}+\s(?:of|on|in|at)\s/iu;

function placeFactor(places: readonly NamePlace[]): number {
  if (places.every((place) => place === 'own')) return 1;
  return places.includes('title') ? 0.9 : 0.95;
}

function scoreVerdict(
  question: Question,
  reading: SentenceReading,
  documentOf: DocumentOf,
  places: readonly NamePlace[],
  base: readonly Reason[],
): Ranked | null {
  const verdict = verdictOf(question, reading, documentOf);
  if (verdict === null) return null;
  const wording = wordingFactors(question, reading, verdict.span);
  if (wording === null) return null;
  const cue = {
    feature: `cue ${verdict.polarity ?? 'none'}`,
    factor: verdict.polarity === null ? NO_CUE : 1,
  };
  const stated = { feature: 'coverage', factor: 0.8 + 0.2 * verdict.own };
  const partial = { feature: PARTIAL_STATEMENT, factor: verdict.complete ? 1 : PARTIAL };
  const value = {
    ...verdict.span,
    text: textOf(reading, verdict.span),
    key: verdict.polarity ?? reading.text,
  };
  return ranked(reading, places, value, verdict.polarity, [
    stated,
    partial,
    ...base.slice(1),
    ...wording,
    cue,
  ]);
}

interface ScoredValue {
  readonly value: ValueMention;
  readonly reasons: readonly Reason[];
  /** Decides between the values of one sentence, not between sentences. */
  readonly preference: number;
}

/** The question, its weighted terms, and those that stand neither in the sentence nor in its context. */
interface Weighed {
  readonly question: Question;
  readonly terms: readonly WeightedTerm[];
  readonly missing: readonly Term[];
  readonly older: Statement | null;
}

function scoreValue(
  weighed: Weighed,
  reading: SentenceReading,
  places: readonly NamePlace[],
  base: readonly Reason[],
): Ranked | null {
  const scored = answerValues(weighed.question, reading).flatMap(
    (value) => scoreOne(weighed, reading, value) ?? [],
  );
  const best = scored.toSorted((a, b) => b.preference - a.preference || a.value.start - b.value.start)[0];
  if (best === undefined) return null;
  const { start, end, key } = best.value;
  const value = { start, end, text: textOf(reading, best.value), key };
  return ranked(reading, places, value, null, [...base, ...best.reasons]);
}

function scoreOne(
  { question, terms, missing, older }: Weighed,
  reading: SentenceReading,
  value: ValueMention,
): ScoredValue | null {
  const segment = segmentAt(reading, value.start);
  if (clashIn(question, reading, clauseAt(reading, value.start), value) !== null) return null;
  if (belongsToRival(question, reading, value) || precedesName(question, reading, value)) return null;
  if (older !== null && !takesPlaceOf(question, older, { reading, value }, 'by its figure')) return null;
  if (isAgent(question, reading, value) || isOfOwnPart(question, reading, value)) return null;
  if (isOfOtherOffice(question, reading, value) || isAppointedByAsked(question, reading, value)) return null;
  const wording = wordingFactors(question, reading, value);
  const scope = scopeFactors(question, reading, value);
  if (wording === null || scope === null) return null;
  const measured = question.form === 'count' || question.form === 'measure';
  const own = neighbourhood(reading, segment, value);
  if (measured && speaksOfOtherGroup(question, missing, reading, value)) return null;
  if (measured && isOfOtherGroup(question, reading, segment, own)) return null;
  const event = measured && isOfEvent(question, reading, value);
  const told = measured ? roleOf(reading, value) : 'current';
  const role = event ? 'delta' : told;
  if (older !== null && role !== 'current') return null;
  const nearness =
    takesUp(question, reading) || tellsMove(question, reading)
      ? 1
      : 0.75 + 0.25 * nearnessOf(question, terms, reading, value);
  const others = terms.filter(({ term }) => term.role !== 'asked' && term.role !== 'verb');
  const closeness = 0.6 + 0.4 * coverSpan(others, reading, own);
  const reasons: Reason[] = [
    { feature: value.feature, factor: value.fit },
    { feature: `role ${role}`, factor: ROLE_FACTOR[role] },
    { feature: 'nearness', factor: nearness },
    ...wording,
    ...scope,
  ];
  return { value, reasons, preference: product(reasons) * closeness };
}

/** How many of the terms stand by the value; what a pronoun opens with stands where the pronoun does. */
function nearnessOf(
  question: Question,
  terms: readonly WeightedTerm[],
  reading: SentenceReading,
  value: ValueMention,
): number {
  const passage = passageAt(reading, value.start);
  return coverSpan(terms, reading, passage, passage.start === 0 ? spokenOf(question, reading) : []);
}

/** The words that go with one of several values: from the value before it up to the next comma behind it. */
function neighbourhood(reading: SentenceReading, segment: Span, value: ValueMention): Span {
  const inside = reading.quantities.filter((one) => one.start >= segment.start && one.end <= segment.end);
  if (!inside.some((one) => one.start !== value.start)) return segment;
  const start = inside.filter((one) => one.end <= value.start).at(-1)?.end ?? segment.start;
  const comma = reading.text.indexOf(',', value.end);
  const next = inside.find((one) => one.start >= value.end)?.start ?? segment.end;
  return { start, end: comma > 0 && comma < next ? comma : next };
}

function ranked(
  reading: SentenceReading,
  places: readonly NamePlace[],
  value: Ranked['value'],
  polarity: Ranked['polarity'],
  all: readonly Reason[],
): Ranked | null {
  const score = product(all);
  if (score < MIN_SCORE) return null;
  const reasons = all.filter(({ feature, factor }) => factor !== 1 || feature === 'coverage');
  const antecedent = antecedentOf(reading, places, value.text);
  return { candidate: reading.candidate, score, value, polarity, reasons, antecedent, alternatives: [] };
}

function product(reasons: readonly Reason[]): number {
  return reasons.reduce((score, { factor }) => score * factor, 1);
}

const PRONOUN = /^(?:it|its|they|their|he|she|his|her|this|these)$/;

/** The sentence that carries a name, or else what a pronoun at the start leans on. */
function antecedentOf(reading: SentenceReading, places: readonly NamePlace[], value: string): number | null {
  const offset = reading.candidate.before.length - reading.before.length;
  const named = places.flatMap((place) => (typeof place === 'object' ? [place.before] : []));
  if (named.length > 0) return offset + Math.min(...named);
  const pronoun = PRONOUN.test(reading.words[0]?.norm ?? '') || PRONOUN.test(value.toLowerCase());
  const leans = pronoun && reading.before.length > 0;
  return leans ? reading.candidate.before.length - 1 : null;
}
