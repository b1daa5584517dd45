/** The other values in a sentence that a reader could take for the answer. */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import { isPronoun } from '../text/coreference.ts';
import type { NameMention } from '../text/names.ts';
import type { QuantityMention } from '../text/quantities.ts';
import type { Ranked } from './candidate.ts';
import { findName } from './name-gate.ts';
import { readSentence, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { hasLeft } from './succession.ts';

/** What the sentence answers with, and the other values of its kind. */
export interface Competition {
  readonly answer: Span;
  readonly rivals: readonly Span[];
  /** Only among amounts is a plain comma boundary enough. */
  readonly amounts: boolean;
}

/** The answer and its rivals in one sentence. */
export function competitionIn(question: Question, ranked: Ranked, reading: SentenceReading): Competition {
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
  if (!/^(?:person|place)$/.test(question.entityKind ?? '') || isPronoun(ranked.value.text.toLowerCase()))
    return false;
  const own = ranked.value.key.split(' ');
  return rivalNames(question, other).some(({ key }) => !key.split(' ').some((word) => own.includes(word)));
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
