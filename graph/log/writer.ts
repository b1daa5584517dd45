/**
 * The log's writer: group commit. Appends that wait together commit in one durable transaction and are
 * acknowledged after it (docs/spec/decisions.md#1-group-commit).
 */
import { nextIteration } from '../event-loop.ts';
import type { LogStore } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Command } from './command.ts';
import { runGroup } from './run-group.ts';

/** Takes commands: the writer, or one whose commands a fence precedes. */
export type Appender = Pick<LogWriter, 'append'>;

/** More appends wait than the writer accepts; the caller answers 503 with Retry-After. */
export class WriterOverloaded extends Error {
  readonly code = 'writer_overloaded';
}

/** How a command may be run. */
export interface AppendOptions {
  /**
   * Whether the command is drafted beside others of its group: all of these read at once, before any of them is written. It runs
   * again where one before it has changed what it read. For commands that are cheap to run, and mostly touch different things.
   */
  readonly drafted?: boolean;
}

const MAX_WAITING = 4_096;
const MAX_GROUP = 32;

interface Waiting {
  readonly command: Command<unknown>;
  readonly drafted: boolean;
  resolve(result: unknown): void;
  reject(fault: unknown): void;
}

export class LogWriter {
  readonly #store: Pick<LogStore, 'transact'>;
  readonly #now: () => string;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;

  /** @param now the service's clock: RFC 3339 UTC with ms. */
  constructor(store: Pick<LogStore, 'transact'>, now: () => string) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Runs `command` and writes its plan. Resolves when the group is on disk. A command that throws writes nothing
   * and rejects alone; a fault of the store rejects the whole group and leaves nothing of it.
   */
  append<R>(command: Command<R>, { drafted = false }: AppendOptions = {}): Promise<R> {
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new WriterOverloaded('too many appends wait'));
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    // The command's result is an R.
    this.#waiting.push({ command, drafted, resolve: (result) => resolve(result as R), reject });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  async #drain(): Promise<void> {
    // One event-loop slice lets appends that arrive together share a group.
    await nextIteration();
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MAX_GROUP));
    this.#draining = null;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const acknowledge = await this.#store.transact((tx) => runGroup(tx, group, this.#now()));
      for (const one of acknowledge) one();
    } catch (fault) {
      if (group.length === 1 || fault instanceof StoreUnavailable) {
        for (const one of group) one.reject(fault);
        // Those who waited behind have waited as long, and their turn would last as long again.
        if (fault instanceof StoreUnavailable) for (const one of this.#waiting.splice(0)) one.reject(fault);
        return;
      }
      // One command's fault must not fail its neighbours: each runs again by itself.
      for (const one of group) await this.#commit([one]);
    }
  }
}
