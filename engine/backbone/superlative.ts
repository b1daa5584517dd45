/** "The tallest X": only a sentence that states the superlative answers; never an argmax over heights (decisions §9). */
import type { Question, Superlative } from '../question/question.ts';
import { conceptOf, gradedAt } from '../question/question-form.ts';
import type { Word } from '../question/stems.ts';
import { carries, spokenOf } from './coverage.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';
import { asksLimit, limitValues } from './special-values.ts';

/** How far after the superlative its noun may follow. */
const NOUN_REACH = 4;
const RUNNER_UP =
  /\b(?:second|third|fourth|fifth|next|\d+(?:nd|rd|th)|one of the(?: [\p{L}\d]+)?|among the)[\s-]+$/iu;
const MORE_THAN_ANY =
  /\bmore(?: [\p{L}-]+){0,3} than any other\b|\b(?:nobody|no one|no other \p{L}+)\s\p{L}+\s[^.;,]{0,40}\bmore\b[^.;,]{0,60}\bthan\b|\b(?:nobody|no one)\s\p{L}+\smore\b[^.;,]{0,60}\bthan\b/iu;
/** "Top scorer" has the most goals. */
const TOP_SCORER = /\b(?:top|leading|highest)[\s-](?:goal[\s-]?)?scorer\b/iu;
/** A runner-up names the first all the same when it says whom it follows. */
const BEHIND = /\b(?:after|behind)\s+(?:the\s+)?\p{Lu}/u;

/** 1 where the sentence states the superlative, less where only by way of a runner-up, 0 where it does not. */
export function superlativeFactor(question: Question, reading: SentenceReading): number {
  const asked = question.superlative;
  if (asked === null) return 1;
  if (asksLimit(question) && limitValues(question, reading).length > 0) return 1;
  if (asked.surface === 'most' && MORE_THAN_ANY.test(reading.text)) return 1;
  if (
    asked.surface === 'most' &&
    /^(?:goal|point|run)/.test(asked.noun?.surface ?? '') &&
    TOP_SCORER.test(reading.text)
  )
    return 1;
  if (statesRecord(question, reading)) return 1;
  const factors = reading.words.map((word, at) => factorAt(asked, question, reading, word, at));
  return Math.max(0, ...factors);
}

function factorAt(
  asked: Superlative,
  question: Question,
  reading: SentenceReading,
  word: Word,
  at: number,
): number {
  const graded = gradedAt(reading.words, at);
  if (graded === null || !sameSuperlative(asked, graded) || !hasNoun(question, reading, word, at)) return 0;
  if (!RUNNER_UP.test(reading.text.slice(0, word.start))) return 1;
  return BEHIND.test(reading.text.slice(word.end)) ? 0.6 : 0;
}

/** A record is the most there is: "the record for goals" needs no "most". */
function statesRecord({ terms }: Question, { words }: SentenceReading): boolean {
  const record = terms.find(({ surface }) => surface === 'record');
  return record !== undefined && carries(record, words);
}

function sameSuperlative(asked: Superlative, word: Word): boolean {
  if (word.norm === asked.surface) return true;
  if (asked.keys.some((key) => word.keys.includes(key))) return true;
  const concept = conceptOf({ ...word, keys: asked.keys });
  return concept !== null && concept === conceptOf(word);
}

/** The noun stands right after the superlative, or in its clause ("the largest of all penguins", "Lake Zell, the largest"). */
function hasNoun(question: Question, reading: SentenceReading, word: Word, at: number): boolean {
  const noun = question.superlative?.noun ?? null;
  if (noun === null) return true;
  if (carries(noun, reading.words.slice(at + 1, at + 1 + NOUN_REACH))) return true;
  if (/^(?:NOUN|VERB)$/.test(reading.words[at + 1]?.pos ?? '')) return false;
  if (/^of$/.test(reading.words[at + 1]?.norm ?? '') && carries(noun, spokenOf(question, reading)))
    return true;
  return carries(noun, wordsIn(reading, segmentAt(reading, word.start)));
}
