import { addLooks, countingLooks } from '../../graph/caller.ts';
import type { GraphStore } from '../../graph/store/store.ts';

const NO_READS: ReadonlySet<string> = new Set(['transact', 'onCommit', 'purge', 'beat']);

/** Counts the reads of a store, and names those for one caller that give something from a certain one on. */
export class WatchedReads {
  count = 0;
  /** Names of the reads that were begun then or later, and gave something; not of those that all callers share. */
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
          const isOwn = !isShared();
          if (this.count === this.#turn) this.#then();
          const found: unknown = await Reflect.apply(member, target, args);
          if (isOwn && begunAt >= this.#turn) this.since.push(readName(name, args));
          return found;
        };
      },
    });
  }
}

/** Whether this work is for everybody: what stores look at for that is nobody's. */
function isShared(): boolean {
  const looks = { rows: 0 };
  countingLooks(looks, () => addLooks(1));
  return looks.rows === 0;
}

/** A read's method, with its kind where it takes one: `ranges ledger`. */
export function readName(method: string, args: readonly unknown[]): string {
  const [kind] = args;
  return (method === 'records' || method === 'ranges') && typeof kind === 'string'
    ? `${method} ${kind}`
    : method;
}
