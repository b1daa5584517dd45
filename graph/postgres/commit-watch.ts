/**
 * Notifies listeners of commits: of this process at once, of others as PostgreSQL reports them (LISTEN), over one connection
 * while there are listeners. That connection is asked for the head from time to time, so that its loss is noticed, and what
 * was committed meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { PostgresLink } from './link.ts';
import { statementOf } from './statement.ts';

/** Between two looks at the head; notifications come by themselves. */
const LOOK_MS = 2_000;
/** After the connection was lost, or not made. */
const RECONNECT_MS = 200;
/** Most listeners; one more is a leak. */
const MAX_LISTENERS = 1_024;
const SIZE = 'SELECT size FROM head';

type Listener = (size: number) => void;

export class PostgresCommitWatch {
  readonly #link: PostgresLink;
  readonly #channel: string;
  /** Names this process in notifications, so that its own are ignored. */
  readonly #origin: string;
  /** Each call of `onCommit` is its own entry, so that one listener may be added twice. */
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #watching: AbortController | null = null;
  /** The greatest size that is known: a look that finds a greater one notifies the listeners. */
  #newest: number;

  /** @param size of the log when the store was opened: what is committed from then on is notified */
  constructor(link: PostgresLink, channel: string, origin: string, size: number) {
    this.#newest = size;
    this.#link = link;
    this.#channel = channel;
    this.#origin = origin;
  }

  /** See `GraphStore.onCommit`. */
  add(listener: Listener): () => void {
    if (this.#listeners.size >= MAX_LISTENERS) throw new RangeError(`at most ${MAX_LISTENERS} listeners`);
    const entry = { listener };
    this.#listeners.add(entry);
    if (this.#watching === null) this.#watch();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** A commit of this process left the log at `size`. */
  notify(size: number): void {
    this.#notifyAll(size);
  }

  stop(): void {
    this.#listeners.clear();
    this.#watching?.abort();
    this.#watching = null;
  }

  #watch(): void {
    const watching = new AbortController();
    this.#watching = watching;
    const { signal } = watching;
    const repeat = async () => {
      while (!signal.aborted) {
        // Reads and writes report the fault to callers who can handle it.
        await this.#listen(signal).catch(() => undefined);
        if (!signal.aborted) await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    };
    void repeat();
  }

  /** Resolves when the connection is lost, or when there are no listeners left. */
  async #listen(signal: AbortSignal): Promise<void> {
    const client = this.#link.alone();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on('error', () => end());
    client.on('end', () => end());
    client.on('notification', ({ payload = '' }) => this.#received(payload, signal));
    signal.addEventListener('abort', () => end());
    try {
      await client.connect();
      // The driver's types lack it.
      (client as Client & { unref(): void }).unref();
      await client.query(`LISTEN ${this.#channel}`);
      await this.#look(client, signal);
      const looks = this.#lookOften(client, signal);
      await Promise.race([ended, looks]);
    } finally {
      await client.end();
    }
  }

  async #lookOften(client: Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { ref: false });
      await this.#look(client, signal);
    }
  }

  async #look(client: Client, signal: AbortSignal): Promise<void> {
    const { rows } = await client.query<{ size: number }>(statementOf(SIZE, {}));
    const size = rows[0]?.size ?? 0;
    if (signal.aborted) return;
    if (size > this.#newest) this.#notifyAll(size);
  }

  /** @param payload `<size> <origin>` */
  #received(payload: string, signal: AbortSignal): void {
    const [size = '', origin] = payload.split(' ');
    if (!signal.aborted && origin !== this.#origin) this.#notifyAll(Number(size));
  }

  /** A listener that throws is reported as uncaught: the commit stands all the same. */
  #notifyAll(size: number): void {
    this.#newest = Math.max(size, this.#newest);
    for (const entry of this.#listeners) {
      queueMicrotask(() => {
        if (this.#listeners.has(entry)) entry.listener(size);
      });
    }
  }
}
