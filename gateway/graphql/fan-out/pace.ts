/** How fast events are offered: no faster than those who take them do, and no slower because of those who do not. */
import { MAX_QUEUED, MAX_QUEUED_BYTES } from './event-queue.ts';

/** What is offered in one go is half of what may wait for a subscriber, so that a burst does not look like sloth. */
export const BURST = MAX_QUEUED / 2;
const BURST_BYTES = MAX_QUEUED_BYTES / 2;
/** A burst waits this long for subscribers that take nothing: they stall. */
const STALL_MS = 500;
/** And so many times as long for those that take, but slowly. */
const MAX_WAITS = 8;

export interface Paced {
  /** Offered and not taken. */
  readonly waiting: number;
  /** Position of the last event that was taken. */
  readonly cursor: number;
  /** Resolves when everything offered so far was taken, or nobody will take it. */
  drained(): Promise<void>;
}

export class Pace {
  /** Nobody waits for these until they have caught up. */
  readonly #stalled = new WeakSet<Paced>();
  #count = 0;
  #bytes = 0;

  /** Whether the members are to be waited for before so many bytes more. */
  isBurst(bytes: number): boolean {
    return this.#count >= BURST || this.#bytes + bytes > BURST_BYTES;
  }

  offered(bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
  }

  /** Waits until everybody who is not stalled has taken what was offered. */
  async settle(members: Iterable<Paced>): Promise<void> {
    this.#count = 0;
    this.#bytes = 0;
    let late = [...members].filter((one) => one.waiting > 0 && !this.#stalled.has(one));
    for (let wait = 1; late.length > 0; wait += 1) {
      const before = new Map(late.map((one) => [one, one.cursor]));
      const still = await lateToDrain(late);
      late = wait < MAX_WAITS ? still.filter((one) => one.cursor !== before.get(one)) : [];
      for (const one of still) if (!late.includes(one)) this.#markStalled(one);
    }
  }

  #markStalled(member: Paced): void {
    this.#stalled.add(member);
    void member.drained().then(() => this.#stalled.delete(member));
  }
}

/** Those that have not taken everything within the time; resolves earlier where all have. */
async function lateToDrain(members: readonly Paced[]): Promise<Paced[]> {
  const late = new Set(members);
  const { promise: pause, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STALL_MS);
  const drained = members.map((one) => one.drained().then(() => late.delete(one)));
  await Promise.race([Promise.all(drained), pause]);
  clearTimeout(timer);
  return [...late];
}
