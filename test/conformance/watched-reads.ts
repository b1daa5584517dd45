import type { GraphStore } from '../../graph/store/store.ts';

const NO_READS: ReadonlySet<string> = new Set(['transact', 'onCommit', 'purge', 'beat']);

/** Counts the reads of a store, by any caller, and names those that give something from a certain one on. */
export class WatchedReads {
  count = 0;
  /** Names of the reads that were begun then or later, and gave something. */
  readonly since: string[] = [];
  #turn = Number.POSITIVE_INFINITY;
  #then: () => void = () => undefined;

  /** @param turn reads from now on */
  at(turn: number, then: () => void): void {
    this.#turn = this.count + turn;
    this.#then = then;
  }

  around(store: GraphStore): GraphStore {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        if (NO_READS.has(name)) return member;
        return async (...args: unknown[]) => {
          this.count += 1;
          const begunAt = this.count;
          if (this.count === this.#turn) this.#then();
          const found: unknown = await Reflect.apply(member, target, args);
          if (begunAt >= this.#turn) this.since.push(readName(name, args));
          return found;
        };
      },
    });
  }
}

/** A read's method, with its kind where it takes one: `ranges ledger`. */
export function readName(method: string, args: readonly unknown[]): string {
  const [kind] = args;
  return (method === 'records' || method === 'ranges') && typeof kind === 'string'
    ? `${method} ${kind}`
    : method;
}
