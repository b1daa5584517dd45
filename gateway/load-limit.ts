/**
 * How many requests may be under way at once: as many as are answered in time. The limit falls while replies take long and grows
 * while they do not, so that a service under more load than it can serve refuses early what it would otherwise answer too late.
 */

/** As many as there may be at first, and at most. */
export const MOST_UNDER_WAY = 256;
/** However long replies take: a few slow ones are no overload. */
export const LEAST_UNDER_WAY = 16;
/** Half of the replies of a span may take longer than this; callers give up after 5 s. */
const IN_TIME_MS = 1_000;
const SPAN_MS = 250;
/** Of the limit, each span. */
const FALL = 0.7;
const RISE = 1.25;
/** Replies from which a span says something. */
const MIN_REPLIES = 8;

export class LoadLimit {
  readonly #now: () => number;
  #limit = MOST_UNDER_WAY;
  #underWay = 0;
  /** Most requests that were under way at once in this span. */
  #peak = 0;
  #times: number[] = [];
  #spanFrom: number;

  /** @param now a clock that never runs back, ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#spanFrom = now();
  }

  /** Begins a request; gives what ends it, null where there are too many. */
  enter(): (() => void) | null {
    if (this.#underWay >= this.#limit) {
      this.#peak = this.#limit;
      return null;
    }
    this.#underWay += 1;
    this.#peak = Math.max(this.#peak, this.#underWay);
    const began = this.#now();
    return () => {
      this.#underWay -= 1;
      this.#ended(this.#now() - began);
    };
  }

  #ended(ms: number): void {
    this.#times.push(ms);
    const now = this.#now();
    if (now - this.#spanFrom < SPAN_MS || this.#times.length < MIN_REPLIES) return;
    this.#adjust();
    this.#spanFrom = now;
    this.#times = [];
    this.#peak = this.#underWay;
  }

  #adjust(): void {
    const times = this.#times.sort((a, b) => a - b);
    const median = times[times.length >> 1] ?? 0;
    if (median <= IN_TIME_MS) {
      this.#limit = Math.min(MOST_UNDER_WAY, Math.ceil(this.#limit * RISE));
      return;
    }
    // What takes long although few others are under way would take as long without them.
    if (this.#peak > LEAST_UNDER_WAY)
      this.#limit = Math.max(LEAST_UNDER_WAY, Math.floor(Math.min(this.#limit, this.#peak) * FALL));
  }
}
