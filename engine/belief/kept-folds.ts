/** Which folds are kept, and which are given up for newer ones. */
import type { ClaimAddr } from '../../graph/address.ts';
import type { FoldView } from '../view.ts';
import type { KeptFold } from './kept-fold.ts';

/** How much is kept at most; the fold read last is kept in any case. */
export interface KeepingBounds {
  /** Claims, each counted once for every T that it is read at. */
  readonly claims: number;
  /** Of memory, as the folds estimate it. */
  readonly bytes: number;
  /** Entries of the shortest ledger whose fold is kept; absent: 0. */
  readonly least?: number;
}

/** Two claims of 100,000 entries: a fold takes 2.8 KB for an entry with one piece of evidence. */
export const KEEPING_BOUNDS: KeepingBounds = { claims: 4_096, bytes: 640 * 1_048_576 };

/** Of one claim and T: the second serves readers whose snapshot is a little older than that of the first. */
const FOLDS_PER_VIEW = 2;

/** Least recently read goes first. */
export class KeptFolds {
  readonly #bounds: KeepingBounds;
  /** In the order of their last reading; within one list the one that has gone furthest is first. */
  readonly #byView = new Map<string, readonly KeptFold[]>();
  readonly #sizes = new Map<KeptFold, number>();
  #bytes = 0;

  constructor(bounds: KeepingBounds) {
    this.#bounds = bounds;
  }

  /** Bytes of all that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The fold of the claim that has gone furthest without going beyond the view, null when there is none. */
  find(claim: ClaimAddr, view: FoldView): KeptFold | null {
    return (
      this.#byView
        .get(keyOf(claim, view.until, view.observedUpTo ?? null))
        ?.find(({ seq }) => seq <= view.seq) ?? null
    );
  }

  /** Keeps a fold, or what it has become. */
  keep(fold: KeptFold): void {
    if (fold.count < (this.#bounds.least ?? 0)) return;
    const key = keyOf(fold.claim, fold.until, fold.lastObserved);
    const before = this.#byView.get(key) ?? [];
    const others = before.filter(({ next }) => next !== fold.next).slice(0, FOLDS_PER_VIEW - 1);
    const kept = [fold, ...others];
    this.#byView.delete(key);
    this.#byView.set(
      key,
      kept.toSorted((a, b) => b.next - a.next),
    );
    for (const other of before.filter((one) => !kept.includes(one))) this.#forget(other);
    this.#bytes += fold.bytes - (this.#sizes.get(fold) ?? 0);
    this.#sizes.set(fold, fold.bytes);
    this.#makeRoom(fold);
  }

  /** Gives up a fold that the store contradicts. */
  drop(fold: KeptFold): void {
    const key = keyOf(fold.claim, fold.until, fold.lastObserved);
    const left = (this.#byView.get(key) ?? []).filter((other) => other !== fold);
    if (left.length === 0) this.#byView.delete(key);
    else this.#byView.set(key, left);
    this.#forget(fold);
  }

  /** Gives up others until the rest fits. */
  #makeRoom(newest: KeptFold): void {
    for (const folds of this.#byView.values()) {
      for (const fold of folds) {
        if (this.#byView.size <= this.#bounds.claims && this.#bytes <= this.#bounds.bytes) return;
        if (fold !== newest) this.drop(fold);
      }
    }
  }

  #forget(fold: KeptFold): void {
    this.#bytes -= this.#sizes.get(fold) ?? 0;
    this.#sizes.delete(fold);
  }
}

function keyOf(claim: ClaimAddr, until: string, lastObserved: number | null): string {
  return `${until} ${lastObserved ?? ''} ${claim}`;
}
