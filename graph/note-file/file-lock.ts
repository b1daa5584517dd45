/**
 * A lock between the processes of one machine. The operating system holds it, by way of SQLite's lock on an empty file, so
 * that it ends with its holder, also after kill -9.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { StoreUnavailable } from '../store/store.ts';

const RETRY_MS = 5;

export class FileLock {
  readonly #path: string;
  readonly #waitMs: number;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param waitMs how long to wait for other processes */
  constructor(path: string, waitMs: number) {
    this.#path = path;
    this.#waitMs = waitMs;
  }

  /** Runs the work alone. @throws {StoreUnavailable} where others hold the lock too long, or the file cannot be made */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(() => this.#locked(work));
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    const lock = this.#open();
    try {
      await this.#take(lock);
      return await work();
    } finally {
      lock.close();
    }
  }

  #open(): Sqlite.Database {
    try {
      return new Sqlite(this.#path, { timeout: 0 });
    } catch (cause) {
      throw new StoreUnavailable(`the lock ${this.#path} cannot be opened`, { cause });
    }
  }

  async #take(lock: Sqlite.Database): Promise<void> {
    for (const deadline = performance.now() + this.#waitMs; ; await sleep(RETRY_MS)) {
      try {
        // Nothing is ever written: a journal on disk would need room there for the lock alone.
        lock.pragma('journal_mode = MEMORY');
        lock.exec('BEGIN EXCLUSIVE');
        return;
      } catch (cause) {
        if (isBusy(cause) && performance.now() < deadline) continue;
        throw new StoreUnavailable(`the lock ${this.#path} cannot be had (${codeOf(cause)})`, { cause });
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function codeOf(error: unknown): string {
  return error instanceof Sqlite.SqliteError ? error.code : String(error);
}
