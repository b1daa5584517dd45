/** Tells listeners of commits: of this process at once, of others by looking, while anybody listens. */
import type { SettledReads } from './settled-reads.ts';

/** Between two looks; the port promises 250 ms. */
const LOOK_MS = 150;
/** Most listeners; one more is a leak. */
const MAX_LISTENERS = 1_024;

type Listener = (size: number) => void;

export class Neo4jCommitWatch {
  readonly #settled: SettledReads;
  /** Each call of `onCommit` is its own entry, so that one listener may be added twice. */
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #timer: NodeJS.Timeout | null = null;
  /** The commit that listeners were last notified of. */
  #told = '';

  constructor(settled: SettledReads) {
    this.#settled = settled;
  }

  /** See `GraphStore.onCommit`. */
  add(listener: Listener): () => void {
    if (this.#listeners.size >= MAX_LISTENERS) throw new RangeError(`at most ${MAX_LISTENERS} listeners`);
    const entry = { listener };
    this.#listeners.add(entry);
    if (this.#timer === null) {
      this.#told = this.#settled.commit;
      this.#lookLater();
    }
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** A commit of this process, the one that is settled now, left the log at `size`. */
  notify(size: number): void {
    this.#told = this.#settled.commit;
    this.#tell(size);
  }

  stop(): void {
    this.#listeners.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #lookLater(): void {
    const timer = setTimeout(() => void this.#look(timer), LOOK_MS).unref();
    this.#timer = timer;
  }

  /** A look that fails is made again; reads and writes report the fault to a caller that can handle it. */
  async #look(timer: NodeJS.Timeout): Promise<void> {
    try {
      if ((await this.#settled.lastCommit()) !== this.#told) await this.#lookAtHead();
    } catch {
      // The next look tries again.
    }
    // Meanwhile everybody may have gone, and others come with a timer of their own.
    if (this.#timer === timer) this.#lookLater();
  }

  async #lookAtHead(): Promise<void> {
    const { size } = await this.#settled.read((reader) => reader.head());
    if (this.#settled.commit === this.#told) return;
    this.#told = this.#settled.commit;
    this.#tell(size);
  }

  /** A listener that throws is reported as uncaught: the commit stands all the same. */
  #tell(size: number): void {
    for (const entry of this.#listeners) {
      queueMicrotask(() => {
        if (this.#listeners.has(entry)) entry.listener(size);
      });
    }
  }
}
