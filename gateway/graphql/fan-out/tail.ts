/** Follows one tenant's transitions in the log and offers each to every subscriber: one read, however many listen. */
import type { GraphStore } from '../../graph/store.ts';
import { MAX_QUEUED, MAX_QUEUED_BYTES, type QueuedFinding, queuedFinding } from './findings-queue.ts';
import type { FindingsSubscriber } from './findings-subscriber.ts';

/** What is offered in one go is half of what may wait for a subscriber, so that a burst does not look like sloth. */
const BURST = MAX_QUEUED / 2;
const BURST_BYTES = MAX_QUEUED_BYTES / 2;
/** A burst waits this long for subscribers that take nothing: they stall. */
const STALL_MS = 500;
/** And so many times as long for those that take, but slowly. */
const MAX_WAITS = 8;
/** After a read that failed, if no commit comes before. */
const RETRY_MS = 1_000;

export class FindingsTail {
  readonly #store: GraphStore;
  readonly #tenant: string;
  readonly #onFault: (fault: unknown) => void;
  readonly #subscribers = new Set<FindingsSubscriber>();
  /** Nobody waits for these until they have caught up. */
  readonly #stalled = new WeakSet<FindingsSubscriber>();
  #position: number | null = null;
  #starting: Promise<void> | null = null;
  #pumping: Promise<void> | null = null;
  #again = false;
  /** Offered since subscribers were last waited for. */
  #offered = { count: 0, bytes: 0 };
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(store: GraphStore, tenant: string, onFault: (fault: unknown) => void) {
    this.#store = store;
    this.#tenant = tenant;
    this.#onFault = onFault;
  }

  /** From here on the subscriber is offered all that is behind the tail's position. */
  async join(subscriber: FindingsSubscriber): Promise<void> {
    this.#subscribers.add(subscriber);
    if (this.#position !== null) return;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
  }

  /** Whether nobody is left. */
  leave(subscriber: FindingsSubscriber): boolean {
    this.#subscribers.delete(subscriber);
    return this.#subscribers.size === 0;
  }

  /** Something was committed. */
  nudge(): void {
    if (this.#closed || this.#position === null) return;
    this.#again = true;
    this.#pumping ??= this.#pump();
  }

  /** See `FindingsTails.flush`. */
  async flush(): Promise<void> {
    this.nudge();
    await this.#pumping;
    await this.#drained();
  }

  close(): void {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
  }

  async #start(): Promise<void> {
    const { size } = await this.#store.head();
    this.#position = size - 1;
    // A commit between the read and now had nobody to nudge.
    this.nudge();
  }

  async #pump(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        while (await this.#readPage());
      }
    } catch (fault) {
      this.#onFault(fault);
      this.#retryLater();
    } finally {
      // In the same turn as the last look at `#again`: no nudge can fall in between.
      this.#pumping = null;
    }
  }

  /** One page; whether there may be more. */
  async #readPage(): Promise<boolean> {
    const query = { tenant: this.#tenant, after: this.#position, answers: null, limit: BURST };
    const page = await this.#store.findings(query);
    for (const record of page) {
      const item = queuedFinding(record);
      if (this.#isBurst(item)) await this.#drained();
      this.#offer(item);
    }
    return page.length === BURST && !this.#closed;
  }

  #isBurst({ bytes }: QueuedFinding): boolean {
    return this.#offered.count >= BURST || this.#offered.bytes + bytes > BURST_BYTES;
  }

  #offer(item: QueuedFinding): void {
    for (const subscriber of this.#subscribers) subscriber.offer(item);
    this.#position = item.record.seq;
    this.#offered.count += 1;
    this.#offered.bytes += item.bytes;
  }

  /** Waits until everybody who is not stalled has taken what was offered. */
  async #drained(): Promise<void> {
    this.#offered = { count: 0, bytes: 0 };
    let waiting = [...this.#subscribers].filter((one) => !this.#stalled.has(one));
    for (let wait = 1; waiting.length > 0; wait += 1) {
      const before = new Map(waiting.map((one) => [one, one.cursor]));
      const late = await lateToDrain(waiting);
      const taking = wait < MAX_WAITS ? late.filter((one) => one.cursor !== before.get(one)) : [];
      for (const one of late) if (!taking.includes(one)) this.#markStalled(one);
      waiting = taking;
    }
  }

  #markStalled(subscriber: FindingsSubscriber): void {
    this.#stalled.add(subscriber);
    void subscriber.drained().then(() => this.#stalled.delete(subscriber));
  }

  #retryLater(): void {
    if (this.#closed) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.nudge(), RETRY_MS).unref();
  }
}

/** Those of the subscribers that have not taken everything within the time; resolves earlier where all have. */
async function lateToDrain(subscribers: readonly FindingsSubscriber[]): Promise<FindingsSubscriber[]> {
  const late = new Set(subscribers);
  const { promise: pause, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, STALL_MS);
  const drained = subscribers.map((one) => one.drained().then(() => late.delete(one)));
  await Promise.race([Promise.all(drained), pause]);
  clearTimeout(timer);
  return [...late];
}
