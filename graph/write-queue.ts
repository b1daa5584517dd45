/** One task at a time, in the order of arrival. */
import { StoreUnavailable } from './store/store.ts';

/** Most tasks that may wait; the next is refused, so that overload shows itself instead of growing. */
const MAX_WAITING = 4_096;

export class ServerWriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** The newest task that found the store unavailable: those that waited meanwhile are not tried one by one. */
  #outage: { readonly cause: StoreUnavailable } | null = null;

  /** Runs `task` after all before it have ended, whether or not they failed. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new StoreUnavailable(`${MAX_WAITING} transactions are waiting`);
    this.#waiting += 1;
    const before = this.#outage;
    const result = this.#last.then(() => this.#runUnlessOut(task, before));
    const ended = () => {
      this.#waiting -= 1;
    };
    this.#last = result.then(ended, ended);
    return result;
  }

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Resolves when everything queued so far has ended. */
  async drained(): Promise<void> {
    await this.#last;
  }

  async #runUnlessOut<T>(task: () => Promise<T>, before: object | null): Promise<T> {
    if (this.#outage !== null && this.#outage !== before) {
      throw new StoreUnavailable('the store became unavailable while this waited', this.#outage);
    }
    try {
      return await task();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#outage = { cause: error };
      throw error;
    }
  }
}
