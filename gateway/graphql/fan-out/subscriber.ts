/**
 * One subscription: first what was missed (or the standing state), then what comes, in order, none twice.
 *
 * It joins its group before its last read of the past. Whatever commits before that read is in it, whatever commits
 * after the join is in the queue, and what is in both is dropped by position: so the hand-over loses nothing.
 */
import { GraphQLError } from 'graphql';
import { forEverybody } from '../../../graph/caller.ts';
import { EventQueue, type Rendered } from './event-queue.ts';
import type { Paced } from './pace.ts';
import type { TopicEvent, TopicRequest } from './topic.ts';

/** Who takes what a subscriber has. Each is called in the turn in which it happens. */
export interface Consumer<T> {
  /** Takes the next event at once, or says that it cannot: then it waits, and `take` gives it. */
  accept(item: Rendered<T>): boolean;
  /** There is something to take. */
  available(): void;
  /** Nothing more will come: with a fault, the consumer gets it; without one, it has unsubscribed. */
  ended(fault: Error | null): void;
}

/** Those who get the same of each event, as one of them sees them. */
export interface SubscriberGroup<T> {
  /** @throws {GraphQLError} `stale:resync` where the past behind a position is no longer sent */
  checkPosition(after: number): Promise<void>;
  /** Resolves once the subscriber is offered every event behind a position that is not ahead of the log. */
  join(subscriber: Subscriber<T>): Promise<void>;
  leave(subscriber: Subscriber<T>): void;
  render(event: TopicEvent): Promise<Rendered<T>>;
  /** What a subscriber gets of the fault that ends it. */
  told(fault: Error): Error;
}

type Phase = 'new' | 'catching-up' | 'handing-over' | 'live';

/** Events of the past that are read at a time: a thousand records take a thread longer than others should wait. */
const PAGE = 250;
const NOTHING: readonly TopicEvent[] = [];

export class Subscriber<T> implements Paced {
  readonly #request: TopicRequest;
  readonly #group: SubscriberGroup<T>;
  readonly #consumer: Consumer<T>;
  /** Only while something waits: most subscribers are up to date. */
  #queue: EventQueue<Rendered<T>> | null = null;
  #past = NOTHING;
  #pastIndex = 0;
  #next: Rendered<T> | undefined;
  #cursor: number;
  #read: number;
  #phase: Phase = 'new';
  #isReading = false;
  #isEnded = false;
  #onDrained: (() => void)[] | null = null;
  #onEnd: (() => void) | null = null;

  constructor(request: TopicRequest, group: SubscriberGroup<T>, consumer: Consumer<T>) {
    this.#request = request;
    this.#group = group;
    this.#consumer = consumer;
    this.#cursor = request.after ?? -1;
    this.#read = this.#cursor;
  }

  /** Null: everything of the topic. */
  get keys(): readonly string[] | null {
    return this.#request.keys;
  }

  /** Position of the last event that was taken: it moves while the subscriber does. */
  get cursor(): number {
    return this.#cursor;
  }

  /** How many events were offered and not taken. */
  get waiting(): number {
    return this.#queue?.size ?? 0;
  }

  /** Calls once when the subscription ends, before its consumer is notified; to be set before it starts. */
  onEnd(callback: () => void): void {
    this.#onEnd = callback;
  }

  /** Begins to read; to be called once. */
  start(): void {
    void this.#readOn();
  }

  /** The next event, undefined where there is none yet: `available` is called when there is. */
  take(): Rendered<T> | undefined {
    if (this.#isEnded) return undefined;
    const past = this.#next;
    if (past !== undefined) {
      this.#next = undefined;
      this.#cursor = Math.max(this.#cursor, past.seq);
      if (this.#pastIndex >= this.#past.length) this.#setPast(NOTHING);
      void this.#readOn();
      return past;
    }
    // The queue waits until the past is sent to its end: its events are later ones.
    if (!this.#isPresent()) return undefined;
    return this.#takeLive();
  }

  /** An event from the group. */
  offer(item: Rendered<T>): void {
    if (this.#isEnded || item.seq <= this.#cursor) return;
    if (this.#queue === null && this.#isPresent() && this.#consumer.accept(item)) {
      this.#cursor = item.seq;
      return;
    }
    this.#queue ??= new EventQueue();
    this.#queue.push(item);
    if (this.#queue.overflowed) this.end(slowConsumer(this.#cursor));
    else if (this.#phase === 'live') this.#consumer.available();
  }

  /** Resolves when everything offered so far was taken, or nobody will take it. */
  drained(): Promise<void> {
    if (this.waiting === 0 || this.#isEnded) return Promise.resolve();
    this.#onDrained ??= [];
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained.push(resolve);
    return promise;
  }

  /** Ends the subscription: with a fault the consumer gets it, without one it just ends. */
  end(fault: Error | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#group.leave(this);
    this.#queue = null;
    this.#next = undefined;
    this.#past = NOTHING;
    this.#settleDrained();
    this.#onEnd?.();
    this.#consumer.ended(fault === null ? null : this.#group.told(fault));
  }

  #takeLive(): Rendered<T> | undefined {
    for (let item = this.#queue?.take(); item !== undefined; item = this.#queue?.take()) {
      if (item.seq <= this.#cursor) continue;
      this.#cursor = item.seq;
      return item;
    }
    this.#queue = null;
    this.#settleDrained();
    return undefined;
  }

  /** Whether the past was sent to its end. */
  #isPresent(): boolean {
    return this.#phase === 'live' && this.#next === undefined && this.#past.length === 0;
  }

  /** Makes the next event of the past ready, or comes to the present. One at a time. */
  async #readOn(): Promise<void> {
    if (this.#isReading || this.#isPresent()) return;
    this.#isReading = true;
    // It outlives the request that began it, and what it begins to follow is followed for others too.
    await forEverybody(() => this.#readNext()).catch((fault: unknown) => this.end(asError(fault)));
    if (!this.#isEnded) this.#consumer.available();
  }

  async #readNext(): Promise<void> {
    try {
      while (!this.#isEnded) {
        const event = this.#past[this.#pastIndex];
        if (event !== undefined) {
          this.#next = await this.#group.render(event);
          this.#pastIndex += 1;
          return;
        }
        this.#setPast(NOTHING);
        if (this.#phase === 'live') return;
        await this.#readPage();
      }
    } finally {
      // In the same turn in which the event is ready: who takes it at once has the next one read.
      this.#isReading = false;
    }
  }

  /** One read of the past; each phase ends in the next one. */
  async #readPage(): Promise<void> {
    const { topic, keys, after } = this.#request;
    if (this.#phase === 'new' && after !== null) {
      await this.#group.checkPosition(after);
      this.#phase = 'catching-up';
      return;
    }
    if (this.#phase === 'new') {
      await this.#group.join(this);
      this.#setPast(await topic.standing(keys));
      this.#phase = 'live';
      return;
    }
    const { events, upTo, more } = await topic.after(this.#read, keys, PAGE);
    this.#setPast(events);
    this.#read = Math.max(this.#read, upTo);
    // Who has left in the meantime must not join.
    if (more || this.#isEnded) return;
    if (this.#phase === 'handing-over') {
      this.#phase = 'live';
      return;
    }
    await this.#group.join(this);
    this.#phase = 'handing-over';
  }

  #setPast(events: readonly TopicEvent[]): void {
    this.#past = events;
    this.#pastIndex = 0;
  }

  #settleDrained(): void {
    const waiting = this.#onDrained;
    this.#onDrained = null;
    for (const resolve of waiting ?? []) resolve();
  }
}

function slowConsumer(lastSeq: number): GraphQLError {
  return new GraphQLError('this subscriber reads too slowly; subscribe again after the last position', {
    extensions: { code: 'limited:slow_consumer', last_seq: lastSeq },
  });
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error('reading the topic failed', { cause: fault });
}
