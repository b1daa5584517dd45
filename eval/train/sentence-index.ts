import {
  type Findable,
  findable,
  type IndexedSentence,
  nearestOf,
  wordsOf,
} from '../../engine/reading/relate/nearest-sentences.ts';

/** The sentences of a corpus by their words: what a look-up costs depends on the sentence, not on the corpus. */
export class SentenceIndex<T extends IndexedSentence> {
  readonly #entries: Findable<T>[] = [];
  readonly #places = new Map<string, number[]>();

  add(sentence: T): void {
    for (const entry of findable([sentence])) {
      const at = this.#entries.push(entry) - 1;
      for (const word of entry.words.all) {
        const places = this.#places.get(word);
        if (places === undefined) this.#places.set(word, [at]);
        else places.push(at);
      }
    }
  }

  /** See `nearestOf`. */
  find(sentence: IndexedSentence): readonly T[] {
    const places = [...wordsOf(sentence.statement).own].flatMap((word) => this.#places.get(word) ?? []);
    const candidates = [...new Set(places)].sort((a, b) => a - b).flatMap((at) => this.#entries[at] ?? []);
    const having = (word: string) => this.#places.get(word)?.length ?? 0;
    return nearestOf(sentence, candidates, { size: this.#entries.length, having });
  }
}
