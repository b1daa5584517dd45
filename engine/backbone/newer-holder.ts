/**
 * Who came after the one that the best sentence names: "Len Garrod has been tower captain", and years later "Josie Pell
 * has taken over from him". The newer sentence need not repeat the question's words; it speaks of the same person.
 */
import type { Span } from '../../graph/claim.ts';
import { areKin } from '../question/kinship.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { findNames, type NameMention } from '../text/names.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { answerValues } from './answer-values.ts';
import { meets } from './coverage.ts';
import { placeNames } from './name-gate.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';
import { hasLeft, isLeaving } from './succession.ts';
import type { ValueMention } from './value.ts';
import { wordingFactors } from './wording.ts';

/** Who held the office until then, by the sentence that says so. */
export interface Holder {
  readonly reading: SentenceReading;
  /** Folded words of the name. */
  readonly name: readonly string[];
}

/** "took over from him", "succeeds her": the one who left stands in this sentence or the one before. */
const LEFT_PRONOUN =
  /\b(?:t(?:ook|akes?|aken|aking) over from|succeed(?:s|ed|ing)?|replac(?:es|ed|ing)|follow(?:s|ed|ing)|in place of|steps? into|stepped into|t(?:ook|akes?|aken|aking))\s(?:him|her|his|them|their)\b(?:\s(?:place|post|job|role|shoes|office|seat))?/iu;
/** "Her deputy has stepped up", where the sentence before tells that she has left. */
const STEPS_UP =
  /\b(?:step(?:s|ped)\s(?:up|in)|t(?:akes|ook|aken)\s(?:over|charge)|fill(?:s|ed)\sthe\s(?:gap|post|vacancy)|(?:is|was|been)\s(?:promoted|appointed|named|chosen))\b/iu;
/** "as captain", "as the head of": the office that changes hands. */
const AS_OFFICE = /\bas\s(?:(?:the|its|their|his|her|an?)\s)?(?:new\s)?((?:\p{Ll}[\p{L}-]*\s?){1,3})/u;

const NEW_PLACE = /\b(?:to|into|in|at)\s((?:the|an?)\s(?:\p{Ll}[\p{L}-]*\s?){1,4})/u;

/** Where the thing went by a newer sentence that tells of its leaving the place; for a new place without a name. */
export function newPlaceIn(question: Question, left: Holder, reading: SentenceReading): ValueMention | null {
  const { text, names } = reading;
  if (placeNames(question, reading) === null) return null;
  const place = names.find((name) => isCalled(left, name) && hasLeft(text, name));
  const match = place === undefined ? null : NEW_PLACE.exec(text.slice(place.end));
  if (place === undefined || match === null) return null;
  const end = place.end + match.index + match[0].trimEnd().length;
  const start = place.end + match.index + match[0].length - (match[1] ?? '').length;
  const value = { start, end, key: foldForComparison(text.slice(start, end)), fit: 1, feature: 'new place' };
  return wordingFactors(question, reading, value) === null ? null : value;
}

/** The one who came after the holder by a newer sentence; null where it tells of no such change. */
export function successorIn(
  question: Question,
  holder: Holder,
  reading: SentenceReading,
): ValueMention | null {
  const { text, names } = reading;
  const held = names.filter((name) => isCalled(holder, name));
  const left =
    held.some((name) => hasLeft(text, name) || isLeaving(text, name)) ||
    (LEFT_PRONOUN.test(text) && isSpokenOf(holder, reading)) ||
    (STEPS_UP.test(text) && hasLeftBefore(holder, reading));
  if (!left || isOtherOffice(question, holder, reading)) return null;
  const came = answerValues(question, reading).filter(
    (value) =>
      value.fit === 1 &&
      !held.some((name) => name.start < value.end && value.start < name.end) &&
      !/^['’]s\b/u.test(text.slice(value.end)) &&
      wordingFactors(question, reading, value) !== null,
  );
  const [only] = came;
  return only !== undefined && came.length === 1 ? only : null;
}

function isCalled({ name }: Holder, mention: NameMention): boolean {
  const words = foldForComparison(mention.key).split(' ');
  return name.includes(words.at(-1) ?? '') || (words.length === 1 && name.includes(words[0] ?? ''));
}

/** In the sentence, or as the one whom the sentence before is about. */
function isSpokenOf({ name }: Holder, { words, before }: SentenceReading): boolean {
  const near = [...(before.at(-1) ?? []), ...words];
  return near.some(({ norm, pos }) => pos === 'PROPN' && name.includes(foldForComparison(norm)));
}

function hasLeftBefore(holder: Holder, { candidate, before }: SentenceReading): boolean {
  const last = candidate.before.at(-1) ?? '';
  return findNames(last, before.at(-1) ?? []).some(
    (name) => isCalled(holder, name) && (hasLeft(last, name) || isLeaving(last, name)),
  );
}

/** "… has succeeded her as treasurer" says nothing of the mayor that she is. */
function isOtherOffice(question: Question, holder: Holder, reading: SentenceReading): boolean {
  const match = AS_OFFICE.exec(reading.text);
  if (match === null) return false;
  const start = match.index + match[0].length - (match[1] ?? '').length;
  const office = wordsIn(reading, { start, end: match.index + match[0].length }).filter(
    ({ pos }) => pos === 'NOUN',
  );
  return office.length > 0 && !office.some((word) => isKnown(question, holder, word));
}

function isKnown(question: Question, { reading }: Holder, word: Word): boolean {
  if (question.terms.some((term) => meets(term, word))) return true;
  return reading.words.some((one) => one.keys.some((key) => word.keys.some((other) => areKin(key, other))));
}

/** The holder whom a sentence names with its value. */
export function holderOf(reading: SentenceReading, value: Span & { readonly key: string }): Holder {
  const spoken = wordsIn(reading, segmentAt(reading, value.start)).filter(
    ({ start, end }) => start >= value.start && end <= value.end,
  );
  return { reading, name: spoken.map(({ norm }) => foldForComparison(norm)) };
}
