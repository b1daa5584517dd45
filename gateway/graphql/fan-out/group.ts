/**
 * Subscribers that get the same of each event: it is rendered once for all of them. A group is of one topic, and of one
 * selection where there is one; what its members may see is the same (see `scopeKey`).
 */
import type { HeadReader } from '../../../graph/store/log.ts';
import type { Rendered } from './event-queue.ts';
import { Pace } from './pace.ts';
import { checkPosition } from './resync.ts';
import type { Subscriber, SubscriberGroup } from './subscriber.ts';
import type { Tail } from './tail.ts';
import type { TopicEvent } from './topic.ts';

/** Makes of an event what members get. */
export type Render<T> = (event: TopicEvent) => Promise<Rendered<T>>;

/** What members get of a fault. */
export type Told = (fault: Error) => Error;

export interface GroupOptions<T> {
  readonly tail: Tail;
  readonly store: HeadReader;
  /** Positions of the log that a member may be behind. */
  readonly maxBehind: number;
  readonly render: Render<T>;
  readonly told: Told;
  /** Whether a rendering may be given to a member that comes later. */
  readonly isCached: boolean;
  readonly onLeave: (subscriber: Subscriber<T>) => void;
  /** The last member has left. */
  readonly onEmpty: () => void;
}

/** Events whose rendering is cached for members that catch up, until the log head moves. */
const MAX_KEPT = 256;

export class FanOutGroup<T> implements SubscriberGroup<T> {
  readonly #options: GroupOptions<T>;
  /** Everybody, those who still catch up too. */
  readonly #members = new Set<Subscriber<T>>();
  /** Those who are offered whatever comes. */
  readonly #listeners = new Set<Subscriber<T>>();
  /** Those who are offered what has one of their keys. */
  readonly #byKey = new Map<string, Set<Subscriber<T>>>();
  readonly #pace = new Pace();
  readonly #kept = new Map<number, Promise<Rendered<T>>>();
  /** Events that wait to be rendered: the tail waits for them, so that there are never many. */
  #queue: TopicEvent[] = [];
  #pumping: Promise<void> | null = null;

  constructor(options: GroupOptions<T>) {
    this.#options = options;
  }

  /** What a member gets of the fault that ends it. */
  told(fault: Error): Error {
    return this.#options.told(fault);
  }

  /** To be called for every member before it starts. */
  add(subscriber: Subscriber<T>): void {
    this.#members.add(subscriber);
  }

  /** @throws {GraphQLError} `stale:resync` where the past behind a position is no longer sent */
  checkPosition(after: number): Promise<void> {
    return checkPosition(this.#options.store, after, this.#options.maxBehind);
  }

  /** Resolves once the member is offered every event behind a position that is not ahead of the log. */
  async join(subscriber: Subscriber<T>): Promise<void> {
    if (subscriber.keys === null) this.#listeners.add(subscriber);
    for (const key of subscriber.keys ?? []) {
      const members = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, members.add(subscriber));
    }
    await this.#options.tail.join(this);
  }

  leave(subscriber: Subscriber<T>): void {
    this.#listeners.delete(subscriber);
    for (const key of subscriber.keys ?? []) {
      const members = this.#byKey.get(key);
      members?.delete(subscriber);
      if (members?.size === 0) this.#byKey.delete(key);
    }
    if (!this.#members.delete(subscriber)) return;
    this.#options.onLeave(subscriber);
    if (this.#members.size > 0) return;
    this.#queue = [];
    this.#options.tail.leave(this);
    this.#options.onEmpty();
  }

  /**
   * The event as members get it. At one log head the same one is not rendered again, unless it failed:
   * a member that joins after a fault does not get it.
   */
  render(event: TopicEvent): Promise<Rendered<T>> {
    if (!this.#options.isCached) return this.#options.render(event);
    const kept = this.#kept.get(event.seq);
    if (kept !== undefined) return kept;
    const rendering = this.#options.render(event);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(event.seq, rendering);
    const drop = () => {
      if (this.#kept.get(event.seq) === rendering) this.#kept.delete(event.seq);
    };
    rendering.then(({ hasErrors }) => hasErrors && drop(), drop);
    return rendering;
  }

  /** The log goes on: what an event looks like may be another thing now. */
  forget(): void {
    this.#kept.clear();
  }

  /** The next event of the topic, from the tail. */
  offer(event: TopicEvent): void {
    if (this.#listeners.size === 0 && !event.keys.some((key) => this.#byKey.has(key))) return;
    this.#queue.push(event);
    this.#pumping ??= this.#pump();
  }

  /** Resolves when everything offered so far has been passed on to the members. */
  async passedOn(): Promise<void> {
    await this.#pumping;
  }

  /** Resolves when the members have taken it, save those that stall. */
  async flush(): Promise<void> {
    await this.passedOn();
    await this.#pace.settle(this.#members);
  }

  async #pump(): Promise<void> {
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift()) {
      await this.#passOn(event);
    }
    // In the same turn as the last look at the queue: no event can fall in between.
    this.#pumping = null;
  }

  async #passOn(event: TopicEvent): Promise<void> {
    try {
      const item = await this.render(event);
      if (this.#pace.isBurst(item.bytes)) await this.#pace.settle(this.#members);
      this.#pace.offered(item.bytes);
      for (const member of this.#listeners) member.offer(item);
      for (const key of event.keys) {
        for (const member of this.#byKey.get(key) ?? []) member.offer(item);
      }
    } catch (fault) {
      // Who does not get an event must not get the next ones either, or it would never miss it.
      for (const member of [...this.#members]) member.end(asError(fault));
    }
  }
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error('an event could not be rendered', { cause: fault });
}
