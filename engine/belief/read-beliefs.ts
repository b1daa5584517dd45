/**
 * Beliefs as of a view (docs/spec/decisions.md#3, #4). Folds are kept between readings and take only what was appended
 * since, so that the length of a ledger does not matter; what is read equals `fold` over the whole ledger in the view.
 */
import { type ClaimAddr, claimCorpusOf } from '../../graph/address.ts';
import {
  type AnnotationVoice,
  type FoldContext,
  type FoldResult,
  successorStanding,
} from '../../graph/belief/result.ts';
import { utcDayOf } from '../../graph/belief/utc-day.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { nextSlice } from '../slices.ts';
import { type FoldView, viewOf } from '../view.ts';
import { CanonicalClaims } from './canonical-claims.ts';
import { type Dispute, KeptFold } from './kept-fold.ts';
import { KEEPING_BOUNDS, type KeepingBounds, KeptFolds } from './kept-folds.ts';
import { LedgerView } from './ledger-view.ts';
import { LongReadings } from './long-readings.ts';
import { hashesOf, latestObservations, observedOf, recentlyObserved, seenIn } from './sightings.ts';

/** The belief in a claim as a view sees it, with what led to it. */
export interface ClaimBelief {
  /** The claim whose ledger it is: the canonical one of the cluster. */
  readonly claim: ClaimAddr;
  /** Null when no entry is in the view. */
  readonly fold: FoldResult | null;
  readonly ledger: LedgerView;
  /** Hashes that its evidence names; more may be added to it later. */
  readonly cited: ReadonlySet<string>;
  /** The newest disputes, as many as a kept fold stores, oldest first. */
  readonly disputes: readonly Dispute[];
  /** What the fold took beside the ledger; observations of more artefacts may be added to it later. */
  readonly context: FoldContext;
  /** Last day of the state where nothing is appended or observed, null: it stays; where it was asked for. */
  readonly until?: number | null;
}

/** How often a reading starts again because another one has taken a fold beyond its view, before it takes none. */
const MAX_TRIES = 3;
/** Claims that are read together. */
const MAX_CLAIMS = 256;
/** Entries that a reading takes of a claim at once; more of them are a long reading. */
const MAX_SHORT = 16;

/** A claim that is asked for, and the one whose ledger it shares. */
interface Asked {
  readonly addr: ClaimAddr;
  readonly claim: ClaimAddr;
}

type AnnotationVoices = ReadonlyMap<ClaimAddr, readonly AnnotationVoice[]>;

/** What is read beside the folds. */
interface Beside {
  readonly voices: AnnotationVoices;
  /** Whether for how long their states last. */
  readonly lasting: boolean;
}

/** A claim in one reading: its fold as far as there is one, and what that has not taken of the view. */
interface Part {
  readonly claim: ClaimAddr;
  readonly kept: KeptFold | null;
  /** `next` of the fold when the entries were read. */
  readonly next: number;
  readonly entries: readonly LedgerEntry[];
}

/** Where a reading has its folds from, and whether they stay. */
interface Source {
  /** Folds that are kept for this T, null where none are. */
  readonly folds: KeptFolds | null;
  /** Shared with other readings. */
  readonly isShared: boolean;
}

/** A claim before its ledger is read: its fold, where that stood, and what it has not taken. */
interface Begun extends Pick<Part, 'claim' | 'kept' | 'next'> {
  readonly tip: string | null;
  readonly head: LedgerEntry | null;
  /** Entries of the ledger that the fold has not taken. */
  readonly behind: number;
}

/** A part with the cited artefacts of which the latest observation was read, and up to which log position. */
interface SeenPart extends Part {
  readonly latest: ReadonlyMap<string, string>;
  readonly upTo: number;
}

/**
 * Reads beliefs of committed ledgers, and keeps their folds.
 *
 * It is given the store and never a transaction: what rolls back is never taken. Nothing is changed while a reading
 * waits for the store; then all of it is taken in one event-loop slice, so that readings may overlap.
 */
export class Beliefs {
  readonly #store: GraphReader;
  readonly #folds: KeptFolds;
  readonly #long: LongReadings;
  readonly #canonical: CanonicalClaims;

  constructor(store: GraphReader, bounds: KeepingBounds = KEEPING_BOUNDS) {
    this.#store = store;
    this.#folds = new KeptFolds(bounds);
    this.#long = new LongReadings(store);
    this.#canonical = new CanonicalClaims(store);
  }

  /** Bytes of the folds that are kept, as they estimate it. */
  get keptBytes(): number {
    return this.#folds.bytes;
  }

  /**
   * In a handful of batch reads, for a few hundred claims at a time. The claims of a cluster have one belief.
   * @param voices of annotations on them, for readers of feedback: nothing else depends on them
   */
  async read(
    addrs: readonly ClaimAddr[],
    view: FoldView,
    voices: AnnotationVoices = new Map(),
  ): Promise<Map<ClaimAddr, ClaimBelief>> {
    return this.#read(addrs, view, { voices, lasting: false });
  }

  /** As `read`, with `until`. */
  async readLasting(addrs: readonly ClaimAddr[], view: FoldView): Promise<Map<ClaimAddr, ClaimBelief>> {
    return this.#read(addrs, view, { voices: new Map(), lasting: true });
  }

  /** Of claims that are known to be the canonical ones of their clusters, with `until`. */
  async readLedgers(claims: readonly ClaimAddr[], view: FoldView): Promise<Map<ClaimAddr, ClaimBelief>> {
    return inBatches(claims, (some) =>
      this.#readSome(
        some.map((claim) => ({ addr: claim, claim })),
        view,
        { voices: new Map(), lasting: true },
      ),
    );
  }

  #read(addrs: readonly ClaimAddr[], view: FoldView, beside: Beside): Promise<Map<ClaimAddr, ClaimBelief>> {
    return inBatches(addrs, async (some) => {
      const canonical = await this.#canonical.of(some);
      const asked = some.map((addr, index) => ({ addr, claim: canonical[index] ?? addr }));
      return this.#readSome(asked, view, beside);
    });
  }

  async #readSome(
    wanted: readonly Asked[],
    view: FoldView,
    beside: Beside,
  ): Promise<Map<ClaimAddr, ClaimBelief>> {
    const folds = (await this.#isPresent(wanted, view)) ? this.#folds : null;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const found = await this.#attempt(wanted, view, beside, { folds, isShared: true });
      if (found !== null) return found;
    }
    const found = await this.#attempt(wanted, view, beside, { folds: null, isShared: false });
    if (found === null) throw new RangeError('folds of their own went beyond their view');
    return found;
  }

  /**
   * Whether T is that of the present in a corpus of these claims. Anybody may ask as of any millisecond: a fold of another
   * T is not kept, and drives out none that is.
   */
  async #isPresent(wanted: readonly Asked[], { until }: FoldView): Promise<boolean> {
    const names = new Set(wanted.map(({ claim }) => claimCorpusOf(claim)));
    const corpora = await Promise.all([...names].map((name) => readRecord(this.#store, 'corpora', name)));
    return corpora.some((corpus) => corpus !== null && viewOf(corpus, null).view.until === until);
  }

  /** Null where a fold that was to be continued has meanwhile gone beyond the view. */
  async #attempt(
    wanted: readonly Asked[],
    view: FoldView,
    beside: Beside,
    source: Source,
  ): Promise<Map<ClaimAddr, ClaimBelief> | null> {
    const { size } = await this.#store.head();
    const own = await this.#readParts([...new Set(wanted.map(({ claim }) => claim))], view, source);
    const named = new Set(own.flatMap(successorsOf));
    for (const { claim } of own) named.delete(claim);
    // A successor's standing depends on no successor of its own: one step is enough.
    const parts = [...own, ...(await this.#readParts([...named], view, source))];
    const seen = await this.#readObserved(parts, view, Math.min(size - 1, view.observedUpTo ?? size - 1));
    if (seen.some(({ kept }) => kept !== null && kept.seq > view.seq)) return null;
    const folds = new Map(seen.map((part) => [part.claim, bringUp(part, view)]));
    const beliefs = wanted.flatMap(({ addr, claim }): [ClaimAddr, ClaimBelief][] => {
      const fold = folds.get(claim);
      return fold === undefined ? [] : [[addr, beliefOf(this.#store, { addr, fold, folds, beside })]];
    });
    // What has been read is what a fold weighs.
    for (const fold of folds.values()) source.folds?.keep(fold);
    return new Map(beliefs);
  }

  async #readParts(claims: readonly ClaimAddr[], view: FoldView, source: Source): Promise<Part[]> {
    const heads = claims.length === 0 ? [] : await this.#store.records('ledgerHeads', claims);
    const begun = claims.map((claim, index) => this.#begin(claim, heads[index] ?? null, view, source));
    const found = await this.#readShort(begun);
    const long: Begun[] = [];
    const parts = begun.flatMap((one): Part[] => {
      const { claim, kept, next, tip, behind } = one;
      const entries = found.get(claim) ?? [];
      if (behind === 0 || entries[0]?.prev === tip)
        return [{ claim, kept, next, entries: upTo(view, entries) }];
      long.push(one);
      return [];
    });
    return [...parts, ...(await this.#readLong(long, view, source))];
  }

  /** The fold that goes on, unless the ledger has no such entry as its last: then it is given up. */
  #begin(claim: ClaimAddr, head: LedgerEntry | null, view: FoldView, { folds }: Source): Begun {
    const kept = folds?.find(claim, view) ?? null;
    const newest = head?.seq ?? -1;
    const anew = { claim, kept: null, next: 0, tip: null, head, behind: newest + 1 };
    if (kept === null) return anew;
    const { next, tip } = kept;
    const behind = newest + 1 - next;
    if (behind > 0 || (behind === 0 && (head?.entry_hash ?? null) === tip)) {
      return { claim, kept, next, tip, head, behind };
    }
    folds?.drop(kept);
    return anew;
  }

  /** What the folds lack, where that is not much: one read of all, of none where the head is all that is new. */
  async #readShort(begun: readonly Begun[]): Promise<Map<ClaimAddr, readonly LedgerEntry[]>> {
    const isHead = ({ kept, behind }: Begun) => kept !== null && behind === 1;
    const heads = begun
      .filter(isHead)
      .map(({ claim, head }) => [claim, head === null ? [] : [head]] as const);
    const short = begun.filter((one) => one.behind > 0 && one.behind <= MAX_SHORT && !isHead(one));
    const places = short.map(({ claim, next }) => ({ claim, after: next - 1 }));
    const pages =
      places.length === 0 ? [] : await this.#store.ranges('ledger', { by: places, limit: MAX_SHORT });
    return new Map([...heads, ...short.map(({ claim }, index) => [claim, pages[index] ?? []] as const)]);
  }

  async #readLong(long: readonly Begun[], view: FoldView, source: Source): Promise<Part[]> {
    const begun = new Map(long.map(({ claim, kept }) => [claim, kept]));
    const parts: Part[] = [];
    const whole = (fold: KeptFold) => {
      const kept = begun.get(fold.claim) ?? null;
      if (kept !== null && fold !== kept) source.folds?.drop(kept);
      // The waiting caller may have left meanwhile: the next one need not begin again.
      source.folds?.keep(fold);
      parts.push({ claim: fold.claim, kept: fold, next: fold.next, entries: [] });
    };
    if (source.isShared) await this.#long.read(long, view, whole);
    else await this.#long.readAlone(long, view, whole);
    return parts;
  }

  async #readObserved(parts: readonly Part[], view: FoldView, upTo: number): Promise<SeenPart[]> {
    const folds = parts.flatMap(({ kept }) => kept ?? []);
    const recent = await recentlyObserved(this.#store, folds, view.until, upTo);
    const hashes = parts.map(({ kept, entries }) => {
      return new Set([...hashesOf(entries), ...(kept === null ? [] : seenIn(kept, recent))]);
    });
    const all = new Set(hashes.flatMap((own) => [...own]));
    const latest = await latestObservations(this.#store, all, view);
    return parts.map((part, index) => {
      return { ...part, latest: observedOf(hashes[index] ?? new Set(), latest), upTo };
    });
  }
}

async function inBatches(
  addrs: readonly ClaimAddr[],
  read: (some: readonly ClaimAddr[]) => Promise<Map<ClaimAddr, ClaimBelief>>,
): Promise<Map<ClaimAddr, ClaimBelief>> {
  const wanted = [...new Set(addrs)];
  const found = new Map<ClaimAddr, ClaimBelief>();
  for (let start = 0; start < wanted.length; start += MAX_CLAIMS) {
    if (start > 0) await nextSlice();
    for (const [addr, belief] of await read(wanted.slice(start, start + MAX_CLAIMS))) found.set(addr, belief);
  }
  return found;
}

function upTo(view: FoldView, entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.filter(({ log }) => log.seq <= view.seq);
}

function successorsOf({ kept, entries }: Part): ClaimAddr[] {
  return [...(kept?.successors ?? []), ...entries.flatMap(({ successor }) => successor ?? [])];
}

/** The fold at the view. Another reading may have taken some of the entries meanwhile. */
function bringUp({ claim, kept, next, entries, latest, upTo }: SeenPart, view: FoldView): KeptFold {
  const fold = kept ?? new KeptFold(claim, view.until, view.observedUpTo ?? null);
  const alone = kept === null || kept.next === next;
  fold.observe(latest);
  for (const entry of entries) {
    if (entry.seq >= fold.next) fold.take(entry);
  }
  // What another reading has taken was looked up at a position of its own.
  fold.observedUpTo = alone ? upTo : Math.min(fold.observedUpTo, upTo);
  return fold;
}

interface FoldedClaim {
  readonly addr: ClaimAddr;
  readonly fold: KeptFold;
  /** Those of the named successors too. */
  readonly folds: ReadonlyMap<ClaimAddr, KeptFold>;
  readonly beside: Beside;
}

function beliefOf(store: GraphReader, { addr, fold, folds, beside }: FoldedClaim): ClaimBelief {
  const named = fold.successors.flatMap((successor): [ClaimAddr, FoldResult | null][] => {
    const found = folds.get(successor);
    return found === undefined ? [] : [[successor, found.read({})]];
  });
  const { claim, cited, disputes, observed } = fold;
  const successors = Object.fromEntries(named.map(([one, result]) => [one, successorStanding(result)]));
  const context = { observed, successors };
  const result = fold.read(successors, beside.voices.get(addr) ?? []);
  const lasting = beside.lasting && {
    until:
      result &&
      fold.lastsUntil({ day: utcDayOf(fold.until), result, context, successorDisputers: disputersOf(named) }),
  };
  return { claim, fold: result, ledger: new LedgerView(store, fold), cited, disputes, context, ...lasting };
}

function disputersOf(named: readonly (readonly [ClaimAddr, FoldResult | null])[]): number[] {
  return named.map(([, result]) => result?.openDisputers ?? 0);
}
