/**
 * Ends the transaction of a writer that has stopped while it holds the head's lock: a process that is suspended, or cut off
 * from the server. A writer that works says so: it runs a statement, or its beat changes. The server commits nothing of a
 * transaction that was ended, so that a writer which goes on later has lost it.
 */
import type { Neo4jConnection } from './connection.ts';
import { ignore } from './waiting.ts';

const LOOK_MS = 250;
/** With the first look and the time that ending takes, short of what a write waits for the lock. */
export const STOPPED_MS = 2_000;

/** A transaction that is being committed is `Closing`: the server needs its process no more. */
const IDLE_WRITERS = `
  SHOW TRANSACTIONS YIELD transactionId, metaData, currentQuery, status
  WHERE metaData.adduceWriter <> $process AND status = 'Running' AND coalesce(currentQuery, '') = ''
  RETURN transactionId AS id, coalesce(metaData.beat, 0) AS beat`;
const END = 'TERMINATE TRANSACTIONS $ids';

interface IdleWriter {
  readonly id: string;
  readonly beat: number;
}

/**
 * Looks, while transactions of this process wait for the lock, at those of others. What it has seen outlasts a wait: who gives up
 * and comes again need not begin anew, so that a slow server costs no further wait.
 */
export class Neo4jLockWatch {
  readonly #connection: Neo4jConnection;
  readonly #process: string;
  /** When each idle writer was first seen with its beat; a beat that is the same later says that there was none in between. */
  #idleSince = new Map<string, number>();
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param process as its transactions name it in their metadata */
  constructor(connection: Neo4jConnection, process: string) {
    this.#connection = connection;
    this.#process = process;
  }

  /** Looks until that is disposed of. */
  watch(): Disposable {
    this.#waiting += 1;
    this.#timer ??= this.#lookLater();
    return {
      [Symbol.dispose]: () => {
        this.#waiting -= 1;
        if (this.#waiting > 0 || this.#timer === null) return;
        clearTimeout(this.#timer);
        this.#timer = null;
      },
    };
  }

  #lookLater(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      // A fault is followed by another look: the wait for the lock has a limit of its own.
      this.#look()
        .catch(ignore)
        .then(() => {
          if (this.#timer === timer) this.#timer = this.#lookLater();
        }, ignore);
    }, LOOK_MS);
    return timer.unref();
  }

  async #look(): Promise<void> {
    // Before it is asked: an answer that this process was too busy to read is not counted as silence.
    const now = performance.now();
    const idle = await this.#connection.rows<IdleWriter>(IDLE_WRITERS, { process: this.#process });
    const seen = idle.map(({ id, beat }) => ({ id, key: `${id} ${beat}` }));
    this.#idleSince = new Map(seen.map(({ key }) => [key, this.#idleSince.get(key) ?? now]));
    const stopped = seen.filter(({ key }) => now - (this.#idleSince.get(key) ?? now) >= STOPPED_MS);
    if (stopped.length > 0) await this.#connection.run(END, { ids: stopped.map(({ id }) => id) });
  }
}
