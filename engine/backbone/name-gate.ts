/** Where the proper names of the question stand: in the sentence, in what precedes it, or in its title. */
import { calendarWords } from '../question/function-words.ts';
import { areKin } from '../question/kinship.ts';
import type { Question, QuestionName } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { demonymsOf } from '../text/demonyms.ts';
import { foldForComparison } from '../text/word-forms.ts';
import type { CandidateSentence } from './candidate.ts';
import { MAX_CONTEXT_SENTENCES, type SentenceReading } from './sentence-reading.ts';

/** Where a name was found; `before` is an index into the reading's context sentences. */
export type NamePlace = 'own' | { readonly before: number } | 'title';

/** How many other words may stand between two words of a name ("Quarrel, the database, 6.1.3"). */
const MAX_NAME_GAP = 5;
/** Endings that make the adjective of a name: "Africa", "African". */
const DEMONYM = /^(?:n|an|ian|ish|ese|i|ean|s)$/;
const MIN_DEMONYM_STEM = 4;
const STARTS_WITH_DIGIT = /^\d/;
/** After these a name is a measure for another, not the subject: "26 more than Lisbon". */
const COMPARED = /^(?:than|unlike|except|not|versus)$/;

/** Places of all names, in the question's order; null as soon as one is nowhere. */
export function placeNames(question: Question, reading: SentenceReading): readonly NamePlace[] | null {
  const places: NamePlace[] = [];
  for (const name of question.names) {
    const place = placeOf(name, reading);
    if (place === null) return null;
    places.push(place);
  }
  return places;
}

/** A cheap first look: whether every word of every name, or its beginning, occurs at all. */
export function mayHoldNames(question: Question, candidate: CandidateSentence): boolean {
  const near = candidate.before.slice(-MAX_CONTEXT_SENTENCES);
  const text = foldForComparison(
    [candidate.title, candidate.heading ?? '', ...near, candidate.text, candidate.publisher].join(' '),
  );
  return question.names.every((name) =>
    name.words.every((word) =>
      [word.slice(0, MIN_DEMONYM_STEM), ...demonymsOf(word)].some((form) => text.includes(form)),
    ),
  );
}

function placeOf(name: QuestionName, reading: SentenceReading): NamePlace | null {
  if (findName(name, reading.words) !== null) return 'own';
  for (let i = reading.before.length - 1; i >= 0; i--) {
    if (findName(name, reading.before[i] ?? []) !== null) return { before: i };
  }
  if (findName(name, reading.title) !== null || isPublisher(name, reading)) return 'title';
  return placeOfTail(name, reading);
}

/** Shorter ones stand in too many domains by chance. */
const MIN_PUBLISHER = 5;

/** A publisher speaks of itself: on norrsund-line.example "the company" is the Norrsund Line. */
function isPublisher(name: QuestionName, { candidate: { publisher } }: SentenceReading): boolean {
  const label = (publisher.split('.')[0] ?? '').replace(/-/g, '');
  const own = name.words.join('');
  return own.length >= MIN_PUBLISHER && label.startsWith(own);
}

/** "Dorn High Street" is "the High Street" in a text that has spoken of Dorn. */
function placeOfTail(name: QuestionName, reading: SentenceReading): NamePlace | null {
  // Of "Node.js 20" the number says nothing without its name.
  if (name.words.some((word) => /\d/.test(word))) return null;
  for (let from = 1; from < name.words.length; from++) {
    const [head, tail] = [name.words.slice(0, from), name.words.slice(from)].map((words) => ({
      ...name,
      words,
    }));
    if (head === undefined || tail === undefined || findName(tail, reading.words) === null) continue;
    const before = reading.before.findLastIndex((words) => findName(head, words) !== null);
    if (before >= 0 || findName(head, reading.title) !== null) return 'own';
  }
  return null;
}

/** The word range `[from, to)` that holds all words of the name in order of the text; null where it does not stand. */
export function findName(name: QuestionName, words: readonly Word[]): { from: number; to: number } | null {
  const folded = words.map((word) => foldForComparison(word.norm));
  for (let from = 0; from < words.length; from++) {
    const to = endOfName(name, folded, from);
    const before = folded[from - 1] === 'the' ? folded[from - 2] : folded[from - 1];
    if (to === null || COMPARED.test(before ?? '')) continue;
    if (name.words.length > 1 || continuesAsAsked(name, words[to]) || !isExtended(words, to))
      return { from, to };
  }
  return null;
}

/** "Dorn Lido" where "the pool in Dorn" is asked for. */
function continuesAsAsked({ beside = [], longer }: QuestionName, next: Word | undefined): boolean {
  if (longer !== undefined && foldForComparison(next?.norm ?? '') === longer) return true;
  return next?.keys.some((key) => beside.some((asked) => areKin(asked, key))) ?? false;
}

/** "Castlemoor" is not the Castlemoor Echo, though "Python" is in Python 3.9. */
function isExtended(words: readonly Word[], to: number): boolean {
  const [last, next] = [words[to - 1], words[to]];
  if (last === undefined || next === undefined || next.start !== last.end + 1) return false;
  return next.pos === 'PROPN' && /^\p{Lu}\p{Ll}/u.test(next.text) && !calendarWords.has(next.norm);
}

function endOfName(name: QuestionName, folded: readonly string[], from: number): number | null {
  const missing = new Set(name.words);
  if (!take(missing, folded[from] ?? '')) return null;
  let gap = 0;
  for (let at = from + 1; missing.size > 0; at++) {
    if (at >= folded.length || gap > MAX_NAME_GAP) return null;
    const word = folded[at] ?? '';
    const taken = take(missing, word);
    // "Node.js 16; 20 April" is not Node.js 20: another number has taken its place.
    if (!taken && STARTS_WITH_DIGIT.test(word) && [...missing].some((part) => STARTS_WITH_DIGIT.test(part)))
      return null;
    gap = taken ? 0 : gap + 1;
    if (missing.size === 0) return at + 1;
  }
  return from + 1;
}

function take(missing: Set<string>, word: string): boolean {
  for (const part of missing) {
    if (!standsFor(part, word)) continue;
    missing.delete(part);
    return true;
  }
  return false;
}

function standsFor(part: string, word: string): boolean {
  if (part === word || word === `${part}.0` || demonymsOf(part).includes(word)) return true;
  const [short, long] = part.length < word.length ? [part, word] : [word, part];
  if (short.length < MIN_DEMONYM_STEM || !/\p{L}$/u.test(short)) return false;
  return long.startsWith(short) && DEMONYM.test(long.slice(short.length));
}
