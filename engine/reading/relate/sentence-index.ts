/**
 * Finds the sentences that may be about the same thing as another: an inverted index over the words of sentences and of
 * what stands above them. What a look-up costs depends on the sentence, not on the corpus. Pure.
 */
import { stem } from '../../../graph/stemming.ts';
import { stopWords } from '../../../graph/stop-words.ts';
import type { Statement } from './statement.ts';

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

/** A sentence with the stems of its content words, and those with the stems of what stands above it. */
interface Entry<T> {
  readonly sentence: T;
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

export class SentenceIndex<T extends IndexedSentence> {
  readonly #entries: Entry<T>[] = [];
  readonly #postings = new Map<string, number[]>();

  get size(): number {
    return this.#entries.length;
  }

  add(sentence: T): void {
    const { own, all } = wordsOf(sentence.statement);
    if (own.size < MIN_WORDS || own.size > MAX_WORDS) return;
    const at = this.#entries.push({ sentence, own, all }) - 1;
    for (const word of all) {
      const places = this.#postings.get(word);
      if (places === undefined) this.#postings.set(word, [at]);
      // One more than is read marks the word as common.
      else if (places.length <= MAX_POSTINGS) places.push(at);
    }
  }

  /** Sentences of other documents that share the rarest words with it, best first, then the earliest; at most 3. */
  find({ statement, document }: IndexedSentence): readonly T[] {
    const { own, all } = wordsOf(statement);
    if (own.size === 0) return [];
    const scores = new Map<number, number>();
    const shared = new Map<number, number>();
    for (const word of all) {
      const places = this.#postings.get(word) ?? [];
      if (places.length > MAX_POSTINGS) continue;
      const rarity = Math.log(1 + this.size / Math.max(1, places.length)) * (own.has(word) ? 1 : ABOVE);
      for (const at of places) {
        const isOwn = this.#entries[at]?.own.has(word) === true;
        if (isOwn && own.has(word)) shared.set(at, (shared.get(at) ?? 0) + 1);
        scores.set(at, (scores.get(at) ?? 0) + rarity * (isOwn ? 1 : ABOVE));
      }
    }
    const found = [...scores].flatMap(([at, score]) => {
      const entry = this.#entries[at];
      if (entry === undefined || entry.sentence.document === document) return [];
      const least = Math.min(entry.own.size, own.size);
      if ((shared.get(at) ?? 0) < Math.max(1, MIN_SHARE * least)) return [];
      return [{ at, score: score / Math.sqrt(entry.own.size + own.size + SHORT), entry }];
    });
    found.sort((a, b) => b.score - a.score || a.at - b.at);
    return found.slice(0, MAX_FOUND).map(({ entry }) => entry.sentence);
  }
}

interface Words {
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** A statement may be held against many others. */
const READ = new WeakMap<Statement, Words>();

function wordsOf(statement: Statement): Words {
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
