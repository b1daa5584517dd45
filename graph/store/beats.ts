/**
 * Signs of life (a role of the store port): a process that holds a lease changes its value, and others look at it.
 *
 * - **Order.** None: the last value written counts, and nobody is notified of it (`onCommit`).
 * - **Durability.** None is promised: a value may be lost with the machine. It never waits for the log head's lock.
 * - **Absence.** Null where nothing was ever written.
 * - **Cost.** One small write or read by key.
 */

/** A file is named so, too. */
const BEAT_NAME = /^[a-z][a-z0-9-]{0,40}$/;
/** Characters of a value. */
export const MAX_BEAT = 200;

export interface Beats {
  /**
   * Writes `value` where it is given, and gives the value of that name: at most 41 lower-case letters, digits and hyphens, the
   * first of them a letter. Throws `RangeError` for another name and for a value of more than `MAX_BEAT` characters,
   * `StoreUnavailable` where the store cannot be reached or written.
   */
  beat(name: string, value?: string): Promise<string | null>;
}

/** @throws {RangeError} as `beat` does */
export function checkBeat(name: string, value?: string): void {
  if (!BEAT_NAME.test(name)) throw new RangeError(`not the name of a beat: ${name}`);
  if ((value?.length ?? 0) > MAX_BEAT) throw new RangeError(`a beat has at most ${MAX_BEAT} characters`);
}
