import { forEverybody } from '../../graph/caller.ts';

/** The newest value of each corpus, made once from the bytes that its hash names and from the value before it. */
export class NewestOf<V> {
  readonly #bound: number;
  /** In the order of their first use. */
  readonly #byCorpus = new Map<string, { readonly hash: string; readonly value: Promise<V | null> }>();

  /** @param bound corpora that are held at once; the one first used is dropped first */
  constructor(bound: number) {
    this.#bound = bound;
  }

  /** @param load makes the value; null where what it is made of is not there: the next caller tries again */
  get(corpus: string, hash: string, load: (before: V | null) => Promise<V | null>): Promise<V | null> {
    const known = this.#byCorpus.get(corpus);
    if (known?.hash === hash) return known.value;
    const value = forEverybody(async () => load((await known?.value.catch(() => null)) ?? null));
    const held = { hash, value };
    const forget = () => {
      if (this.#byCorpus.get(corpus) === held) this.#byCorpus.delete(corpus);
    };
    value.then((made) => made === null && forget(), forget);
    this.#byCorpus.set(corpus, held);
    const [first] = this.#byCorpus.keys();
    if (this.#byCorpus.size > this.#bound && first !== undefined) this.#byCorpus.delete(first);
    return value;
  }
}
