/** Results cached until the log head moves: when a claim changes, all its subscribers send the same query at once. */
import type { HeadReader } from '../../../graph/store/log.ts';

/** UTF-16 code units of all that is kept. */
const MAX_KEPT = 16 * 1_048_576;
/** UTF-16 code units of one result. */
const MAX_RESULT = 1_048_576;
/** Keys that have been asked for once. */
const MAX_ASKED = 1_000;
/** UTF-16 code units of a key; what has a longer one is executed each time. */
const MAX_KEY = 4_096;

/**
 * Executes and writes down; null where that has no result which others may have.
 * @param size of the log: what was committed by then must be seen
 */
export type Execute = (size: number) => Promise<string | null>;

/** A result may depend on nothing but its key and the log. */
export class KeptResults {
  readonly #reader: HeadReader;
  /** In the order of their making. */
  readonly #kept = new Map<string, string>();
  readonly #running = new Map<string, Promise<string | null>>();
  /** What is asked for once only is not kept. */
  readonly #asked = new Set<string>();
  /** Length of the log that all of these are of. */
  #size = -1;
  #length = 0;

  constructor(reader: HeadReader) {
    this.#reader = reader;
  }

  /**
   * What was committed when it is called is seen, as by an execution of one's own.
   * @returns null where the execution gave none, also where that was somebody else's
   */
  async read(key: string, execute: Execute): Promise<string | null> {
    const { size } = await this.#reader.head();
    if (size > this.#size) this.#startAnew(size);
    // Somebody has meanwhile seen a longer log.
    if (size < this.#size || key.length > MAX_KEY) return execute(size);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const shared = this.#running.get(key);
    // The fault is for the caller that runs it.
    if (shared !== undefined) return shared.catch(() => null);
    const isAskedAgain = this.#isAskedAgain(key);
    const own = execute(size);
    this.#running.set(key, own);
    try {
      const result = await own;
      if (result !== null && isAskedAgain) await this.#keep(key, result, size);
      return result;
    } finally {
      if (this.#running.get(key) === own) this.#running.delete(key);
    }
  }

  #isAskedAgain(key: string): boolean {
    if (this.#asked.has(key)) return true;
    this.#asked.add(key);
    const [first] = this.#asked;
    if (this.#asked.size > MAX_ASKED && first !== undefined) this.#asked.delete(first);
    return false;
  }

  async #keep(key: string, result: string, size: number): Promise<void> {
    if (result.length > MAX_RESULT) return;
    // What was read after the log went on is of no single length.
    const { size: after } = await this.#reader.head();
    if (after !== size || size !== this.#size || this.#kept.has(key)) return;
    this.#kept.set(key, result);
    this.#length += key.length + result.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#length <= MAX_KEPT) return;
      this.#kept.delete(oldest);
      this.#length -= oldest.length + length;
    }
  }

  #startAnew(size: number): void {
    this.#kept.clear();
    this.#running.clear();
    this.#asked.clear();
    this.#length = 0;
    this.#size = size;
  }
}
