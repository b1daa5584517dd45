/** Finds the sentences that may be about the same thing as another: an inverted index over their rarer words. Pure. */
import type { ClaimAddr } from '../../graph/address.ts';
import { stem } from '../../graph/stemming.ts';
import { stopWords } from '../../graph/stop-words.ts';

/** A sentence with the claims that it states. */
export interface IndexedSentence {
  readonly claims: readonly ClaimAddr[];
  readonly text: string;
  readonly publisher: string;
  /** Stems of its content words, each once. */
  readonly words: ReadonlySet<string>;
}

/** A word that more sentences have says little about what a sentence is about. */
const MAX_POSTINGS = 128;
/** Share of the earlier sentence's words that the later one or its title has. No feature of the judge asks for less. */
const MIN_SHARE = 0.4;
const MIN_SHARED = 2;
/** Sentences that one sentence is held against at most: those that share most. */
const MAX_FOUND = 3;
/** Longer sentences are data dumps, and shorter ones say nothing. */
const MAX_UNITS = 1_200;
const MIN_WORDS = 3;
const MAX_WORDS = 40;
const WORD = /[\p{L}\p{N}]{2,40}/gu;

export class SentenceIndex {
  readonly #sentences: IndexedSentence[] = [];
  readonly #postings = new Map<string, number[]>();

  get size(): number {
    return this.#sentences.length;
  }

  add(sentence: IndexedSentence): void {
    if (sentence.words.size < MIN_WORDS || sentence.words.size > MAX_WORDS) return;
    const at = this.#sentences.push(sentence) - 1;
    for (const word of sentence.words) {
      const places = this.#postings.get(word);
      if (places === undefined) this.#postings.set(word, [at]);
      // One more than is read marks the word as common.
      else if (places.length <= MAX_POSTINGS) places.push(at);
    }
  }

  /** Forgets what was added after the index had this size. */
  cutTo(size: number): void {
    for (let at = this.#sentences.length - 1; at >= size; at -= 1) {
      for (const word of this.#sentences[at]?.words ?? []) {
        const places = this.#postings.get(word);
        // Of a common word the last place may be another's.
        if (places?.at(-1) === at) places.pop();
      }
    }
    this.#sentences.splice(size);
  }

  /** Sentences of other publishers that share most words, the most alike first, then the earliest. */
  find(words: ReadonlySet<string>, publisher: string): readonly IndexedSentence[] {
    const shared = new Map<number, number>();
    for (const word of words) {
      const places = this.#postings.get(word) ?? [];
      if (places.length > MAX_POSTINGS) continue;
      for (const at of places) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    const found = [...shared].flatMap(([at, rare]) => {
      const sentence = rare < MIN_SHARED ? undefined : this.#sentences[at];
      if (sentence === undefined || sentence.publisher === publisher) return [];
      const share = sharedWords(sentence.words, words) / sentence.words.size;
      return share < MIN_SHARE ? [] : [{ at, share, sentence }];
    });
    found.sort((a, b) => b.share - a.share || a.at - b.at);
    return found.slice(0, MAX_FOUND).map(({ sentence }) => sentence);
  }
}

/** The stems of a sentence's content words, each once; none of a sentence that is too long. */
export function contentWords(text: string): ReadonlySet<string> {
  if (text.length > MAX_UNITS) return new Set();
  const stop = stopWords('en');
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !stop.has(word)).map((word) => stem(word, 'en')));
}

function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared;
}
