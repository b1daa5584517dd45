/** Reads of the present that are kept until the log goes on: at one length of the log, the same key reads the same. */
import type { HeadReader } from '../graph/store/log.ts';

/** Values in the order of the keys. */
export type BatchRead<K, V> = (keys: readonly K[]) => Promise<V[]>;

interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/** What is read may depend on nothing but its key and the log. */
export class KeptReads<K, V> {
  readonly #reader: HeadReader;
  readonly #read: BatchRead<K, V>;
  readonly #weigh: (value: V) => number;
  readonly #bound: number;
  /** In the order of their reading. */
  readonly #kept = new Map<K, Kept<V>>();
  /** Length of the log that it was read at. */
  #size = -1;
  #weight = 0;

  /**
   * @param weigh how much of the bound a value takes, 1 or more
   * @param bound weight of all that is kept; what was read longest ago goes first
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
   * In the order of the keys: what was committed when it is called is seen, as by a read that nothing is kept of.
   * @param known size of the log, where whoever asks has just read it: then what was committed by then
   */
  async read(keys: readonly K[], known?: number): Promise<V[]> {
    const size = known ?? (await this.#reader.head()).size;
    if (size > this.#size) this.#startAnew(size);
    // Somebody has meanwhile seen a longer log.
    if (size < this.#size) return this.#read(keys);
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const key of keys) {
      const kept = this.#kept.get(key);
      if (kept === undefined) missing.push(key);
      else found.set(key, kept.value);
    }
    const values = missing.length === 0 ? [] : await this.#read(missing);
    for (const [index, key] of missing.entries()) {
      // The batch has a value for each key.
      const value = values[index] as V;
      found.set(key, value);
      // The log may have gone on while this was read: then it may be as of before that.
      if (size === this.#size) this.#keep(key, value);
    }
    return keys.map((key) => found.get(key) as V);
  }

  #keep(key: K, value: V): void {
    const weight = this.#weigh(value);
    this.#weight += weight - (this.#kept.get(key)?.weight ?? 0);
    this.#kept.set(key, { value, weight });
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.#bound) return;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }

  #startAnew(size: number): void {
    this.#kept.clear();
    this.#weight = 0;
    this.#size = size;
  }
}
