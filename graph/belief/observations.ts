/** When artefacts were last seen with the same bytes, as one fold knows it. */
import { epochMs } from '../time.ts';
import { utcDay } from './utc-day.ts';

/** Artefact hash (64 hex digits) → its latest observation not after T, RFC 3339. */
export type ObservedAt = Readonly<Record<string, string>>;

const NEVER = Number.NEGATIVE_INFINITY;

/** Records each day that it has returned, so that the weights taken out are those that were put in. */
export class Observations {
  #source: ObservedAt;
  readonly #told = new Map<string, number>();
  #toldObserved = 0;

  constructor(source: ObservedAt) {
    this.#source = source;
  }

  /** UTC day of the latest observation, -Infinity without one. */
  dayOf(hash: string): number {
    const told = this.#told.get(hash);
    if (told !== undefined) return told;
    const day = observedDay(this.#source, hash);
    this.#told.set(hash, day);
    if (day !== NEVER) this.#toldObserved += 1;
    return day;
  }

  /**
   * Continues with another source where it returns the same for everything returned so far.
   *
   * The same object is taken to be unchanged. Otherwise the cost is the size of `source`.
   *
   * @returns false, and nothing changes, where a day that was returned differs
   */
  continueWith(source: ObservedAt): boolean {
    if (source === this.#source) return true;
    let same = 0;
    for (const hash of Object.keys(source)) {
      const told = this.#told.get(hash);
      if (told === undefined) continue;
      if (told !== observedDay(source, hash)) return false;
      same += 1;
    }
    if (same !== this.#toldObserved) return false;
    this.#source = source;
    return true;
  }
}

function observedDay(source: ObservedAt, hash: string): number {
  const observed = Object.hasOwn(source, hash) ? source[hash] : undefined;
  return observed === undefined ? NEVER : utcDay(epochMs(observed));
}
