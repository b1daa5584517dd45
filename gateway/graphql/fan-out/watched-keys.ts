/** What time alone makes of the keys of a topic: each is watched once, however many listen to it. */
import type { Topic, TopicEvent } from './topic.ts';

interface Watched {
  holders: number;
  readonly stop: () => void;
}

const NOTHING = () => undefined;

export class WatchedKeys {
  readonly #topic: Topic;
  readonly #tell: (event: TopicEvent) => void;
  readonly #watched = new Map<string, Watched>();

  constructor(topic: Topic, tell: (event: TopicEvent) => void) {
    this.#topic = topic;
    this.#tell = tell;
  }

  /** Watches the keys until the returned function is called, once. */
  hold(keys: readonly string[]): () => void {
    const { byTime } = this.#topic;
    if (byTime === undefined) return NOTHING;
    for (const key of keys) {
      const known = this.#watched.get(key);
      if (known === undefined) this.#watched.set(key, { holders: 1, stop: byTime(key, this.#tell) });
      else known.holders += 1;
    }
    return () => {
      for (const key of keys) this.#letGo(key);
    };
  }

  #letGo(key: string): void {
    const watched = this.#watched.get(key);
    if (watched === undefined) return;
    watched.holders -= 1;
    if (watched.holders > 0) return;
    this.#watched.delete(key);
    watched.stop();
  }
}
