/**
 * What the reads of one event-loop iteration may unpack and decode: a query reads level by level, each read at once behind the
 * last one, and together they would hold the thread as long as all of them take.
 */
import { setImmediate } from 'node:timers';
import { setImmediate as nextIteration } from 'node:timers/promises';

/** Pages unpacked and entries decoded: some .2 ms of CPU each where nothing is compiled yet, a fifth of it later. */
export const MAX_MADE = 48;

export class ReadBudget {
  #made = 0;

  /** A page was unpacked, or an entry decoded. */
  spend(): void {
    if (this.#made === 0) setImmediate(() => this.#renew()).unref();
    this.#made += 1;
  }

  /** Runs a read at once, or in a later iteration where this one has made what it may; a read that has begun goes to its end. */
  within<T>(read: () => Promise<T>): Promise<T> {
    return this.#isSpent ? this.#later(read) : read();
  }

  async #later<T>(read: () => Promise<T>): Promise<T> {
    // Those that waited longer begin first, and may spend it again.
    while (this.#isSpent) await nextIteration();
    return read();
  }

  get #isSpent(): boolean {
    return this.#made >= MAX_MADE;
  }

  #renew(): void {
    this.#made = 0;
  }
}
