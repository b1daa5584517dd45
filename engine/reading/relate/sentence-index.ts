/**
 * Finds the sentences that may be about the same thing as another: an inverted index over the words of sentences and of
 * what stands above them. What a look-up costs depends on the sentence, not on the corpus. Pure.
 */
import { stem } from '../../../graph/stemming.ts';
import { stopWords } from '../../../graph/stop-words.ts';
import type { Statement } from './statement.ts';

/** The stems of a sentence's content words and those of its title, headings and lead-in. */
export interface IndexedWords {
  readonly own: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

export interface IndexedSentence {
  readonly statement: Statement;
  /** Of its document: sentences of one document never meet. */
  readonly document: string;
}

/** A word that more sentences have says little about what a sentence is about. */
const MAX_POSTINGS = 128;
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

interface Entry<T> {
  readonly sentence: T;
  readonly words: IndexedWords;
}

export class SentenceIndex<T extends IndexedSentence> {
  readonly #entries: Entry<T>[] = [];
  readonly #postings = new Map<string, number[]>();

  get size(): number {
    return this.#entries.length;
  }

  add(sentence: T): void {
    const words = wordsOf(sentence.statement);
    if (words.own.size < MIN_WORDS || words.own.size > MAX_WORDS) return;
    const at = this.#entries.push({ sentence, words }) - 1;
    for (const word of allOf(words)) {
      const places = this.#postings.get(word);
      if (places === undefined) this.#postings.set(word, [at]);
      // One more than is read marks the word as common.
      else if (places.length <= MAX_POSTINGS) places.push(at);
    }
  }

  /** Removes what was added after the index had this size. */
  cutTo(size: number): void {
    for (let at = this.#entries.length - 1; at >= size; at -= 1) {
      const entry = this.#entries[at];
      for (const word of entry === undefined ? [] : allOf(entry.words)) {
        const places = this.#postings.get(word);
        // Of a common word the last place may be another's.
        if (places?.at(-1) === at) places.pop();
      }
    }
    this.#entries.splice(size);
  }

  /** Sentences of other documents that share the rarest words with it, best first, then the earliest; at most 3. */
  find({ statement, document }: IndexedSentence): readonly T[] {
    const words = wordsOf(statement);
    if (words.own.size === 0) return [];
    const scores = new Map<number, number>();
    const shared = new Map<number, number>();
    for (const word of allOf(words)) {
      const places = this.#postings.get(word) ?? [];
      if (places.length > MAX_POSTINGS) continue;
      const rarity = Math.log(1 + this.size / Math.max(1, places.length)) * (words.own.has(word) ? 1 : ABOVE);
      for (const at of places) {
        const isOwn = this.#entries[at]?.words.own.has(word) === true;
        if (isOwn && words.own.has(word)) shared.set(at, (shared.get(at) ?? 0) + 1);
        scores.set(at, (scores.get(at) ?? 0) + rarity * (isOwn ? 1 : ABOVE));
      }
    }
    const found = [...scores].flatMap(([at, score]) => {
      const entry = this.#entries[at];
      if (entry === undefined || entry.sentence.document === document) return [];
      const least = Math.min(entry.words.own.size, words.own.size);
      if ((shared.get(at) ?? 0) < Math.max(1, MIN_SHARE * least)) return [];
      return [{ at, score: score / Math.sqrt(entry.words.own.size + words.own.size + SHORT), entry }];
    });
    found.sort((a, b) => b.score - a.score || a.at - b.at);
    return found.slice(0, MAX_FOUND).map(({ entry }) => entry.sentence);
  }
}

function wordsOf({ text, title, above, header }: Statement): IndexedWords {
  const own = contentWords(text);
  const context = [title, ...above, ...(header ?? [])].flatMap((one) => [...contentWords(one)]);
  return { own, above: new Set(context.filter((word) => !own.has(word))) };
}

function allOf({ own, above }: IndexedWords): string[] {
  return [...own, ...above];
}

/** The stems of the content words, each once; none of a text that is too long. */
function contentWords(text: string): Set<string> {
  if (text.length > MAX_UNITS) return new Set();
  const stop = stopWords('en');
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !stop.has(word)).map((word) => stem(word, 'en')));
}
