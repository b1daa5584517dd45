/** Work that one of several services on a store does for all: it follows the verdicts and observes the sources. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Engine } from '../../../engine/engine.ts';
import { LeaseLost } from '../../../graph/lease/lease.ts';
import { LeaseKeeper, type LeaseWork } from '../../../graph/lease/lease-keeper.ts';
import type { IngestSource } from '../ingest-source.ts';
import { SourceObserver } from './source-observer.ts';

const FINDINGS_LEASE = 'findings';
const SOURCES_LEASE = 'sources';

export interface LeasedWorkOptions {
  readonly engine: Engine;
  readonly onFault: (fault: unknown) => void;
  /** A source that is no longer at any of its paths. */
  readonly onGone: (source: IngestSource) => void;
}

export class LeasedWork implements AsyncDisposable {
  readonly #keepers: readonly LeaseKeeper[];
  readonly #looked = Promise.withResolvers<void>();

  constructor({ engine, onFault, onGone }: LeasedWorkOptions) {
    const reported = (fault: unknown) => {
      if (!(fault instanceof LeaseLost)) onFault(fault);
    };
    const observing: LeaseWork = {
      name: SOURCES_LEASE,
      run: async (fence, signal) => {
        const observer = new SourceObserver({ engine, fence, onFault: reported, onGone });
        void observer.start().then(this.#looked.resolve);
        await ended(signal);
        await observer.stop();
      },
    };
    const following: LeaseWork = {
      name: FINDINGS_LEASE,
      run: async (fence, signal) => {
        const stop = engine.monitor.follow(reported, fence);
        await ended(signal);
        await stop();
      },
    };
    const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
    this.#keepers = [observing, following].map(
      (work) => new LeaseKeeper({ store: engine.store, holder, work, onFault: reported }),
    );
  }

  /** Resolves once the sources were observed, or another process has the lease to do so. */
  async start(): Promise<void> {
    const [observes] = await Promise.all(this.#keepers.map((keeper) => keeper.start()));
    if (observes) await this.#looked.promise;
  }

  /** Ends the work, and releases the leases: another process may take them at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#keepers.map((keeper) => keeper.stop()));
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
