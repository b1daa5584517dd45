/** How many files are written at once: each is long work of the serving thread, in slices. */

/** Of one caller. */
export const MOST_OF_CALLER = 2;
/** Of all callers of this process. */
export const MOST_AT_ONCE = 6;

export class OpenExports {
  readonly #callers: string[] = [];

  /** Begins one; gives what ends it, null where there are too many. */
  enter(caller: string): (() => void) | null {
    const own = this.#callers.filter((one) => one === caller).length;
    if (own >= MOST_OF_CALLER || this.#callers.length >= MOST_AT_ONCE) return null;
    this.#callers.push(caller);
    let isOpen = true;
    return () => {
      if (isOpen) this.#callers.splice(this.#callers.indexOf(caller), 1);
      isOpen = false;
    };
  }
}
