/** Counts the reads of a store, by any caller. */
import type { GraphStore } from '../../../graph/store/store.ts';
import { readName } from '../watched-reads.ts';

/** How often each read of the store was called, by `readName`. */
export type Calls = ReadonlyMap<string, number>;

export class StoreCounter {
  #calls = new Map<string, number>();

  around(store: GraphStore): GraphStore {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        return (...args: unknown[]) => {
          const called = readName(name, args);
          this.#calls.set(called, (this.#calls.get(called) ?? 0) + 1);
          return Reflect.apply(member, target, args);
        };
      },
    });
  }

  async during<T>(work: () => Promise<T>): Promise<{ readonly calls: Calls; readonly result: T }> {
    this.#calls = new Map();
    const result = await work();
    return { calls: this.#calls, result };
  }
}
