/** A store whose processes nudge each other, beside the store's own looks. */
import { forEverybody } from '../caller.ts';
import type { GraphStore, GraphTransaction } from '../store/store.ts';
import type { Nudges } from './nudges.ts';

type Listener = (size: number) => void;

/** Disposing it ends both. */
export function nudgedStore(store: GraphStore, nudges: Nudges): GraphStore {
  const relay = new Relay(store, nudges);
  return {
    ...store,
    transact: async (work) => {
      let size: number | null = null;
      const result = await store.transact((tx) => {
        size = null;
        return work(watched(tx, (saved) => (size = saved)));
      });
      if (size !== null) relay.publish(size);
      return result;
    },
    onCommit: (listener) => forEverybody(() => relay.add(listener)),
    [Symbol.asyncDispose]: async () => {
      relay.stop();
      await nudges[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

function watched(tx: GraphTransaction, saved: (size: number) => void): GraphTransaction {
  return {
    ...tx,
    save: (changes) => {
      saved(changes.head.size);
      return tx.save(changes);
    },
  };
}

class Relay {
  readonly #store: GraphStore;
  readonly #nudges: Nudges;
  /** Each call of `onCommit` is its own entry, so that one listener may be added twice. */
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #stop: (() => void) | null = null;
  /** Greatest size that listeners were notified of. */
  #newest = 0;
  #looking = false;
  #lookAgain = false;
  /** Greatest size that waits to be sent while another is. */
  #unsent: number | null = null;
  #sending = false;

  constructor(store: GraphStore, nudges: Nudges) {
    this.#store = store;
    this.#nudges = nudges;
  }

  add(listener: Listener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** One message is under way at a time: a server that does not answer costs no memory. */
  publish(size: number): void {
    this.#unsent = Math.max(size, this.#unsent ?? 0);
    if (this.#sending) return;
    this.#sending = true;
    void this.#send();
  }

  async #send(): Promise<void> {
    for (let size = this.#unsent; size !== null; size = this.#unsent) {
      this.#unsent = null;
      // The others look by themselves.
      await this.#nudges.publish(size).catch(() => undefined);
    }
    this.#sending = false;
  }

  #start(): () => void {
    const ends = [
      this.#store.onCommit((size) => this.#notify(size)),
      this.#nudges.subscribe((size) => this.#nudged(size)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  #nudged(size: number): void {
    if (size <= this.#newest) return;
    this.#lookAgain = true;
    if (!this.#looking) void this.#look();
  }

  /** The size that others name is not believed: it may be of another log. One look serves all nudges that come meanwhile. */
  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#lookAgain) {
      this.#lookAgain = false;
      const head = await this.#store.head().catch(() => null);
      if (head !== null && head.size > this.#newest) this.#notify(head.size);
    }
    this.#looking = false;
  }

  #notify(size: number): void {
    this.#newest = Math.max(this.#newest, size);
    for (const entry of this.#listeners) {
      queueMicrotask(() => {
        if (this.#listeners.has(entry)) entry.listener(size);
      });
    }
  }
}
