/** A subscription as an iterable, for readers in this process. */

import type { Rendered } from './event-queue.ts';
import type { FanOut } from './fan-out.ts';
import type { Consumer, Subscriber } from './subscriber.ts';
import type { TopicEvent, TopicRequest } from './topic.ts';

/** One group for all: they get the events themselves. */
const AS_IT_IS = {
  key: 'as it is',
  render: async (event: TopicEvent): Promise<Rendered<TopicEvent>> => ({
    seq: event.seq,
    subject: event.subject,
    bytes: JSON.stringify(event.value).length,
    value: event,
    hasErrors: false,
  }),
  told: (fault: Error) => fault,
};

const DONE = { done: true, value: undefined } as const;

/** Starts with the first `next`; a fault is thrown once. `return` ends a pending `next` at once. */
export function iterate<T>(fanOut: FanOut, request: TopicRequest<T>): Events<T> {
  return new Events<T>((consumer) => fanOut.subscribe(request, AS_IT_IS, consumer));
}

/** Written by hand, not as a generator: that would be left behind, when it is left, until the next event. */
class Events<T> implements AsyncIterableIterator<T, undefined> {
  readonly #subscriber: Subscriber<TopicEvent>;
  #isStarted = false;
  #isEnded = false;
  #fault: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(subscribe: (consumer: Consumer<TopicEvent>) => Subscriber<TopicEvent>) {
    this.#subscriber = subscribe({
      accept: () => false,
      available: () => this.#wake(),
      ended: (fault) => {
        this.#isEnded = true;
        this.#fault = fault;
        this.#wake();
      },
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Not called again before it has settled. */
  async next(): Promise<IteratorResult<T, undefined>> {
    if (!this.#isStarted) this.#subscriber.start();
    this.#isStarted = true;
    while (!this.#isEnded) {
      const item = this.#subscriber.take();
      // It is of the topic that was asked for.
      if (item !== undefined) return { done: false, value: item.value.value as T };
      await this.#woken();
    }
    const fault = this.#fault;
    this.#fault = null;
    if (fault !== null) throw fault;
    return DONE;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#subscriber.end(null);
    return DONE;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
