/**
 * Refuses requests where those that are under way take too long already: they would be answered too late. A service that serves R
 * requests a second so has some R + `MOST_LATE_BUSY` under way, whatever the load, and answers after 1 + `MOST_LATE_BUSY` / R
 * seconds; those that wait for something else than the serving thread, as for a store, may be `MOST_LATE`. A caller
 * without late requests has not caused that, and is let in for longer.
 */

/** Longer is late; callers give up after 5 s. */
export const IN_TIME_MS = 1_000;
/** Late ones from which on nothing more is taken: fewer may take long by their nature. */
export const MOST_LATE = 24;
/** While the serving thread has no time left: then each that is taken makes all others later. */
export const MOST_LATE_BUSY = 8;
/** Of others, for a caller without any: more than one address may have in line (bff/limits.ts). */
export const MOST_LATE_OF_OTHERS = 64;
/** However fast they are answered. */
export const MOST_UNDER_WAY = 1_024;

interface UnderWay {
  readonly caller: string;
  readonly began: number;
}

export interface LoadSigns {
  /** A clock that never runs back, ms. */
  readonly now?: () => number;
  /** Whether the serving thread has no time left. */
  readonly isBusy?: () => boolean;
}

export class LoadLimit {
  readonly #now: () => number;
  readonly #isBusy: () => boolean;
  /** The oldest first. */
  readonly #underWay = new Set<UnderWay>();

  constructor({ now = () => performance.now(), isBusy = () => false }: LoadSigns = {}) {
    this.#now = now;
    this.#isBusy = isBusy;
  }

  /**
   * Begins a request; gives what ends it, null where there are too many.
   * @param caller who asks, as far as that is known before anything is checked
   */
  enter(caller: string): (() => void) | null {
    const began = this.#now();
    if (this.#underWay.size >= MOST_UNDER_WAY) return null;
    const late = this.#late(began);
    if (late.length >= this.#mostFor(caller, late)) return null;
    const one = { caller, began };
    this.#underWay.add(one);
    return () => void this.#underWay.delete(one);
  }

  #mostFor(caller: string, late: readonly UnderWay[]): number {
    if (!late.some((one) => one.caller === caller)) return MOST_LATE_OF_OTHERS;
    return this.#isBusy() ? MOST_LATE_BUSY : MOST_LATE;
  }

  /** Those that are late, as many as matter. */
  #late(now: number): UnderWay[] {
    const late: UnderWay[] = [];
    for (const one of this.#underWay) {
      if (now - one.began <= IN_TIME_MS || late.length >= MOST_LATE_OF_OTHERS) break;
      late.push(one);
    }
    return late;
  }
}
