/** A cache of reads of the present that is valid while the log head does not move: one key reads the same at one log size. */
import type { HeadReader } from '../graph/store/log.ts';

/** Values in the order of the keys. */
export type BatchRead<K, V> = (keys: readonly K[]) => Promise<V[]>;

interface Cached<V> {
  readonly value: V;
  readonly weight: number;
}

/** A value may depend on its key and the log alone. */
export class HeadCache<K, V> {
  readonly #reader: HeadReader;
  readonly #read: BatchRead<K, V>;
  readonly #weigh: (value: V) => number;
  readonly #bound: number;
  /** In the order of their reads. */
  readonly #cached = new Map<K, Cached<V>>();
  /** Size of the log at which the values were read. */
  #size = -1;
  #weight = 0;

  /**
   * @param weigh how much of the bound a value takes, 1 or more
   * @param bound weight of all cached values; what was read longest ago is dropped first
   */
  constructor(
    reader: HeadReader,
    read: BatchRead<K, V>,
    { weigh, bound }: { readonly weigh: (value: V) => number; readonly bound: number },
  ) {
    this.#reader = reader;
    this.#read = read;
    this.#weigh = weigh;
    this.#bound = bound;
  }

  /**
   * In the order of the keys: sees what was committed before the call, as an uncached read does.
   * @param known size of the log, where the caller has just read it: then sees what was committed by then
   */
  async read(keys: readonly K[], known?: number): Promise<V[]> {
    const size = known ?? (await this.#reader.head()).size;
    if (size > this.#size) this.#startAnew(size);
    // Another caller has meanwhile seen a longer log.
    if (size < this.#size) return this.#read(keys);
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const key of keys) {
      const hit = this.#cached.get(key);
      if (hit === undefined) missing.push(key);
      else found.set(key, hit.value);
    }
    const values = missing.length === 0 ? [] : await this.#read(missing);
    for (const [index, key] of missing.entries()) {
      // The batch has a value for each key.
      const value = values[index] as V;
      found.set(key, value);
      // The log head may have moved during the read: then the value may be older than the head.
      if (size === this.#size) this.#add(key, value);
    }
    return keys.map((key) => found.get(key) as V);
  }

  #add(key: K, value: V): void {
    const weight = this.#weigh(value);
    this.#weight += weight - (this.#cached.get(key)?.weight ?? 0);
    this.#cached.set(key, { value, weight });
    for (const [oldest, { weight: freed }] of this.#cached) {
      if (this.#weight <= this.#bound) return;
      this.#cached.delete(oldest);
      this.#weight -= freed;
    }
  }

  #startAnew(size: number): void {
    this.#cached.clear();
    this.#weight = 0;
    this.#size = size;
  }
}
