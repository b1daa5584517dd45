/** Folding what is long page by page: everybody else has their turn in between, and who wants the same waits for it. */
import type { ClaimAddr } from '../../graph/address.ts';
import { forEverybody } from '../../graph/caller.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { GraphReader, View } from '../../graph/store.ts';
import { nextTurn } from '../turns.ts';
import { KeptFold } from './kept-fold.ts';
import { latestObservations } from './sightings.ts';

interface Running {
  /** S of the view that it reads for. */
  readonly seq: number;
  readonly fold: Promise<KeptFold>;
}

/** Ledger entries of a page; fewer where they carry much evidence, so that a page is some milliseconds of work. */
const MAX_PAGE = 250;
const FIRST_PAGE = 64;
const ITEMS_OF_PAGE = 500;
/** Entries of a step of the replay, which takes some 20 µs for each. */
const STEP = 500;
/** How often a ledger that changes under its reader, as while a store is filled again, is begun anew. */
const MAX_TRIES = 3;

/** One reading at a time of a claim and T. What fails is not remembered. */
export class LongReadings {
  readonly #store: GraphReader;
  readonly #running = new Map<string, Running>();

  constructor(store: GraphReader) {
    this.#store = store;
  }

  /**
   * The fold with every entry of the view, and with all of them replayed; another one where the ledger is not that which
   * the fold had taken. Meanwhile others may take it beyond the view.
   * @param fold null: from the beginning
   */
  async read(claim: ClaimAddr, fold: KeptFold | null, view: View): Promise<KeptFold> {
    const key = `${view.until} ${claim}`;
    const running = this.#running.get(key);
    if (running !== undefined && running.seq <= view.seq) {
      const shared = await running.fold;
      return running.seq === view.seq ? shared : this.read(claim, shared, view);
    }
    if (running !== undefined) return this.readAlone(claim, fold, view);
    const own = forEverybody(() => this.readAlone(claim, fold, view));
    this.#running.set(key, { seq: view.seq, fold: own });
    try {
      return await own;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Like {@link read}, shared with nobody. */
  async readAlone(claim: ClaimAddr, fold: KeptFold | null, view: View): Promise<KeptFold> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const taken = await this.#take(claim, tries === 0 ? fold : null, view);
      if (taken !== null) return taken;
    }
    throw new RangeError('a ledger changes while it is read');
  }

  /** Null where the ledger is not the one that the fold has taken. */
  async #take(claim: ClaimAddr, begun: KeptFold | null, view: View): Promise<KeptFold | null> {
    const { size } = await this.#store.head();
    const fold = begun ?? new KeptFold(claim, view.until);
    if (begun === null) fold.observedUpTo = size - 1;
    for (let limit = FIRST_PAGE; ; ) {
      await nextTurn();
      const { next, tip } = fold;
      const page = await this.#store.ledger({ claim, after: next - 1, limit });
      if (page[0] !== undefined && page[0].prev !== tip) return null;
      const seen = page.filter(({ log }) => log.seq <= view.seq);
      const latest = await latestObservations(this.#store, hashesOf(seen), view.until);
      fold.observe(latest);
      for (const entry of seen) if (entry.seq >= fold.next) fold.take(entry);
      // Another reading may meanwhile have looked further, but not for what these entries cite.
      fold.observedUpTo = Math.min(fold.observedUpTo, size - 1);
      if (seen.length < limit) break;
      limit = pageBehind(seen);
    }
    do await nextTurn();
    while (!fold.readSome(STEP));
    return fold;
  }
}

/** The hashes that the evidence of these entries names. */
export function hashesOf(entries: readonly LedgerEntry[]): Set<string> {
  return new Set(entries.flatMap(({ evidence }) => evidence.map(({ hash }) => hash)));
}

function pageBehind(page: readonly LedgerEntry[]): number {
  const items = page.reduce((sum, { evidence }) => sum + evidence.length, 0);
  const fitting = Math.floor((ITEMS_OF_PAGE * page.length) / Math.max(1, items));
  return Math.max(1, Math.min(MAX_PAGE, fitting));
}
