/**
 * Does work of which one process is to do all, for as long as this process has its lease; else waits for the lease.
 *
 * No clock is compared with another. A holder changes a value in the store at intervals (`beat`); a process that waits takes the lease
 * over once so many looks of its own have found the same value. A holder that stopped and goes on may believe for a moment
 * that it still has the lease: so everything that the work appends is fenced (`fenced`), under the lock under which leases
 * change hands.
 */
import { forEverybody } from '../caller.ts';
import {
  type Fence,
  fenceOf,
  LeaseLost,
  type LeaseStore,
  readLease,
  releaseLease,
  takeLease,
} from './lease.ts';

/** Between two signs of life of a holder. */
const BEAT_MS = 600;
/** Between two looks of those who wait. */
const LOOK_MS = 400;
/**
 * Looks in a row without a change after which a holder counts as stopped: 2.4 s, four times as long as a holder that works
 * takes between two changes. The rest of the 5 s is for taking the lease under the log head's lock.
 */
const SILENT_LOOKS = 6;

export interface LeaseWork {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  /**
   * Done while the lease is held; resolves soon after the signal has aborted. All that it appends must be fenced. It is begun
   * again where the lease comes back.
   */
  readonly run: (fence: Fence, signal: AbortSignal) => Promise<void>;
}

export interface LeaseKeeperOptions {
  readonly store: LeaseStore;
  /** Names this process, unlike any other, before or after it. */
  readonly holder: string;
  readonly work: LeaseWork;
  /** Receives the first of consecutive faults of the store, and every fault of the work but the loss of its lease. */
  readonly onFault: (fault: unknown) => void;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #closing = new AbortController();
  readonly #first = Promise.withResolvers<boolean>();
  #isFailing = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Goes on until `stop`. Gives whether the lease was free, which is known after the first look. */
  start(): Promise<boolean> {
    this.#loop = forEverybody(() => this.#goOn());
    return this.#first.promise;
  }

  /** Ends the work and releases the lease. */
  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const epoch = await this.#wait();
      if (epoch !== null) await this.#hold(epoch);
    }
    this.#first.resolve(false);
  }

  /** The epoch in which this process has the lease, null where it was stopped before. */
  async #wait(): Promise<number | null> {
    const { store, holder, work } = this.#options;
    const { signal } = this.#closing;
    let last = '';
    for (let same = 0; !signal.aborted; await pause(LOOK_MS, signal)) {
      const seen = await this.#attempt(async () => {
        const [record, beat] = [await readLease(store, work.name), await store.beat(work.name)];
        return { ...record, key: `${record.epoch} ${beat}` };
      });
      if (seen === null) {
        // A store that cannot be reached says nothing about the holder.
        last = '';
        continue;
      }
      same = seen.key === last ? same + 1 : 0;
      last = seen.key;
      const isFree = seen.holder === null;
      if (isFree || same >= SILENT_LOOKS) {
        const epoch = await this.#attempt(() => takeLease(store, work.name, { holder, seen: seen.epoch }));
        if (epoch !== null) return epoch;
      }
      this.#first.resolve(false);
    }
    return null;
  }

  async #hold(epoch: number): Promise<void> {
    const { work, onFault } = this.#options;
    const { signal } = this.#closing;
    const ending = new AbortController();
    const run = work.run(fenceOf(work.name, epoch), ending.signal).catch((fault: unknown) => {
      if (!(fault instanceof LeaseLost)) onFault(fault);
    });
    this.#first.resolve(true);
    await this.#beat(epoch, signal);
    ending.abort(new LeaseLost(`the lease ${work.name} of epoch ${epoch} has ended`));
    // While the work ends, the lease is still this process's.
    const done = new AbortController();
    const beating = signal.aborted ? this.#beat(epoch, done.signal) : Promise.resolve();
    await run;
    done.abort();
    await beating;
    if (signal.aborted) await this.#attempt(() => releaseLease(this.#options.store, work.name, epoch));
  }

  /** Resolves when the signal has aborted, or the lease has passed to another process. */
  async #beat(epoch: number, signal: AbortSignal): Promise<void> {
    const { store, work } = this.#options;
    for (let count = 1; !signal.aborted; count += 1) {
      const held = await this.#attempt(async () => {
        if ((await readLease(store, work.name)).epoch !== epoch) return false;
        await store.beat(work.name, `${epoch} ${count}`);
        return true;
      });
      if (held === false) return;
      await pause(BEAT_MS, signal);
    }
  }

  /** Null where the store failed. */
  async #attempt<T>(step: () => Promise<T>): Promise<T | null> {
    try {
      const result = await step();
      this.#isFailing = false;
      return result;
    } catch (fault) {
      if (!this.#isFailing) this.#options.onFault(fault);
      this.#isFailing = true;
      return null;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', end);
    resolve();
  }, ms);
  timer.unref();
  signal.addEventListener('abort', end, { once: true });
  return promise;
}
