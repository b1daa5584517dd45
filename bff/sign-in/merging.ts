/** Moves what visitors had to their accounts, one short step after the other, also where an earlier process ended halfway. */
// SQLite's driver lets no requests in between two transactions: the next slice does.
import { setImmediate as nextSlice, setTimeout as pause } from 'node:timers/promises';
import type { MergeStep } from '../account-records.ts';

/** Between two looks at what cannot go on yet: requests under way, or records that are away. */
const LATER_MS = 5_000;

export class Merging {
  readonly #next: () => Promise<MergeStep>;
  readonly #closing: AbortSignal;
  #running: Promise<void> | null = null;
  /** Something was added while it ran. */
  #again = false;

  constructor(next: () => Promise<MergeStep>, closing: AbortSignal) {
    this.#next = next;
    this.#closing = closing;
  }

  /** Goes on in the background until nothing is left. */
  start(): void {
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when all is moved that can be now, at the latest after `ms`; the rest goes on in the background. */
  async runFor(ms: number): Promise<void> {
    const deadline = performance.now() + ms;
    while (!this.#closing.aborted && performance.now() < deadline && (await this.#step()) === 'moved');
    this.start();
  }

  async close(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closing.aborted) {
      this.#again = false;
      const step = await this.#step();
      if (step === 'moved' || this.#again) continue;
      if (step === 'none') return;
      await pause(LATER_MS, undefined, { signal: this.#closing, ref: false }).catch(() => undefined);
    }
  }

  async #step(): Promise<MergeStep> {
    const step = await this.#next().catch((): MergeStep => 'waits');
    await nextSlice();
    return step;
  }
}
