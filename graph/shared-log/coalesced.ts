/** Asks once for all who wait for it to begin: an asking that has begun may know nothing of what they have seen. */
export class Coalesced<T> {
  readonly #ask: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** What an asking gives that begins now or later. */
  run(): Promise<T> {
    if (this.#running === null) return this.#begin();
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#running = this.#ask().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
