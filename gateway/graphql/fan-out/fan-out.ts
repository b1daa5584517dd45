/** Every subscription of this process: one tail per topic, one group per selection and scope, one watch of commits. */
import { GraphQLError } from 'graphql';
import type { GraphStore } from '../../../graph/store/store.ts';
import { FanOutGroup, type Render, type Told } from './group.ts';
import { MAX_BEHIND } from './resync.ts';
import { type Consumer, Subscriber } from './subscriber.ts';
import { Tail } from './tail.ts';
import type { Topic, TopicRequest } from './topic.ts';
import { WatchedKeys } from './watched-keys.ts';

/** Subscriptions of one process. */
const MAX_SUBSCRIBERS = 20_000;

/** Entries that are looked at together. */
const PAGE = 500;

/** What a group gives its members. */
export interface Shared<T> {
  /** Of one topic and one key there is one group: the key must tell apart whatever is rendered differently. */
  readonly key: string;
  readonly render: Render<T>;
  readonly told: Told;
}

interface Following {
  readonly topic: Topic;
  readonly tail: Tail;
  readonly groups: Map<string, FanOutGroup<unknown>>;
  readonly watched: WatchedKeys;
}

export class FanOut {
  readonly #store: GraphStore;
  readonly #maxBehind: number;
  /** Gets faults that subscribers see masked, and reads that failed; those are made again. */
  readonly onFault: (fault: unknown) => void;
  readonly #following = new Map<string, Following>();
  /** Each with what lets go of the keys that it listens to. */
  readonly #subscribers = new Map<{ end(fault: Error | null): void }, () => void>();
  #stop: (() => void) | null = null;
  /** Position up to which entries were looked at, null before the first commit. */
  #looked: number | null = null;
  #lookAgain = false;
  #looking: Promise<void> | null = null;

  /** @param maxBehind positions of the log that a subscriber may be behind */
  constructor(store: GraphStore, onFault: (fault: unknown) => void, maxBehind = MAX_BEHIND) {
    this.#store = store;
    this.onFault = onFault;
    this.#maxBehind = maxBehind;
  }

  /** Reads nothing until it is started. @throws {GraphQLError} `limited:rate` past the bound */
  subscribe<T>(request: TopicRequest, shared: Shared<T>, consumer: Consumer<T>): Subscriber<T> {
    if (this.#subscribers.size >= MAX_SUBSCRIBERS) {
      throw new GraphQLError('too many subscriptions; try again later', {
        extensions: { code: 'limited:rate' },
      });
    }
    const group = this.#groupOf(request.topic, shared);
    const subscriber = new Subscriber(request, group, consumer);
    group.add(subscriber);
    const { watched } = this.#follow(request.topic);
    this.#subscribers.set(subscriber, watched.hold(request.keys ?? []));
    return subscriber;
  }

  /** Reads every tail to the log's end and waits until its subscribers have taken what there was, save who stalls. */
  async flush(): Promise<void> {
    await Promise.all([...this.#following.values()].map(({ tail }) => tail.flush()));
  }

  /** Ends every subscription. */
  end(): void {
    for (const subscriber of [...this.#subscribers.keys()]) subscriber.end(null);
  }

  #groupOf<T>(topic: Topic, { key, render, told }: Shared<T>): FanOutGroup<T> {
    const following = this.#follow(topic);
    const known = following.groups.get(key);
    // One key has one way of rendering, and so one type.
    if (known !== undefined) return known as FanOutGroup<T>;
    const group = new FanOutGroup<T>({
      tail: following.tail,
      store: this.#store,
      maxBehind: this.#maxBehind,
      render,
      told,
      isCached: topic.isOfNow !== true,
      onLeave: (subscriber) => {
        this.#subscribers.get(subscriber)?.();
        this.#subscribers.delete(subscriber);
      },
      onEmpty: () => this.#drop(topic, key),
    });
    following.groups.set(key, group as FanOutGroup<unknown>);
    return group;
  }

  #follow(topic: Topic): Following {
    const known = this.#following.get(topic.name);
    if (known !== undefined) return known;
    const tail = new Tail({ topic, store: this.#store, onFault: this.onFault });
    const groups = new Map<string, FanOutGroup<unknown>>();
    const watched = new WatchedKeys(topic, (event) => {
      for (const group of groups.values()) group.offer(event);
    });
    const following = { topic, tail, groups, watched };
    this.#following.set(topic.name, following);
    this.#stop ??= this.#store.onCommit((size) => this.#committed(size));
    return following;
  }

  /** One look at the log says which topics to read. A single one, or the first commit, needs no look. */
  #committed(size: number): void {
    const all = [...this.#following.values()];
    for (const { tail } of all) tail.forget();
    if (this.#looked === null || all.length === 1) {
      this.#looked = Math.max(size - 1, this.#looked ?? -1);
      for (const { tail } of all) tail.nudge();
      return;
    }
    this.#lookAgain = true;
    this.#looking ??= this.#look();
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      while (await this.#lookAtPage());
    }
    // In the same turn as the last look at `#lookAgain`: no commit can fall in between.
    this.#looking = null;
  }

  /** Whether there may be more. */
  async #lookAtPage(): Promise<boolean> {
    const all = [...this.#following.values()];
    const types = [...new Set(all.map(({ topic }) => topic.type))];
    const after = this.#looked ?? -1;
    // Where it cannot be known, the tails read: they try again until they can.
    const page = await this.#store.entries({ after, limit: PAGE, types }).catch(() => null);
    const concerns = ({ topic }: Following) =>
      page === null || page.some(({ entry }) => entry.body.type === topic.type && topic.concerns(entry));
    // A topic that came meanwhile may be of another type than those that were looked at.
    for (const one of this.#following.values()) if (!all.includes(one) || concerns(one)) one.tail.nudge();
    this.#looked = Math.max(after, page?.at(-1)?.entry.seq ?? after);
    return page?.length === PAGE;
  }

  #drop({ name }: Topic, key: string): void {
    const following = this.#following.get(name);
    following?.groups.delete(key);
    if (following === undefined || following.groups.size > 0) return;
    following.tail.close();
    this.#following.delete(name);
    if (this.#following.size > 0) return;
    this.#stop?.();
    this.#stop = null;
    this.#looked = null;
  }
}
