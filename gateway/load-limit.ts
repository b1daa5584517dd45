/**
 * Refuses requests where those that are under way take too long already: they would be answered too late. A service that serves R
 * requests a second so has some R + `MOST_LATE` under way, whatever the load, and answers after 1 + `MOST_LATE` / R seconds.
 */

/** Longer is late; callers give up after 5 s. */
export const IN_TIME_MS = 1_000;
/** Late ones from which on nothing more is taken: fewer may take long by their nature. */
export const MOST_LATE = 24;
/** However fast they are answered. */
export const MOST_UNDER_WAY = 1_024;

interface UnderWay {
  readonly began: number;
}

export class LoadLimit {
  readonly #now: () => number;
  /** The oldest first. */
  readonly #underWay = new Set<UnderWay>();

  /** @param now a clock that never runs back, ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins a request; gives what ends it, null where there are too many. */
  enter(): (() => void) | null {
    const began = this.#now();
    if (this.#underWay.size >= MOST_UNDER_WAY || this.#late(began) >= MOST_LATE) return null;
    const one = { began };
    this.#underWay.add(one);
    return () => void this.#underWay.delete(one);
  }

  /** How many are late, as far as it matters. */
  #late(now: number): number {
    let late = 0;
    for (const { began } of this.#underWay) {
      if (now - began <= IN_TIME_MS || late >= MOST_LATE) break;
      late += 1;
    }
    return late;
  }
}
