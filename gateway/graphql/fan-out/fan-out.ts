/** Every subscription of this process: one tail per topic, one group per selection and scope, one watch of commits. */
import { GraphQLError } from 'graphql';
import type { GraphStore } from '../../../graph/store/store.ts';
import { Group, type Render, type Told } from './group.ts';
import { MAX_BEHIND } from './resync.ts';
import { type Consumer, Subscriber } from './subscriber.ts';
import { Tail } from './tail.ts';
import type { Topic, TopicRequest } from './topic.ts';

/** Subscriptions of one process. */
const MAX_SUBSCRIBERS = 20_000;

/** What a group gives its members. */
export interface Shared<T> {
  /** Of one topic and one key there is one group: the key must tell apart whatever is rendered differently. */
  readonly key: string;
  readonly render: Render<T>;
  readonly told: Told;
}

interface Following {
  readonly tail: Tail;
  readonly groups: Map<string, Group<unknown>>;
}

export class FanOut {
  readonly #store: GraphStore;
  readonly #maxBehind: number;
  /** Gets faults that subscribers see masked, and reads that failed; those are made again. */
  readonly onFault: (fault: unknown) => void;
  readonly #following = new Map<string, Following>();
  readonly #subscribers = new Set<{ end(fault: Error | null): void }>();
  #stop: (() => void) | null = null;

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
    this.#subscribers.add(subscriber);
    return subscriber;
  }

  /** Reads every tail to the log's end and waits until its subscribers have taken what there was, save who stalls. */
  async flush(): Promise<void> {
    await Promise.all([...this.#following.values()].map(({ tail }) => tail.flush()));
  }

  /** Ends every subscription. */
  end(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.end(null);
  }

  #groupOf<T>(topic: Topic, { key, render, told }: Shared<T>): Group<T> {
    const following = this.#follow(topic);
    const known = following.groups.get(key);
    // One key has one way of rendering, and so one type.
    if (known !== undefined) return known as Group<T>;
    const group = new Group<T>({
      tail: following.tail,
      store: this.#store,
      maxBehind: this.#maxBehind,
      render,
      told,
      onLeave: (subscriber) => this.#subscribers.delete(subscriber),
      onEmpty: () => this.#drop(topic, key),
    });
    following.groups.set(key, group as Group<unknown>);
    return group;
  }

  #follow(topic: Topic): Following {
    const known = this.#following.get(topic.name);
    if (known !== undefined) return known;
    const tail = new Tail({ topic, store: this.#store, onFault: this.onFault });
    const following = { tail, groups: new Map() };
    this.#following.set(topic.name, following);
    this.#stop ??= this.#store.onCommit(() => {
      for (const one of this.#following.values()) one.tail.nudge();
    });
    return following;
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
  }
}
