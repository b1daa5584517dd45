/**
 * What the reads of one event-loop iteration may unpack and decode: a query reads level by level, each read at once behind the
 * last one, and together they would hold the thread as long as all of them take.
 */
import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';

/** Pages unpacked and entries decoded: some .2 ms of CPU each where nothing is compiled yet, a fifth of it later. */
export const MAX_MADE = 48;

export class ReadBudget {
  #made = 0;
  /** Begin what waits, those that waited longest first. */
  readonly #waiting = new Set<() => void>();

  /** A page was unpacked, or an entry decoded. */
  spend(): void {
    if (this.#made === 0) setImmediate(() => this.#renew()).unref();
    this.#made += 1;
  }

  /**
   * Runs a read at once, or in a later iteration where this one has made what it may; a read that has begun goes to its end.
   * Each wait costs the same, however many others wait.
   */
  within<T>(read: () => Promise<T>): Promise<T> {
    return this.#isSpent || this.#waiting.size > 0 ? this.#later(read) : read();
  }

  #later<T>(read: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (this.#waiting.size === 0) this.#goOn();
    // The read keeps the caller that it was begun for (`graph/caller.ts`), not that of the read that made room.
    this.#waiting.add(AsyncResource.bind(() => void (async () => read())().then(resolve, reject)));
    return promise;
  }

  #goOn(): void {
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    for (const begin of this.#waiting) {
      if (this.#isSpent) break;
      this.#waiting.delete(begin);
      begin();
    }
    if (this.#waiting.size > 0) this.#goOn();
  }

  get #isSpent(): boolean {
    return this.#made >= MAX_MADE;
  }

  #renew(): void {
    this.#made = 0;
  }
}
