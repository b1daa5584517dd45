/**
 * The clause of a sentence that answers, when the rest gives other values of the same kind.
 *
 * The quote stays the full sentence; only the summary's words are cut, at clear boundaries, and stay verbatim.
 */
import type { Span } from '../../graph/claim.ts';
import type { QuantityMention } from '../text/quantities.ts';
import type { Ranked } from './candidate.ts';
import { readSentence, type SentenceReading } from './sentence-reading.ts';

/** Where the sentence turns to something else; a tail is cut here as soon as another value follows. */
const TURN =
  /;\s|\s[–—]\s|,?\s(?=(?:while|whereas|although|though|whilst|mientras)\s)|,\s(?=(?:but|pero|not)\s)|,?\s(?=(?:(?:up|down)\sfrom|compared\s(?:with|to)|instead\sof|rather\sthan)\s)/gu;
/** Lesser joints; of these the last before the other value. */
const JOINT =
  /,\s|,?\s(?=(?:and|or|y|o)\s(?:(?:about|around|nearly|some|over|another|at least|up to|\p{Lu}[\p{L} ]{0,40}?)\s)?[£€$¥]?\d)|,?\s(?=(?:and|or)\s\p{L}+\s[\p{L}]+s\b)/gu;
/** Where a head may be cut off. */
const HEAD = /;\s|\s[–—]\s|,\s(?:while|whereas|although|though|but)\s/gu;

/** The part of the sentence to show; the whole sentence where nothing competes or no boundary is clear. */
export function answeringClause(ranked: Ranked): Span {
  const reading = readSentence(ranked.candidate);
  const whole = { start: 0, end: ranked.candidate.text.length };
  const answer = answerIn(ranked, reading);
  if (answer === undefined) return whole;
  const rivals = reading.quantities.filter((one) => competes(answer, one));
  return { start: cutHead(reading, answer, rivals), end: cutTail(reading, answer, rivals) };
}

/** Whether another sentence states a quantity that could be taken for the answer. */
export function rivalsIn(ranked: Ranked, sentence: string): boolean {
  const answer = answerIn(ranked, readSentence(ranked.candidate));
  if (answer === undefined) return false;
  const other = readSentence({ ...ranked.candidate, text: sentence, before: [] });
  return other.quantities.some((one) => competes(answer, one));
}

/** The quantity that is the answer; none where the value is a name, a date or the statement itself. */
function answerIn({ value }: Ranked, reading: SentenceReading): QuantityMention | undefined {
  return reading.quantities.find((one) => one.start === value.start && one.end === value.end);
}

function competes(answer: QuantityMention, other: QuantityMention): boolean {
  if (other === answer || other.ordinal || continues(answer, other)) return false;
  return kindOf(answer) === kindOf(other) && (answer.min !== other.min || answer.max !== other.max);
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
  answer: QuantityMention,
  rivals: readonly QuantityMention[],
): number {
  const text = reading.candidate.text;
  const rival = rivals.find((one) => one.start >= answer.end);
  if (rival === undefined) return text.length;
  const between = (at: number) => at >= answer.end && at < rival.start;
  const turns = [...placesOf(TURN, text), ...newPredicates(reading)].filter(between);
  const joints = placesOf(JOINT, text).filter((at) => between(at) && hasVerb(reading, at));
  return turns.length > 0 ? Math.min(...turns) : (joints.at(-1) ?? text.length);
}

/** What is kept before a lesser joint must still be a clause. */
function hasVerb({ words }: SentenceReading, end: number): boolean {
  return words.some((word) => word.end <= end && (/^(?:VERB|AUX)$/.test(word.pos) || word.pos === 'X'));
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
  answer: QuantityMention,
  rivals: readonly QuantityMention[],
): number {
  const ends = [...reading.text.matchAll(HEAD)].map((match) => match.index + match[0].length);
  const cut = ends.filter((at) => at <= answer.start).at(-1) ?? 0;
  return rivals.some((one) => one.end <= cut) ? cut : 0;
}
