/**
 * Ends the session that holds the head's lock while its process says nothing: one that was suspended, or cut off, in the middle of
 * a statement or of an answer. The server itself ends a session that is idle between two statements (`link.ts`); of one that is
 * active and waits for its client it takes no notice.
 */
import type { PostgresConnection } from './connection.ts';

const LOOK_MS = 250;
/** With the first look and the time that ending takes, short of what a write waits for the lock. */
const SILENT_MS = 2_000;

/** A statement of its own begins a new `query_start`. A session that waits for the lock itself waits for no client. */
const SILENT = `
  SELECT pid, extract(epoch FROM query_start)::text || ' ' || wait_event AS state FROM pg_stat_activity
  WHERE pid = ANY (pg_blocking_pids(@pid)) AND wait_event_type = 'Client'`;
const END = 'SELECT pg_terminate_backend(@pid)::text';

interface SilentSession {
  readonly pid: number;
  readonly state: string;
}

/** Looks, while a session waits for the lock, at the one that holds it; ends with its disposal. */
export class PostgresLockWatch implements Disposable {
  readonly #connection: PostgresConnection;
  readonly #pid: number;
  /** When each silent session was first seen in its state. */
  #silentSince = new Map<string, number>();
  #timer: NodeJS.Timeout | null;

  /** @param pid of the session that waits, on the server */
  constructor(connection: PostgresConnection, pid: number) {
    this.#connection = connection;
    this.#pid = pid;
    this.#timer = this.#lookLater();
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookLater(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const again = () => {
        if (this.#timer === timer) this.#timer = this.#lookLater();
      };
      // A fault ends the watch: the wait for the lock has a limit of its own.
      this.#look().then(again, () => undefined);
    }, LOOK_MS);
    return timer.unref();
  }

  async #look(): Promise<void> {
    // Before it is asked: an answer that this process was too busy to read is not counted as silence.
    const now = performance.now();
    const silent = await this.#connection.rows<SilentSession>(SILENT, { pid: this.#pid });
    const seen = silent.map(({ pid, state }) => ({ pid, key: `${pid} ${state}` }));
    this.#silentSince = new Map(seen.map(({ key }) => [key, this.#silentSince.get(key) ?? now]));
    for (const { pid, key } of seen) {
      if (now - (this.#silentSince.get(key) ?? now) >= SILENT_MS) await this.#connection.run(END, { pid });
    }
  }
}
