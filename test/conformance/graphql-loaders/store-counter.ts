/** Counts the reads of a store, whoever makes them. */
import type { GraphStore } from '../../../graph/store.ts';

/** How often each method of the store was called. */
export type Calls = ReadonlyMap<string, number>;

export class StoreCounter {
  #calls = new Map<string, number>();

  around(store: GraphStore): GraphStore {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        return (...args: unknown[]) => {
          this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
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
