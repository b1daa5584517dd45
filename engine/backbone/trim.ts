/**
 * The clause of a sentence that answers, when the rest gives other values of the same kind.
 *
 * The quote stays the full sentence; only the summary's words are cut, at clear boundaries, and stay verbatim.
 */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { isPronoun } from '../text/coreference.ts';
import type { NameMention } from '../text/names.ts';
import type { QuantityMention } from '../text/quantities.ts';
import type { Ranked } from './candidate.ts';
import { carries } from './coverage.ts';
import { findName } from './name-gate.ts';
import { readSentence, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { hasLeft } from './succession.ts';
import { textOf } from './value.ts';

/** Where the sentence turns to something else; a tail is cut here as soon as another value follows. */
const TURN =
  /;\s|\s[–—]\s|,?\s(?=(?:while|whereas|although|though|whilst|mientras)\s)|,\s(?=(?:but|pero|not)\s)|,?\s(?=and\snot\b)|,?\s(?=(?:(?:up|down)\sfrom|compared\s(?:with|to)|instead\sof|rather\sthan|in\splace\sof|in\ssuccession\sto|as\s(?:against|opposed\sto))\s)/gu;
/** Where it only adds something: a cut leaves a clause if a verb stands before it. */
const ADDITION =
  /,\s(?=(?:which|who|whose|where|when|an?\s\p{L}+\s(?:that|which)|having|formerly|previously|once|hitherto|and\s(?:its?|his|her|their|he|she|they|the|an?|there))\s)|,?\s(?=(?:(?:succeed|replac|supersed|displac|overtak|supplant)ing|(?:beat|defeat)ing|taking\sover\sfrom|ahead\sof|followed\sby)\s)/gu;
/** Lesser joints; of these the last before the other value. */
const JOINT =
  /,\s|,?\s(?=(?:and|or|y|o)\s(?:(?:about|around|nearly|some|over|another|at least|up to|\p{Lu}[\p{L} ]{0,40}?)\s)?[£€$¥]?\d)|,?\s(?=(?:and|or)\s\p{L}+\s[\p{L}]+s\b)/gu;
/** Where a head may be cut off. */
const HEAD = /;\s|\s[–—]\s|,\s(?:while|whereas|although|though|but)\s/gu;

/** What the sentence answers with, and the other values of its kind. */
interface Competition {
  readonly answer: Span;
  readonly rivals: readonly Span[];
  /** Only among amounts is a plain comma boundary enough. */
  readonly amounts: boolean;
}

/** The part of the sentence to show; the whole sentence where nothing competes or no boundary is clear. */
export function answeringClause(question: Question, ranked: Ranked): Span {
  const reading = readSentence(ranked.candidate);
  const whole = { start: 0, end: ranked.candidate.text.length };
  const competition = competitionIn(question, ranked, reading);
  if (competition.rivals.length === 0) return whole;
  const end = cutTail(
    reading,
    competition,
    (at) => keepsNames(question, reading, { start: 0, end: at }) && keepsTerms(question, reading, at),
  );
  const start = cutHead(reading, competition, (from) => keepsNames(question, reading, { start: from, end }));
  const shown = { start, end };
  const without = (one: Span) => one.end <= shown.start || one.start >= shown.end;
  return competition.rivals.every(without) ? shown : (holderAlone(question, reading, competition) ?? shown);
}

/** ", formerly of Dorn, who took up the post in May": what the rest of the sentence says of the holder. */
const HOLDER_AFTER =
  /^(?:,\s[^,;:]{1,80})?,\swho\s(?:(?:has|had|is|was|will)\s)?(?:\p{L}+\s){1,3}(?:(?:the|his|her|its|this)\s(?:post|job|role|office|position|helm|chair|place|title|charge|reins)|over|charge|office)\b[^;:]*$/u;

/** The new holder with the clause that says so, where what stands before names the old one. */
function holderAlone(
  question: Question,
  { text }: SentenceReading,
  { answer, rivals }: Competition,
): Span | null {
  const clause = HOLDER_AFTER.exec(text.slice(answer.end));
  if (clause === null || question.entityKind !== 'person') return null;
  return rivals.some((one) => one.start >= answer.end) ? null : { start: answer.start, end: text.length };
}

/** No name or year of the question may go with what is cut. */
function keepsNames(question: Question, reading: SentenceReading, span: Span): boolean {
  const kept = wordsIn(reading, span);
  const named = question.names.every(
    (name) => findName(name, reading.words) === null || findName(name, kept) !== null,
  );
  const shown = textOf(reading, span);
  return named && question.years.every((year) => !reading.text.includes(year) || shown.includes(year));
}

/** A tail that says something of what was asked stays. */
function keepsTerms(question: Question, reading: SentenceReading, end: number): boolean {
  const kept = wordsIn(reading, { start: 0, end });
  const spoken = question.terms.filter((term) => !term.impliedByUnit && carries(term, reading.words));
  return spoken.every((term) => carries(term, kept));
}

function competitionIn(question: Question, ranked: Ranked, reading: SentenceReading): Competition {
  const amount = answerIn(ranked, reading);
  const answer = ranked.value;
  if (amount !== undefined)
    return { answer, rivals: reading.quantities.filter((one) => mayCompete(amount, one)), amounts: true };
  const apart = (one: Span) => one.end <= answer.start || one.start >= answer.end;
  if (question.form === 'version') {
    const numbers = reading.quantities.filter(({ dimension }) => dimension === 'number');
    return { answer, rivals: [...reading.versions, ...numbers].filter(apart), amounts: false };
  }
  if (question.form === 'date') {
    const times = reading.quantities.filter(({ dimension }) => dimension === 'duration');
    const others = [...otherDays(reading, answer), ...[...reading.dates, ...times].filter(apart)];
    return { answer, rivals: others.toSorted((a, b) => a.start - b.start), amounts: true };
  }
  if (question.form !== 'entity') return { answer, rivals: [], amounts: false };
  return { answer, rivals: rivalNames(question, reading).filter(apart), amounts: false };
}

function rivalNames(question: Question, reading: SentenceReading): NameMention[] {
  const isAsked = (one: NameMention) =>
    question.names.some((name) => findName(name, wordsIn(reading, one)) !== null);
  return reading.names.filter((one) => !isAsked(one) && !isPlaced(question, reading, one));
}

/** Where something happened does not compete with who did it. */
function isPlaced(question: Question, { text }: SentenceReading, name: Span): boolean {
  if (hasLeft(text, name)) return false;
  return (
    question.entityKind === 'person' && /\b(?:in|at|of|near)\s(?:the\s)?$/iu.test(text.slice(0, name.start))
  );
}

const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days\b/gu;
const DAY_DENIED = /\b(?:rather than|instead of|not)\b/u;

/** The weekdays of another place ("in Tarn on Thursdays"), or those that are over ("rather than Thursdays"). */
function otherDays({ text, names }: SentenceReading, answer: Span): Span[] {
  const days = [...text.matchAll(WEEKDAY)].map(({ 0: day, index }) => ({
    start: index,
    end: index + day.length,
  }));
  if (!days.some(({ start }) => start === answer.start)) return [];
  return days.filter(({ start }) => {
    const named = names.some((name) => name.start >= answer.end && name.end <= start);
    return start > answer.start && (named || DAY_DENIED.test(text.slice(answer.end, start)));
  });
}

/** Whether another sentence states a quantity or a person that could be taken for the answer. */
export function rivalsIn(question: Question, ranked: Ranked, sentence: string): boolean {
  const other = readSentence({ ...ranked.candidate, text: sentence, before: [] });
  const answer = answerIn(ranked, readSentence(ranked.candidate));
  if (answer !== undefined) return other.quantities.some((one) => competes(answer, one));
  if (question.entityKind !== 'person' || isPronoun(ranked.value.text.toLowerCase())) return false;
  const own = ranked.value.key.split(' ');
  return rivalNames(question, other).some(({ key }) => !key.split(' ').some((word) => own.includes(word)));
}

/** How many other values of the asked kind the shown part of a sentence names. */
export function rivalsShown(question: Question, ranked: Ranked): number {
  const shown = answeringClause(question, ranked);
  const { rivals } = competitionIn(question, ranked, readSentence(ranked.candidate));
  return rivals.filter((one) => one.end > shown.start && one.start < shown.end).length;
}

/** The quantity that is the answer; none where the value is a name, a date or the statement itself. */
function answerIn({ value }: Ranked, reading: SentenceReading): QuantityMention | undefined {
  return reading.quantities.find((one) => one.start === value.start && one.end === value.end);
}

/** Within one sentence a bare number takes over the unit: "30 minutes, with a break of fifteen". */
function mayCompete(answer: QuantityMention, other: QuantityMention): boolean {
  const bare = other.dimension === 'number' && !other.ordinal && answer.min !== other.min;
  return competes(answer, other) || (bare && other !== answer);
}

function competes(answer: QuantityMention, other: QuantityMention): boolean {
  if (other === answer || continues(answer, other)) return false;
  // "Seven islands; the eighth was washed away": among counts a rank may be taken for another count.
  if (other.ordinal) return kindOf(answer) === 'count' && other.unit === '';
  const sameKind = kindOf(answer) === kindOf(other) || repeatsUnit(answer, other);
  return sameKind && (answer.min !== other.min || answer.max !== other.max);
}

/** "6.18 metres, one week after his 6.17": a decimal without a unit, as exact as the answer, takes over its unit. */
function repeatsUnit(answer: QuantityMention, other: QuantityMention): boolean {
  return other.dimension === 'number' && other.precision < 0 && other.precision === answer.precision;
}

/** "one hour and forty minutes", "1,642 m, or 5,387 feet": one value in two units. */
function continues(answer: QuantityMention, other: QuantityMention): boolean {
  const gap = other.start - answer.end;
  if (kindOf(answer) === 'count') return false;
  return answer.dimension === other.dimension && answer.unit !== other.unit && gap >= 0 && gap <= MAX_JOINT;
}

/** Longest joint between two units of one value, as in ", or ". */
const MAX_JOINT = 6;

function kindOf(quantity: QuantityMention): string {
  if (quantity.dimension === 'angle') return 'temperature';
  return quantity.dimension === 'number' ? 'count' : quantity.dimension;
}

function cutTail(
  reading: SentenceReading,
  { answer, rivals, amounts }: Competition,
  keeps: (end: number) => boolean,
): number {
  const text = reading.candidate.text;
  const rival = rivals.find((one) => one.start >= answer.end);
  if (rival === undefined) return text.length;
  const isPlace = (at: number) => at >= answer.end && at < rival.start && keeps(at);
  const additions = placesOf(ADDITION, text).filter((at) => hasVerb(reading, at));
  const predicates = amounts ? newPredicates(reading) : [];
  const turns = [...placesOf(TURN, text), ...additions, ...predicates].filter(isPlace);
  const joints = amounts ? placesOf(JOINT, text).filter((at) => isPlace(at) && hasVerb(reading, at)) : [];
  return turns.length > 0 ? Math.min(...turns) : (joints.at(-1) ?? text.length);
}

/** What is kept must still be a clause. */
function hasVerb({ words }: SentenceReading, end: number): boolean {
  const verbs = words.filter(({ pos }) => pos === 'VERB' || pos === 'AUX' || pos === 'X');
  return verbs.length === 0 || verbs.some((word) => word.end <= end);
}

function placesOf(pattern: RegExp, text: string): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index);
}

/** "… and eats 14 kilograms": a second verb of the same subject. */
function newPredicates({ words }: SentenceReading): number[] {
  return words.flatMap((word, i) => {
    const next = words[i + 1]?.pos === 'ADV' ? words[i + 2] : words[i + 1];
    const joins = /^(?:and|but|or)$/.test(word.norm) && /^(?:VERB|AUX)$/.test(next?.pos ?? '');
    return joins ? [words[i - 1]?.end ?? word.start] : [];
  });
}

function cutHead(
  reading: SentenceReading,
  { answer, rivals }: Competition,
  keeps: (start: number) => boolean,
): number {
  const joints = [...reading.text.matchAll(HEAD)].map((match) => match.index + match[0].length);
  const ends = [...joints, ...frontedEnd(reading)];
  const cut = Math.max(0, ...ends.filter((at) => at <= answer.start && keeps(at)));
  return rivals.some((one) => one.end <= cut) ? cut : 0;
}

const CONTINUES = /^(?:when|where|which|who|whose|and|or|but|it|he|she|they|its|his|her|their)$/;

/**
 * "Of the more than 5,000 planets known, the nearest …": where the main clause begins behind a fronted phrase. Only in
 * the present: cut off from a past statement, the phrase might be the time for which it holds.
 */
function frontedEnd({ words }: SentenceReading): number[] {
  const comma = words.findIndex((word, i) => word.text === ',' && !continuesFronted(words[i + 1]));
  const fronted = words.slice(
    0,
    words.findIndex((word) => word.text === ','),
  );
  if (!/^(?:ADP|SCONJ)$/.test(words[0]?.pos ?? '') || fronted.some(isFiniteVerb)) return [];
  const main = comma < 0 ? [] : words.slice(comma + 1);
  const verb = main.find(
    ({ pos, norm }) => pos === 'AUX' || (pos === 'VERB' && !/(?:ing|ed|wn)$/.test(norm)),
  );
  const lasting = verb !== undefined && (/^(?:is|are|has|have)$/.test(verb.norm) || /[^s]s$/.test(verb.norm));
  const first = main[0];
  return lasting && first !== undefined ? [first.start] : [];
}

function continuesFronted(word: Word | undefined): boolean {
  return word === undefined || word.pos === 'NUM' || CONTINUES.test(word.norm);
}

function isFiniteVerb({ pos, norm }: Word): boolean {
  return pos === 'AUX' || (pos === 'VERB' && !/(?:ing|ed|wn)$/.test(norm));
}
