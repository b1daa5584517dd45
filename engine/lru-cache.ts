/** Values by key: past the bound the least recently used is dropped. */
export class LruCache<K, V> {
  readonly #bound: number;
  /** In the order of their last use. */
  readonly #values = new Map<K, V>();

  /** @param bound at least 1 */
  constructor(bound: number) {
    this.#bound = bound;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#bound) return;
    const [oldest] = this.#values.keys();
    // A map that is larger than its bound has a first key.
    this.#values.delete(oldest as K);
  }
}
