/** Folding long ledgers page by page, of all of them a page at once, with everybody else's turns in between. */
import type { ClaimAddr } from '../../graph/address.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { HeadReader } from '../../graph/store/log.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import { nextSlice } from '../slices.ts';
import type { FoldView } from '../view.ts';
import { KeptFold } from './kept-fold.ts';
import { hashesOf, latestObservations, observedOf } from './sightings.ts';

/** A ledger, and the fold that goes on; null: from the beginning. */
export interface LongLedger {
  readonly claim: ClaimAddr;
  readonly kept: KeptFold | null;
}

/** Ledger entries of a page; fewer where they carry much evidence, so that a page is some milliseconds of work. */
const MAX_PAGE = 250;
const FIRST_PAGE = 64;
const ITEMS_OF_PAGE = 500;
/** Entries of all pages that are read at once: those of more ledgers are shorter. */
const MAX_AT_ONCE = 4_096;
/** Entries of a step of the replay, which takes some 20 µs for each. */
const STEP = 500;
/** How often a ledger that changes under its reader, as while a store is filled again, is begun anew. */
const MAX_TRIES = 3;

/**
 * Gives each fold as soon as it has every entry of the view, and all of them are replayed; another one where the ledger is
 * not that which the fold had taken. Meanwhile others may take it beyond the view. It takes as many rounds of reads as the
 * longest ledger has pages.
 * @param ledgers each once
 */
export async function foldTogether(
  store: HeadReader & RangeReader,
  ledgers: readonly LongLedger[],
  view: FoldView,
  whole: (fold: KeptFold) => void,
): Promise<void> {
  let left = ledgers;
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === MAX_TRIES) throw new RangeError('a ledger changes while it is read');
    const changed = await takeAll(store, left, view, whole);
    left = changed.map(({ claim }) => ({ claim, kept: null }));
  }
}

/** @returns the folds whose ledgers are not those that they have taken */
async function takeAll(
  store: HeadReader & RangeReader,
  ledgers: readonly LongLedger[],
  view: FoldView,
  whole: (fold: KeptFold) => void,
): Promise<KeptFold[]> {
  const { size } = await store.head();
  const upTo = Math.min(size - 1, view.observedUpTo ?? size - 1);
  const changed: KeptFold[] = [];
  let open = ledgers.map(({ claim, kept }) => kept ?? newFold(claim, view, upTo));
  for (let wanted = FIRST_PAGE; open.length > 0; ) {
    await nextSlice();
    const limit = Math.max(1, Math.min(wanted, Math.floor(MAX_AT_ONCE / open.length)));
    const round = await readRound(store, open, view, limit);
    const next: KeptFold[] = [];
    wanted = MAX_PAGE;
    for (const [index, { fold, seen, isOther }] of round.pages.entries()) {
      if (index > 0) await nextSlice();
      if (isOther) {
        changed.push(fold);
        continue;
      }
      take(fold, seen, round.latest, upTo);
      if (seen.length < limit) {
        await replay(fold);
        whole(fold);
      } else {
        next.push(fold);
        wanted = Math.min(wanted, pageBehind(seen));
      }
    }
    open = next;
  }
  return changed;
}

function newFold(claim: ClaimAddr, view: FoldView, observedUpTo: number): KeptFold {
  const fold = new KeptFold(claim, view.until, view.observedUpTo ?? null);
  fold.observedUpTo = observedUpTo;
  return fold;
}

interface Page {
  readonly fold: KeptFold;
  /** Those of the view. */
  readonly seen: readonly LedgerEntry[];
  /** Whether they follow none that the fold had taken when they were read. */
  readonly isOther: boolean;
}

interface Round {
  readonly pages: readonly Page[];
  /** The latest observation of each artefact that any of the entries cites. */
  readonly latest: ReadonlyMap<string, string>;
}

async function readRound(
  store: RangeReader,
  folds: readonly KeptFold[],
  view: FoldView,
  limit: number,
): Promise<Round> {
  const places = folds.map(({ claim, next, tip }) => ({ claim, after: next - 1, tip }));
  const found = await store.ranges('ledger', { by: places, limit });
  const pages = folds.map((fold, index) => {
    const page = found[index] ?? [];
    const isOther = page[0] !== undefined && page[0].prev !== places[index]?.tip;
    return { fold, seen: page.filter(({ log }) => log.seq <= view.seq), isOther };
  });
  const hashes = hashesOf(pages.flatMap(({ seen }) => seen));
  return { pages, latest: await latestObservations(store, hashes, view) };
}

/** Another reading may have taken some of the entries meanwhile. */
function take(
  fold: KeptFold,
  seen: readonly LedgerEntry[],
  latest: ReadonlyMap<string, string>,
  upTo: number,
): void {
  fold.observe(observedOf(hashesOf(seen), latest));
  for (const entry of seen) if (entry.seq >= fold.next) fold.take(entry);
  // It may have looked further too, but not for what these entries cite.
  fold.observedUpTo = Math.min(fold.observedUpTo, upTo);
}

async function replay(fold: KeptFold): Promise<void> {
  do await nextSlice();
  while (!fold.readSome(STEP));
}

function pageBehind(page: readonly LedgerEntry[]): number {
  const items = page.reduce((sum, { evidence }) => sum + evidence.length, 0);
  const fitting = Math.floor((ITEMS_OF_PAGE * page.length) / Math.max(1, items));
  return Math.max(1, Math.min(MAX_PAGE, fitting));
}
