/**
 * Keeps a graph store behind a log that lies elsewhere: projects what the log has gained, in batches, and knows how far that is.
 * Of several users of one graph store one projects at a time, and the others look at its position.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { callerSignal, forEverybody } from '../caller.ts';
import { replay } from '../log/replay.ts';
import type { LogHead } from '../store/log.ts';
import { type GraphStore, StoreUnavailable } from '../store/store.ts';
import { Coalesced } from './coalesced.ts';
import { projectStep, purgeIfDue } from './project-step.ts';
import type { SharedLog } from './shared-log.ts';

/** How long a read waits for what it must see: with its own time short of the 5 s after which a caller gives up. */
const WAIT_MS = 3_000;
/** Between two looks at the position of a graph store that another process fills, while somebody waits. */
const LOOK_MS = 25;
/** Waits without a step, of one who has time: a large step of a server on a loaded machine takes longer than one. */
const MAX_LATE = 10;
/** A notice of the log that was lost is made up for. */
const IDLE_MS = 1_000;
/** After a fault. */
const RETRY_MS = 200;

/** What a composed store needs of that which keeps its graph store behind its log. */
export interface Projection {
  /** How many entries of the log the graph store is known to hold. */
  readonly size: number;
  /**
   * Resolves once the graph store holds the log's first `size` entries.
   * @throws {StoreUnavailable} where that takes too long
   */
  reached(size: number): Promise<void>;
  /** Clears the graph store; resolves once it is filled again from the log. */
  restart(): Promise<void>;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

export interface FollowerOptions {
  readonly log: SharedLog;
  readonly graph: GraphStore;
  /** Whether other processes fill the same graph store. */
  readonly isShared: boolean;
  /** See `projectStep`. */
  readonly keepsEntries: boolean;
  /** How long a read waits for what it must see, in milliseconds; 3,000 by default. */
  readonly waitMs?: number;
  /** Entries of one transaction of the graph store. */
  readonly step: number;
}

export class Follower implements Projection {
  readonly #options: FollowerOptions;
  readonly #ending = new AbortController();
  readonly #looks: Coalesced<LogHead>;
  #size: number;
  #projects = false;
  #grown = Promise.withResolvers<void>();
  #wake = Promise.withResolvers<void>();
  #fault: unknown = null;
  #running: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => undefined;

  /** @param size entries that the graph store holds */
  constructor(options: FollowerOptions, size: number) {
    this.#options = options;
    this.#size = size;
    this.#looks = new Coalesced(() => this.#look());
  }

  get size(): number {
    return this.#size;
  }

  start(): void {
    const { log, isShared } = this.#options;
    this.#stopListening = log.onCommit(() => this.#wake.resolve());
    const { signal } = this.#ending;
    this.#running = forEverybody(() =>
      isShared ? log.whileLocked('projection', (lost) => this.#follow(lost), signal) : this.#follow(signal),
    );
  }

  async reached(size: number): Promise<void> {
    const left = callerSignal();
    const deadline = AbortSignal.timeout(this.#options.waitMs ?? WAIT_MS);
    while (this.#size < size) {
      left?.throwIfAborted();
      if (deadline.aborted) throw this.#late(size);
      await Promise.race([this.#grown.promise, sleep(LOOK_MS)]);
      // Its own position is known to the process that projects.
      if (this.#size < size && !this.#projects) await forEverybody(() => this.#looks.run());
    }
  }

  /**
   * As `reached`, however long it takes, as long as it goes on.
   * @throws {StoreUnavailable} where nothing was projected for some `WAIT_MS`
   */
  async caughtUp(size: number, report: (size: number) => void, signal?: AbortSignal): Promise<void> {
    for (let late = 0; this.#size < size; ) {
      signal?.throwIfAborted();
      const before = this.#size;
      report(before);
      await this.reached(Math.min(size, before + 1)).catch((fault: unknown) => {
        late = this.#size > before ? 0 : late + 1;
        if (late >= MAX_LATE) throw fault;
      });
    }
  }

  async restart(): Promise<void> {
    const { graph } = this.#options;
    await graph.transact(async (tx) => {
      await tx.clearProjections();
      await tx.saveReplayed(0);
    });
    this.#size = 0;
    this.#wake.resolve();
    await this.caughtUp((await this.#options.log.head()).size, () => undefined);
  }

  async stop(): Promise<void> {
    this.#stopListening();
    this.#ending.abort();
    this.#wake.resolve();
    await this.#running;
  }

  /** Until `lost` aborts. */
  async #follow(lost: AbortSignal): Promise<void> {
    lost.addEventListener('abort', () => this.#wake.resolve(), { once: true });
    this.#projects = true;
    try {
      while (!lost.aborted) {
        this.#wake = Promise.withResolvers();
        await this.#catchUp(lost);
        await Promise.race([this.#wake.promise, sleep(IDLE_MS, undefined, { ref: false })]);
      }
    } finally {
      this.#projects = false;
    }
  }

  /**
   * A fault is reported to those who wait, and the work tried again: of a shared graph by the process that has the lock next, since another
   * process may be able to do what this one is not, such as a newer program that has taken the graph over.
   */
  async #catchUp(lost: AbortSignal): Promise<void> {
    try {
      while (!lost.aborted && (await this.#step(lost)));
      if (!lost.aborted) await purgeIfDue(this.#options.graph);
      this.#fault = null;
    } catch (fault) {
      this.#fault = fault;
      if (this.#options.isShared) throw fault;
      await sleep(RETRY_MS, undefined, { ref: false });
      this.#wake.resolve();
    }
  }

  /** Whether there was anything to project. */
  async #step(lost: AbortSignal): Promise<boolean> {
    const { log, graph, step, keepsEntries } = this.#options;
    if ((await this.#look()).replayedTo !== undefined) await this.#replay(lost);
    const stored = await log.entries({ after: this.#size - 1, limit: step, types: null });
    if (stored.length === 0) return false;
    this.#reachedNow(await graph.transact((tx) => projectStep(tx, log, stored, keepsEntries)));
    return true;
  }

  async #replay(lost: AbortSignal): Promise<void> {
    const { log, graph } = this.#options;
    await replay(graph, ({ entries }) => this.#reachedNow(entries), lost, log);
    await this.#look();
  }

  async #look(): Promise<LogHead> {
    const head = await this.#options.graph.head();
    this.#reachedNow(head.replayedTo ?? head.size);
    return head;
  }

  #reachedNow(size: number): void {
    if (size === this.#size) return;
    this.#size = size;
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }

  #late(size: number): StoreUnavailable {
    const message = `the graph store holds ${this.#size} of ${size} entries of the log: it follows`;
    return new StoreUnavailable(message, { cause: this.#fault });
  }
}
