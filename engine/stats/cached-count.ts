/** A cached count: calling often does not make it expensive. */
import { forEverybody } from '../../graph/caller.ts';
import type { Clock } from '../ports.ts';

interface Made<T> {
  readonly state: string;
  readonly value: T;
  readonly endedMs: number;
  readonly tookMs: number;
}

/** A count that takes no longer is made anew for each state. */
const FREE_MS = 10;
/** Any other is made again after this many times what it took, at the earliest: at most a twentieth of the time. */
const REST = 20;

/** Caches the newest count; counts once at a time, however many callers wait. */
export class CachedCount<T> {
  readonly #clock: Clock;
  #made: Made<T> | null = null;
  #making: Promise<T> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The count of this state, or the newest one where another is not due. Faults of `count` pass through.
   * @param state differs where the count may differ
   */
  async read(state: string, count: () => Promise<T>): Promise<T> {
    const made = this.#made;
    return made !== null && !this.#isDue(made, state) ? made.value : this.#make(state, count);
  }

  /** Without waiting: the newest count, null before the first is done. One that fails is tried again at the next call. */
  peek(state: string, count: () => Promise<T>): T | null {
    const made = this.#made;
    if (made === null || this.#isDue(made, state)) this.#make(state, count).catch(() => undefined);
    return made?.value ?? null;
  }

  #isDue(made: Made<T>, state: string): boolean {
    if (made.state === state) return false;
    const restedMs = this.#nowMs() - made.endedMs;
    // A clock that was set back does not tell how much time passed.
    return made.tookMs <= FREE_MS || restedMs < 0 || restedMs >= REST * made.tookMs;
  }

  #make(state: string, count: () => Promise<T>): Promise<T> {
    this.#making ??= forEverybody(() => this.#counted(state, count)).finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #counted(state: string, count: () => Promise<T>): Promise<T> {
    const startedMs = this.#nowMs();
    const value = await count();
    const endedMs = this.#nowMs();
    this.#made = { state, value, endedMs, tookMs: endedMs - startedMs };
    return value;
  }

  #nowMs(): number {
    return Date.parse(this.#clock.now());
  }
}
