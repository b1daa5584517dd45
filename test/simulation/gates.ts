/**
 * Every call of a gateway to its store waits at a gate until the schedule releases it: before it begins and, for a transaction,
 * again before its caller learns that it has committed. So all interleavings of several gateways can be chosen one by one.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import type { GraphStore } from '../../graph/store/store.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';

export interface WaitingCall {
  readonly gateway: string;
  /** The method, or `committed` after a transaction. */
  readonly at: string;
  proceed(): void;
  fail(): void;
  /** Of a transaction: do its work and lose it before the commit. */
  rollBack(): void;
}

interface Listener {
  readonly gateway: string;
  readonly notify: (size: number) => void;
  /** There was a commit since it was last notified. */
  due: boolean;
}

/** What a schedule decided of a call. */
type Release = 'proceed' | 'roll back';

export class Gates {
  waiting: WaitingCall[] = [];
  readonly #listeners: Listener[] = [];
  readonly #lost = new Set<string>();
  #calls = 0;
  #running = 0;

  /** The store as one gateway sees it. */
  storeOf(gateway: string, store: GraphStore): GraphStore {
    const gated = Object.entries(store).map(([name, member]) => {
      if (typeof member !== 'function') return [name, member];
      return [name, (...args: never[]) => this.#read(gateway, name, () => member(...args))];
    });
    return {
      ...(Object.fromEntries(gated) as GraphStore),
      transact: (work) => this.#transact(gateway, store, work),
      onCommit: (notify) => {
        const listener = { gateway, notify, due: false };
        this.#listeners.push(listener);
        return () => this.#remove(listener);
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  /** Gateways with a commit that they were not notified of. */
  unnotified(): string[] {
    return [...new Set(this.#listeners.filter(({ due }) => due).map(({ gateway }) => gateway))];
  }

  notify(gateway: string, size: number): void {
    for (const listener of [...this.#listeners]) {
      if (listener.gateway !== gateway || !listener.due) continue;
      listener.due = false;
      listener.notify(size);
    }
  }

  /** The process is lost: what it asked for never returns, and it asks for nothing more. */
  abandon(gateway: string): void {
    this.#lost.add(gateway);
    this.waiting = this.waiting.filter((one) => one.gateway !== gateway);
    for (const listener of this.#listeners.filter((one) => one.gateway === gateway)) this.#remove(listener);
  }

  /** Resolves when nothing goes on by itself any more: every gateway waits for its store, a client or the time. */
  async settle(): Promise<void> {
    for (let isQuiet = false; !isQuiet; ) {
      const before = this.#calls;
      await nextRound();
      isQuiet = this.#running === 0 && this.#calls === before && !hasNextRound();
    }
  }

  async #read<T>(gateway: string, name: string, call: () => Promise<T>): Promise<T> {
    await this.#pass(gateway, name);
    return this.#run(call);
  }

  async #transact<T>(
    gateway: string,
    store: GraphStore,
    work: Parameters<GraphStore['transact']>[0],
  ): Promise<T> {
    const release = await this.#pass(gateway, 'transact');
    const result = await this.#run(() =>
      store.transact(async (tx) => {
        const done = await work(tx);
        if (release === 'roll back') throw new StoreUnavailable('lost before the commit');
        return done;
      }),
    );
    for (const listener of this.#listeners) listener.due = true;
    await this.#pass(gateway, 'committed');
    return result as T;
  }

  #pass(gateway: string, at: string): Promise<Release> {
    this.#calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    if (this.#lost.has(gateway)) return promise;
    const leave = () => {
      this.waiting = this.waiting.filter((one) => one !== call);
      this.#calls += 1;
    };
    const call: WaitingCall = {
      gateway,
      at,
      proceed: () => {
        leave();
        resolve('proceed');
      },
      rollBack: () => {
        leave();
        resolve('roll back');
      },
      fail: () => {
        leave();
        reject(new StoreUnavailable(`the store cannot be reached (${at})`));
      },
    };
    this.waiting.push(call);
    return promise;
  }

  async #run<T>(call: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await call();
    } finally {
      this.#running -= 1;
      this.#calls += 1;
    }
  }

  #remove(listener: Listener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}

/** Whether something of this process waits for the next round of the event loop, and may call the store then. */
function hasNextRound(): boolean {
  return process.getActiveResourcesInfo().includes('Immediate');
}
