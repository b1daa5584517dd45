/**
 * Beliefs as of a view (decisions §3, §4). Folds are kept between readings and take only what was appended since, so
 * that the length of a ledger does not matter; what is read equals `fold` over the whole ledger in the view.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import {
  type AnnotationVoice,
  type FoldContext,
  type FoldResult,
  successorStanding,
} from '../../graph/belief/result.ts';
import type { LedgerEntry, SuccessorStanding } from '../../graph/evidence.ts';
import type { GraphReader, View } from '../../graph/store.ts';
import { type Dispute, KeptFold } from './kept-fold.ts';
import { KEEPING_BOUNDS, type KeepingBounds, KeptFolds } from './kept-folds.ts';
import { LedgerView } from './ledger-view.ts';
import { latestObservations, recentlyObserved, seenIn } from './sightings.ts';

/** The belief in a claim as a view sees it, with what led to it. */
export interface ClaimBelief {
  readonly claim: ClaimAddr;
  /** Null when no entry is in the view. */
  readonly fold: FoldResult | null;
  readonly ledger: LedgerView;
  /** The newest disputes, as many as a kept fold remembers, oldest first. */
  readonly disputes: readonly Dispute[];
  /** What the fold took beside the ledger; observations of more artefacts may be added to it later. */
  readonly context: FoldContext;
}

/** How often a reading starts again because another one has taken a fold beyond its view, before it takes none. */
const MAX_TRIES = 3;

type AnnotationVoices = ReadonlyMap<ClaimAddr, readonly AnnotationVoice[]>;

/** A claim in one reading: its kept fold, if any, and what that has not taken of the view. */
interface Part {
  readonly claim: ClaimAddr;
  readonly kept: KeptFold | null;
  /** `next` of the kept fold when the entries were read. */
  readonly next: number;
  readonly entries: readonly LedgerEntry[];
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
 * waits for the store; then all of it is taken in one turn, so that readings may overlap.
 */
export class Beliefs {
  readonly #store: GraphReader;
  readonly #folds: KeptFolds;

  constructor(store: GraphReader, bounds: KeepingBounds = KEEPING_BOUNDS) {
    this.#store = store;
    this.#folds = new KeptFolds(bounds);
  }

  /**
   * In a handful of batch reads, for each of the claims.
   * @param voices of annotations on them, for readers of feedback: nothing else depends on them
   */
  async read(
    addrs: readonly ClaimAddr[],
    view: View,
    voices: AnnotationVoices = new Map(),
  ): Promise<Map<ClaimAddr, ClaimBelief>> {
    const wanted = [...new Set(addrs)];
    if (wanted.length === 0) return new Map();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const found = await this.#attempt(wanted, view, voices, (claim) => this.#folds.find(claim, view));
      if (found !== null) return found;
    }
    const found = await this.#attempt(wanted, view, voices, () => null);
    if (found === null) throw new RangeError('folds of their own went beyond their view');
    return found;
  }

  /** Null where a fold that was to be continued has meanwhile gone beyond the view. */
  async #attempt(
    wanted: readonly ClaimAddr[],
    view: View,
    voices: AnnotationVoices,
    find: (claim: ClaimAddr) => KeptFold | null,
  ): Promise<Map<ClaimAddr, ClaimBelief> | null> {
    const { size } = await this.#store.head();
    const own = await this.#readParts(wanted, view, find);
    const named = new Set(own.flatMap(successorsOf));
    for (const { claim } of own) named.delete(claim);
    // A successor's standing depends on no successor of its own: one step is enough.
    const parts = [...own, ...(await this.#readParts([...named], view, find))];
    const seen = await this.#readObserved(parts, view, size - 1);
    if (seen.some(({ kept }) => kept !== null && kept.seq > view.seq)) return null;
    const folds = new Map(seen.map((part) => [part.claim, bringUp(part, view)]));
    for (const fold of folds.values()) this.#folds.keep(fold);
    return new Map(
      wanted.flatMap((claim) => {
        const fold = folds.get(claim);
        return fold === undefined
          ? []
          : [[claim, beliefOf(this.#store, fold, folds, voices.get(claim) ?? [])]];
      }),
    );
  }

  async #readParts(
    claims: readonly ClaimAddr[],
    view: View,
    find: (claim: ClaimAddr) => KeptFold | null,
  ): Promise<Part[]> {
    const found = claims.map((claim) => ({ claim, kept: find(claim) }));
    const continued = await this.#continue(
      found.flatMap(({ kept }) => kept ?? []),
      view,
    );
    const anew = claims.filter((claim) => !continued.has(claim));
    const ledgers = anew.length === 0 ? [] : await this.#store.ledgers(anew);
    const whole = anew.map((claim, index): Part => {
      return { claim, kept: null, next: 0, entries: upTo(view, ledgers[index] ?? []) };
    });
    return [...continued.values(), ...whole];
  }

  /** What each fold has not taken yet. Folds that the store contradicts, having been filled again, are given up. */
  async #continue(folds: readonly KeptFold[], view: View): Promise<Map<ClaimAddr, Part>> {
    const heads = folds.length === 0 ? [] : await this.#store.ledgerHeads(folds.map(({ claim }) => claim));
    const parts = await Promise.all(folds.map((kept, index) => this.#behind(kept, heads[index] ?? null)));
    const continued = new Map<ClaimAddr, Part>();
    for (const [index, part] of parts.entries()) {
      const kept = folds[index];
      if (part !== null) continued.set(part.claim, { ...part, entries: upTo(view, part.entries) });
      else if (kept !== undefined) this.#folds.drop(kept);
    }
    return continued;
  }

  /** Null where the ledger is not the one that the fold has taken. */
  async #behind(kept: KeptFold, head: LedgerEntry | null): Promise<Part | null> {
    const { claim, next, tip } = kept;
    const nothing = { claim, kept, next, entries: [] };
    const newest = head?.seq ?? -1;
    if (newest < next) return newest === next - 1 && (head?.entry_hash ?? null) === tip ? nothing : null;
    const one = head !== null && newest === next;
    const entries = one ? [head] : await this.#store.ledger({ claim, after: next - 1, limit: null });
    return entries[0]?.prev === tip ? { claim, kept, next, entries } : null;
  }

  async #readObserved(parts: readonly Part[], view: View, upTo: number): Promise<SeenPart[]> {
    const folds = parts.flatMap(({ kept }) => kept ?? []);
    const recent = await recentlyObserved(this.#store, folds, view.until, upTo);
    const hashes = parts.map(({ kept, entries }) => {
      const added = entries.flatMap(({ evidence }) => evidence.map(({ hash }) => hash));
      return new Set([...added, ...(kept === null ? [] : seenIn(kept, recent))]);
    });
    const all = new Set(hashes.flatMap((own) => [...own]));
    const latest = await latestObservations(this.#store, all, view.until);
    return parts.map((part, index) => {
      const own = [...(hashes[index] ?? [])].flatMap((hash): [string, string][] => {
        const at = latest.get(hash);
        return at === undefined ? [] : [[hash, at]];
      });
      return { ...part, latest: new Map(own), upTo };
    });
  }
}

function upTo(view: View, entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.filter(({ log }) => log.seq <= view.seq);
}

function successorsOf({ kept, entries }: Part): ClaimAddr[] {
  return [...(kept?.successors ?? []), ...entries.flatMap(({ successor }) => successor ?? [])];
}

/** The fold at the view. Another reading may have taken some of the entries meanwhile. */
function bringUp({ claim, kept, next, entries, latest, upTo }: SeenPart, view: View): KeptFold {
  const fold = kept ?? new KeptFold(claim, view.until);
  const alone = kept === null || kept.next === next;
  fold.observe(latest);
  for (const entry of entries) {
    if (entry.seq >= fold.next) fold.take(entry);
  }
  // What another reading has taken was looked up at a position of its own.
  fold.observedUpTo = alone ? upTo : Math.min(fold.observedUpTo, upTo);
  return fold;
}

function beliefOf(
  store: GraphReader,
  fold: KeptFold,
  folds: ReadonlyMap<ClaimAddr, KeptFold>,
  annotations: readonly AnnotationVoice[],
): ClaimBelief {
  const standings = fold.successors.flatMap((addr): [ClaimAddr, SuccessorStanding][] => {
    const successor = folds.get(addr);
    return successor === undefined ? [] : [[addr, successorStanding(successor.read({}))]];
  });
  const { claim, disputes, observed } = fold;
  const successors = Object.fromEntries(standings);
  return {
    claim,
    fold: fold.read(successors, annotations),
    ledger: new LedgerView(store, fold),
    disputes,
    context: { observed, successors },
  };
}
