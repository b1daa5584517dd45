/** The write side: one transaction at a time, on disk when it resolves, nothing when it rejects. */
import { randomUUID } from 'node:crypto';
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { GraphTransaction } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import { ServerWriteQueue } from '../write-queue.ts';
import { EndedEarly, isDisconnected, toEarlyFault, toStoreFault } from './faults.ts';
import { lockHead } from './head-lock.ts';
import type { Neo4jLink, Neo4jOpenedTransaction } from './link.ts';
import { STOPPED_MS } from './lock-watch.ts';
import type { StoredHead } from './read-log.ts';
import type { SettledReads } from './settled-reads.ts';
import type { TextIndexes } from './text-index.ts';
import { type Neo4jTransaction, workTransaction } from './transaction.ts';

/** How long a transaction waits for another process': short of 5 s by as much as the rest of a request takes. */
const LOCK_WAIT_MS = 3_750;
/** After this long the server ends a transaction whatever its process says; the longest is a rebuild in place. */
const WORK_MS = 3_600_000;
const SHORT_MS = 5_000;
/** A write that only finds out whether one is taken waits no longer, and comes no closer to the one before. */
const TRIAL_WAIT_MS = 250;
const TRIAL_MS = 500;
const TRIAL = 'MATCH (h:LogHead {id: 0}) SET h.trial = randomUUID()';
/** Why writes are refused. */
const UNAVAILABLE = 'the store took no write when one was last tried';
/** Names the commit in the same transaction; see `SettledReads`. */
const NAME_COMMIT = 'MATCH (h:LogHead {id: 0}) SET h.commit = $commit';
/** Others have committed since, so that nobody can tell. A retry is safe where appends are known by their ids. */
const DOUBTFUL = 'the connection was lost during a commit, which may stand';

type Work<T> = (transaction: Pick<Neo4jTransaction, 'tx' | 'beliefs'>) => Promise<T>;

export class Neo4jWriter {
  readonly #link: Neo4jLink;
  readonly #indexes: TextIndexes;
  readonly #settled: SettledReads;
  readonly #committed: (size: number) => void;
  readonly #queue = new ServerWriteQueue();
  /** Commits are named `<this>/<count>`. */
  readonly #name = randomUUID();
  #count = 0;
  /** Of the last write; null once one was taken. */
  #refusal: string | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;

  /** @param committed called after each commit that saved something, with the log's size */
  constructor(
    link: Neo4jLink,
    indexes: TextIndexes,
    settled: SettledReads,
    committed: (size: number) => void,
  ) {
    this.#link = link;
    this.#indexes = indexes;
    this.#settled = settled;
    this.#committed = committed;
  }

  /** See `GraphStore.transact`. */
  transact<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    return this.#run(({ tx }) => work(tx));
  }

  /** See `GraphStore.moveBeliefs`. */
  moveBeliefs<T>(work: (tx: BeliefTransaction) => Promise<T>): Promise<T> {
    return this.#run(({ beliefs }) => work(beliefs));
  }

  #run<T>(work: Work<T>): Promise<T> {
    return this.#queue.run(() =>
      this.#noted(() => this.#link.retried(() => this.#attemptBehindStopped(work))),
    );
  }

  /** See `GraphStore.writeRefusal`. */
  async refusal(): Promise<string | null> {
    const isDue = performance.now() - this.#triedAt >= TRIAL_MS;
    // Whatever waits will show by itself whether it is taken.
    if (this.#refusal !== null && isDue && this.#queue.isIdle) {
      await this.#queue.run(() => this.#noted(() => this.#try())).catch(rethrowOthers);
      this.#triedAt = performance.now();
    }
    return this.#refusal;
  }

  async #try(): Promise<void> {
    const opened = await this.#link.begin(SHORT_MS);
    try {
      await opened.runWithin(TRIAL_WAIT_MS, TRIAL, {});
      await opened.commit();
      this.#refusal = null;
    } catch (error) {
      throw toStoreFault(error);
    } finally {
      await opened.end();
    }
  }

  async #noted<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refusal = UNAVAILABLE;
      throw error;
    }
  }

  /** Resolves when every transaction asked for so far has ended. */
  drained(): Promise<void> {
    return this.#queue.drained();
  }

  /** Once more at once where a stopped holder was ended: the wait for it may have used up the time for retries. */
  #attemptBehindStopped<T>(work: Work<T>): Promise<T> {
    return this.#attempt(work).catch((error: unknown) => {
      if (error instanceof EndedEarly) return this.#attempt(work);
      throw error;
    });
  }

  async #attempt<T>(work: Work<T>): Promise<T> {
    const opened = await this.#link.begin(WORK_MS);
    let lockedAt = Number.NEGATIVE_INFINITY;
    try {
      const stored = await lockHead(this.#link, opened, LOCK_WAIT_MS);
      lockedAt = performance.now();
      this.#settled.settle(stored.commit);
      const transaction = workTransaction(opened.connection, this.#indexes, stored.head);
      const result = await finished(transaction, work);
      const { saved, size } = transaction.outcome();
      if (saved) await this.#commit(opened, stored, size);
      return result;
    } catch (error) {
      throw performance.now() - lockedAt < STOPPED_MS ? toEarlyFault(error) : error;
    } finally {
      await opened.end();
    }
  }

  async #commit(opened: Neo4jOpenedTransaction, before: StoredHead, size: number): Promise<void> {
    this.#count += 1;
    const commit = `${this.#name}/${this.#count}`;
    await opened.connection.run(NAME_COMMIT, { commit });
    try {
      await opened.commit();
    } catch (error) {
      if (!isDisconnected(error)) throw error;
      const last = await this.#lastCommit();
      // Nothing was committed since: the work may run again.
      if (last === before.commit) throw error;
      if (last !== commit) throw new StoreUnavailable(DOUBTFUL, { cause: error });
    }
    this.#settled.settle(commit);
    this.#refusal = null;
    this.#committed(size);
  }

  /** Under the lock, so that no commit whose acknowledgement was lost is still under way. */
  #lastCommit(): Promise<string> {
    return this.#link.retried(async () => {
      const opened = await this.#link.begin(SHORT_MS);
      try {
        return (await lockHead(this.#link, opened, LOCK_WAIT_MS)).commit;
      } finally {
        await opened.end();
      }
    });
  }
}

function rethrowOthers(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** The work's result; a fault of the store goes before what the work makes of it, so that it can be retried. */
async function finished<T>(transaction: Neo4jTransaction, work: Work<T>): Promise<T> {
  try {
    return await work(transaction);
  } finally {
    await transaction.finish();
  }
}
