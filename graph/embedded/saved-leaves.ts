/** The leaves that a connection saved last: what is written is often read soon, and then without a statement. */
import type { StoredEntry } from '../store/log.ts';

export type SavedLeaf = Pick<StoredEntry, 'bytes' | 'root'>;

/** Of all leaves together: a claim with its evidence takes some 1.5 kB, an answer up to some 100 kB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Leaves by position, at most `bound` bytes of them: those saved first go. */
export class SavedLeaves {
  readonly #bound: number;
  readonly #leaves = new Map<number, SavedLeaf>();
  #bytes = 0;

  constructor(bound: number = MAX_BYTES) {
    this.#bound = bound;
  }

  get(seq: number): SavedLeaf | undefined {
    return this.#leaves.get(seq);
  }

  add(seq: number, { bytes, root }: SavedLeaf): void {
    this.#delete(seq);
    this.#leaves.set(seq, { bytes, root });
    this.#bytes += bytes.length;
    for (const oldest of this.#leaves.keys()) {
      if (this.#bytes <= this.#bound) return;
      this.#delete(oldest);
    }
  }

  clear(): void {
    this.#leaves.clear();
    this.#bytes = 0;
  }

  #delete(seq: number): void {
    this.#bytes -= this.#leaves.get(seq)?.bytes.length ?? 0;
    this.#leaves.delete(seq);
  }
}
