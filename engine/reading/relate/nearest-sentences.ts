/** Finds the sentences that may be about the same thing as another, by their words and those of what stands above them. Pure. */
import { stem } from '../../../graph/stemming.ts';
import { stopWords } from '../../../graph/stop-words.ts';
import type { Statement } from './statement.ts';

export interface IndexedSentence {
  readonly statement: Statement;
  /** Of its document: sentences of one document never meet. */
  readonly document: string;
}

/** A word that more sentences have says little about what a sentence is about. */
const MAX_HAVING = 128;
/** Sentences that one sentence is held against at most. */
const MAX_FOUND = 3;
/** What a word above one of the two sentences counts beside a word of both. */
const ABOVE = 0.5;
/** Share of the shorter one's own words that the other has too. */
const MIN_SHARE = 0.25;
/** Keeps very short sentences from ranking first by a single word. */
const SHORT = 4;
/** Longer sentences are data dumps, and shorter ones say nothing. */
const MAX_UNITS = 1_200;
const MIN_WORDS = 2;
const MAX_WORDS = 40;
const WORD = /[\p{L}\p{N}]{2,40}/gu;

/** A sentence with the words that it is found by. */
export interface Findable<T> {
  readonly sentence: T;
  readonly words: Words;
}

/** How many sentences there are, and how many of them have a word. */
export interface WordCounts {
  readonly size: number;
  having(word: string): number;
}

/** Those that are neither too short nor too long to be found. */
export function findable<T extends IndexedSentence>(sentences: readonly T[]): Findable<T>[] {
  return sentences
    .map((sentence) => ({ sentence, words: wordsOf(sentence.statement) }))
    .filter(({ words: { own } }) => own.size >= MIN_WORDS && own.size <= MAX_WORDS);
}

/** The nearest of these sentences themselves: see `nearestOf`. */
export function nearestSentences<T extends IndexedSentence>(
  asked: IndexedSentence,
  sentences: readonly T[],
): readonly T[] {
  const candidates = findable(sentences);
  const having = (word: string) => candidates.filter(({ words }) => words.all.has(word)).length;
  return nearestOf(asked, candidates, { size: candidates.length, having });
}

/**
 * The candidates of other documents that share the rarest words with the sentence, best first, then the earliest; at most 3.
 * @param counts of the sentences among which a word is rare: the candidates, and any that share no word with the sentence
 */
export function nearestOf<T extends IndexedSentence>(
  { statement, document }: IndexedSentence,
  candidates: readonly Findable<T>[],
  { size, having }: WordCounts,
): readonly T[] {
  const { own, all } = wordsOf(statement);
  if (own.size === 0) return [];
  const weights = [...all].flatMap((word) => {
    const count = having(word);
    if (count === 0 || count > MAX_HAVING) return [];
    return [{ word, isOwn: own.has(word), weight: Math.log(1 + size / count) * (own.has(word) ? 1 : ABOVE) }];
  });
  const found = candidates.flatMap(({ sentence, words }, at) => {
    if (sentence.document === document) return [];
    let shared = 0;
    let score = 0;
    for (const { word, isOwn, weight } of weights) {
      if (!words.all.has(word)) continue;
      const has = words.own.has(word);
      if (has && isOwn) shared += 1;
      score += weight * (has ? 1 : ABOVE);
    }
    if (shared < Math.max(1, MIN_SHARE * Math.min(words.own.size, own.size))) return [];
    return [{ at, score: score / Math.sqrt(words.own.size + own.size + SHORT), sentence }];
  });
  found.sort((a, b) => b.score - a.score || a.at - b.at);
  return found.slice(0, MAX_FOUND).map(({ sentence }) => sentence);
}

export interface Words {
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** A statement may be compared with many others. */
const READ = new WeakMap<Statement, Words>();

/** The words that a sentence is found by; those of a statement are read once. */
export function wordsOf(statement: Statement): Words {
  const known = READ.get(statement);
  if (known !== undefined) return known;
  const words = readWords(statement);
  READ.set(statement, words);
  return words;
}

function readWords({ text, title, above, header }: Statement): Words {
  const own = contentWords(text);
  const context = [title, ...above, ...(header ?? [])].flatMap((one) => [...contentWords(one)]);
  return { own, all: new Set([...own, ...context]) };
}

/** The stems of the content words, each once; none of a text that is too long. */
function contentWords(text: string): Set<string> {
  if (text.length > MAX_UNITS) return new Set();
  const stop = stopWords('en');
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !stop.has(word)).map((word) => stem(word, 'en')));
}
