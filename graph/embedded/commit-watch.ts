/** Tells listeners of commits: of this process at once, of others by looking, while anybody listens. */
import type { Connection } from './connection.ts';

/** How often the file is looked at; the port promises 250 ms. */
const LOOK_MS = 100;
/** Most listeners; one more is a leak. */
export const MAX_LISTENERS = 1_024;

type Listener = (size: number) => void;

export class CommitWatch {
  readonly #reader: Connection;
  readonly #writer: Connection;
  /** Each call of `onCommit` is its own entry, so that one listener may be added twice. */
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #timer: NodeJS.Timeout | null = null;
  #version: unknown = null;

  constructor(reader: Connection, writer: Connection) {
    this.#reader = reader;
    this.#writer = writer;
  }

  /** See `GraphStore.onCommit`. */
  add(listener: Listener): () => void {
    if (this.#listeners.size >= MAX_LISTENERS) throw new RangeError(`at most ${MAX_LISTENERS} listeners`);
    const entry = { listener };
    this.#listeners.add(entry);
    this.#start();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** A commit happened. A listener that throws is reported as uncaught: the commit stands all the same. */
  notify(): void {
    if (this.#listeners.size === 0) return;
    const size = Number(this.#reader.value('SELECT size FROM head') ?? 0);
    for (const entry of this.#listeners) {
      queueMicrotask(() => {
        if (this.#listeners.has(entry)) entry.listener(size);
      });
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #start(): void {
    if (this.#timer !== null) return;
    this.#version = this.#dataVersion();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** A look that fails is made again; reads and writes report the fault to a caller that can handle it. */
  #look(): void {
    try {
      const version = this.#dataVersion();
      if (version === this.#version) return;
      this.notify();
      this.#version = version;
    } catch {
      // The next look tries again.
    }
  }

  /** Of the writer's connection: it changes with the commits of others only (https://sqlite.org/pragma.html#pragma_data_version). */
  #dataVersion(): unknown {
    return this.#writer.value('PRAGMA data_version');
  }
}
