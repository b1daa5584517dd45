import { forEverybody } from '../../graph/caller.ts';

/** Things that are made from blobs, which the store never changes: each is made once and shared. */
export class LoadedOnce<V> {
  readonly #bound: number;
  /** In the order of their first use. */
  readonly #loading = new Map<string, Promise<V>>();

  /** @param bound how many are kept; the oldest goes first */
  constructor(bound: number) {
    this.#bound = bound;
  }

  /** @param key the hash that names the value: the same bytes, whichever store they come from */
  get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#loading.get(key);
    if (known !== undefined) return known;
    const loading = forEverybody(load);
    // A failed read is tried again by the next caller.
    loading.catch(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    const [oldest] = this.#loading.keys();
    if (this.#loading.size > this.#bound && oldest !== undefined) this.#loading.delete(oldest);
    return loading;
  }
}
