/** Readings of what is long, shared: who wants a fold that another one is already making waits for it. */
import type { ClaimAddr } from '../../graph/address.ts';
import { forEverybody } from '../../graph/caller.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { FoldView } from '../view.ts';
import { foldTogether, type LongLedger } from './fold-together.ts';
import type { KeptFold } from './kept-fold.ts';

interface Running {
  /** S of the view that it reads for. */
  readonly seq: number;
  readonly fold: Promise<KeptFold>;
}

/** A reading that has begun, of a fold that is not whole yet. */
interface Begun {
  readonly key: string;
  readonly settle: PromiseWithResolvers<KeptFold>;
}

/** One reading at a time of a claim and T. A failure is not cached. */
export class LongReadings {
  readonly #store: GraphReader;
  readonly #running = new Map<string, Running>();

  constructor(store: GraphReader) {
    this.#store = store;
  }

  /**
   * Gives the folds that {@link foldTogether} gives, each as soon as it is whole.
   * @param ledgers each once
   */
  async read(ledgers: readonly LongLedger[], view: FoldView, whole: (fold: KeptFold) => void): Promise<void> {
    const free: LongLedger[] = [];
    const beyond: LongLedger[] = [];
    const shared: Running[] = [];
    for (const ledger of ledgers) {
      const running = this.#running.get(keyOf(ledger.claim, view));
      if (running === undefined) free.push(ledger);
      else if (running.seq > view.seq) beyond.push(ledger);
      else shared.push(running);
    }
    await Promise.all([
      this.#begin(free, view, whole),
      this.readAlone(beyond, view, whole),
      this.#share(shared, view, whole),
    ]);
  }

  /** Like {@link read}, shared with nobody. */
  async readAlone(
    ledgers: readonly LongLedger[],
    view: FoldView,
    whole: (fold: KeptFold) => void,
  ): Promise<void> {
    await foldTogether(this.#store, ledgers, view, whole);
  }

  async #begin(
    ledgers: readonly LongLedger[],
    view: FoldView,
    whole: (fold: KeptFold) => void,
  ): Promise<void> {
    const begun = new Map(ledgers.map(({ claim }) => [claim, this.#announce(claim, view)]));
    const end = (claim: ClaimAddr) => {
      const one = begun.get(claim);
      begun.delete(claim);
      if (one !== undefined) this.#running.delete(one.key);
      return one?.settle;
    };
    try {
      await forEverybody(() =>
        foldTogether(this.#store, ledgers, view, (fold) => {
          end(fold.claim)?.resolve(fold);
          whole(fold);
        }),
      );
    } catch (fault) {
      for (const claim of [...begun.keys()]) end(claim)?.reject(fault);
      throw fault;
    }
  }

  #announce(claim: ClaimAddr, view: FoldView): Begun {
    const key = keyOf(claim, view);
    const settle = Promise.withResolvers<KeptFold>();
    // The caller that began it gets the fault itself, and there may be no other.
    settle.promise.catch(() => undefined);
    this.#running.set(key, { seq: view.seq, fold: settle.promise });
    return { key, settle };
  }

  /** Those that were begun for an older view go on from there. */
  async #share(shared: readonly Running[], view: FoldView, whole: (fold: KeptFold) => void): Promise<void> {
    const older: LongLedger[] = [];
    const each = shared.map(async ({ seq, fold }) => {
      const kept = await fold;
      if (seq === view.seq) whole(kept);
      else older.push({ claim: kept.claim, kept });
    });
    await Promise.all(each);
    if (older.length > 0) await this.read(older, view, whole);
  }
}

function keyOf(claim: ClaimAddr, { until, observedUpTo }: FoldView): string {
  return `${until} ${observedUpTo ?? ''} ${claim}`;
}
