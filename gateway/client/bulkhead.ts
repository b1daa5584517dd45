/**
 * How many calls of one client are under way and how many wait: the queue belongs to the client and says nothing of
 * the engine. First come, first served: a call that is aborted leaves the queue at once, and no later call overtakes.
 */
import { AdduceError } from './adduce-error.ts';

/** Places in the queue for each call that may be under way, unless the caller sets their number. */
const QUEUED_PER_PLACE = 2;

export class Bulkhead {
  readonly #places: number;
  readonly #queueLimit: number;
  readonly #queue = new Set<() => void>();
  #active = 0;

  /** @throws {RangeError} for bounds that are no counts */
  constructor(places = Number.POSITIVE_INFINITY, queueLimit = places * QUEUED_PER_PLACE) {
    if (!(places >= 1) || !(queueLimit >= 0)) throw new RangeError('maxConcurrent and maxQueued are counts');
    this.#places = places;
    this.#queueLimit = queueLimit;
  }

  /** @throws {AdduceError} `client:busy` where the queue is full, and the signal's reason where it is aborted in the queue */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#active < this.#places) this.#active += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#queue.size >= this.#queueLimit) throw busy(this.#places, this.#queueLimit);
    return new Promise((enter, reject) => {
      signal.throwIfAborted();
      const listening = new AbortController();
      const next = () => {
        listening.abort();
        enter();
      };
      const giveUp = () => {
        this.#queue.delete(next);
        reject(signal.reason);
      };
      this.#queue.add(next);
      signal.addEventListener('abort', giveUp, { once: true, signal: listening.signal });
    });
  }

  /** The place goes straight to the first of the queue, so that no new call takes it. */
  #leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#active -= 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}

function busy(places: number, queued: number): AdduceError {
  const message = `this client has ${places} calls under way and ${queued} waiting: the engine was not asked`;
  return new AdduceError({ status: 0, kind: 'Unavailable', reason: 'client:busy', message });
}
