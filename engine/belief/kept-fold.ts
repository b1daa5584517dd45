/**
 * The fold of one claim as one T sees it, kept up entry by entry so that a long ledger is not folded again
 * (docs/spec/decisions.md#4-cost).
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { isDigest } from '../../graph/belief/cited-item.ts';
import { type LastingOf, lastsUntil } from '../../graph/belief/lasting.ts';
import type { AnnotationVoice, FoldContext, FoldResult } from '../../graph/belief/result.ts';
import {
  advance,
  citationsHeld,
  emptyState,
  namedSuccessors,
  read,
  readSome,
} from '../../graph/belief/state.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { EvidenceItem, EvidenceKind, LedgerEntry } from '../../graph/evidence.ts';

/** How many of a claim's newest disputes are stored: anyone may add to a ledger. */
const MAX_DISPUTES = 100;

/**
 * Bytes of heap that a fold takes, from above, as measured where every entry has an actor, every piece of evidence a
 * domain and an artefact of its own. Beside them, each string takes what {@link sizeOf} says.
 */
const SIZES = {
  fold: 9_000,
  entry: 1_100,
  item: 400,
  held: 950,
  observed: 160,
  leftOut: 24,
  place: 16,
  dispute: 128,
} as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is where Latin-1 begins.
const BEYOND_LATIN_1 = /[^\u0000-\u00ff]/;

/** A dispute in a claim's ledger, as far as its artefacts go. */
export interface Dispute {
  /** When it holds from, RFC 3339 UTC with ms. */
  readonly effective_at: string;
  /** Those that the store holds. */
  readonly artefacts: readonly ArtefactId[];
}

/**
 * Everything that a belief needs of a prefix of a claim's ledger. Entries behind T have been looked at and left out.
 * It belongs to its reader: a reader first checks that it has not gone beyond what its view may see.
 */
export class KeptFold {
  readonly claim: ClaimAddr;
  /** T, an instant. */
  readonly until: string;
  /** Log position behind which no observation counts; null: all count. */
  readonly lastObserved: number | null;
  readonly #state = emptyState();
  readonly #cited = new Set<string>();
  /** Places among the entries in the view, in their order. */
  readonly #ofKind = new Map<EvidenceKind, number[]>();
  /** Ledger positions that T leaves out. */
  readonly #leftOut: number[] = [];
  #disputes: readonly Dispute[] = [];
  #observed: Record<string, string> = {};
  #head: string | null = null;
  #last: Pick<LedgerEntry, 'seq' | 'entry_hash' | 'log'> | null = null;
  #count = 0;
  #bytes: number = SIZES.fold;
  /** Log position up to which every observation of what is cited is known. */
  observedUpTo = -1;

  constructor(claim: ClaimAddr, until: string, lastObserved: number | null = null) {
    this.claim = claim;
    this.until = until;
    this.lastObserved = lastObserved;
  }

  /** Ledger position of the entry that it takes next. */
  get next(): number {
    return this.#last === null ? 0 : this.#last.seq + 1;
  }

  /** Log position of the newest entry taken, -1 before the first. */
  get seq(): number {
    return this.#last?.log.seq ?? -1;
  }

  /** `entry_hash` of the newest entry taken, null before the first. */
  get tip(): string | null {
    return this.#last?.entry_hash ?? null;
  }

  /** Bytes that it keeps, estimated from above. */
  get bytes(): number {
    return this.#bytes + SIZES.held * citationsHeld(this.#state);
  }

  /** Hashes that its evidence names. */
  get cited(): ReadonlySet<string> {
    return this.#cited;
  }

  /** Proposed successors whose standing the belief may depend on. */
  get successors(): readonly ClaimAddr[] {
    return namedSuccessors(this.#state);
  }

  /** Latest observation ≤ T of each cited artefact; hashes may be added to it later, none ever changes. */
  get observed(): Readonly<Record<string, string>> {
    return this.#observed;
  }

  /** `entry_hash` of the newest entry in the view, in ledger order; null when there is none. */
  get head(): string | null {
    return this.#head;
  }

  /** Oldest first. */
  get disputes(): readonly Dispute[] {
    return this.#disputes;
  }

  /** How many entries are in the view. */
  get count(): number {
    return this.#count;
  }

  /** How many entries in the view stand at or before a ledger position. */
  countTo(seq: number): number {
    return seq + 1 - this.#leftOut.filter((leftOut) => leftOut <= seq).length;
  }

  /** Ledger position of the `index`th entry in the view. */
  seqAt(index: number): number {
    let seq = index;
    for (const leftOut of this.#leftOut) {
      if (leftOut > seq) break;
      seq += 1;
    }
    return seq;
  }

  /** Of each kind of entry in the view, how many entries stand before each, in their order; the lists only grow. */
  get ofKind(): ReadonlyMap<EvidenceKind, readonly number[]> {
    return this.#ofKind;
  }

  /** Learns when artefacts were last observed by T; of those it will cite, before it takes the entry that does. */
  observe(latest: ReadonlyMap<string, string>): void {
    const later = [...latest].filter(([hash, at]) => at > (this.#observed[hash] ?? ''));
    // What has been weighed is not changed in place: see FoldContext.
    if (later.some(([hash]) => this.#cited.has(hash))) this.#observed = { ...this.#observed };
    for (const [hash, at] of later) {
      if (this.#observed[hash] === undefined) this.#bytes += SIZES.observed + sizeOf(hash);
      this.#observed[hash] = at;
    }
  }

  /** Takes the entry at ledger position `next`. @throws {RangeError} for another one, or when a time is no instant */
  take(entry: LedgerEntry): void {
    if (entry.seq !== this.next) throw new RangeError(`ledger entry ${entry.seq} is not entry ${this.next}`);
    if (entry.effective_at > this.until) this.#leaveOut(entry.seq);
    else this.#fold(entry);
    this.#last = { seq: entry.seq, entry_hash: entry.entry_hash, log: entry.log };
  }

  /**
   * Does a part of what the next {@link read} has to do, for at most so many entries, so that other work can run in between.
   * @returns whether no entry is left
   */
  readSome(limit: number): boolean {
    return readSome(this.#state, this.until, { observed: this.#observed, successors: {} }, limit);
  }

  /** Null when no entry is in the view. `observed` of the context is its own. */
  read(
    successors: FoldContext['successors'],
    annotations: readonly AnnotationVoice[] = [],
  ): FoldResult | null {
    return read(this.#state, this.until, { observed: this.#observed, successors, annotations });
  }

  /** The last day of the state that was read last; null: it stays. See {@link lastsUntil}. */
  lastsUntil(of: LastingOf): number | null {
    return lastsUntil(this.#state, of);
  }

  #leaveOut(seq: number): void {
    this.#leftOut.push(seq);
    this.#bytes += SIZES.leftOut;
  }

  #fold(entry: LedgerEntry): void {
    const { event_id, at, effective_at, kind, actor_root, standing, successor, authority } = entry;
    const evidence = entry.evidence.map(kept);
    const { claim } = this;
    const folded = { event_id, claim, at, effective_at, kind, actor_root, standing, successor, authority };
    advance(this.#state, { ...folded, evidence });
    for (const { hash } of evidence) this.#cited.add(hash);
    const ofKind = this.#ofKind.get(kind) ?? [];
    ofKind.push(this.#count);
    this.#ofKind.set(kind, ofKind);
    this.#count += 1;
    this.#head = entry.entry_hash;
    const strings = [event_id, at, effective_at, actor_root, successor ?? ''];
    this.#bytes += SIZES.entry + SIZES.place + total(strings, sizeOf) + total(evidence, sizeOfItem);
    if (kind === 'dispute') this.#remember(entry);
  }

  #remember({ effective_at, evidence }: LedgerEntry): void {
    const artefacts = evidence.flatMap(({ artefact }) => artefact ?? []);
    const disputes = [...this.#disputes, { effective_at, artefacts }].slice(-MAX_DISPUTES);
    this.#bytes += total(disputes, sizeOfDispute) - total(this.#disputes, sizeOfDispute);
    this.#disputes = disputes;
  }
}

/**
 * A copy without what a fold does not read. A ref tells pieces of evidence apart only where the hash is no digest, and
 * then its own digest does.
 */
function kept({ ref, hash, kind, check, domain, observed_at }: EvidenceItem): EvidenceItem {
  const name = isDigest(hash) ? '' : blake3Hex(Buffer.from(ref));
  return { ref: name, hash, kind, check, domain, ...(observed_at !== undefined && { observed_at }) };
}

function total<T>(of: readonly T[], size: (one: T) => number): number {
  return of.reduce((sum, one) => sum + size(one), 0);
}

/** Bytes of a string: a header, and one for each character or two where any is beyond Latin-1. */
function sizeOf(text: string): number {
  return 24 + (BEYOND_LATIN_1.test(text) ? 2 : 1) * text.length;
}

/** A hash that is no digest is kept again beside the ref's digest, as what the piece of evidence is known by. */
function sizeOfItem({ ref, hash, domain, observed_at = '' }: EvidenceItem): number {
  const known = ref === '' ? 0 : sizeOf(ref) + sizeOf(ref + hash);
  return SIZES.item + sizeOf(hash) + sizeOf(domain) + sizeOf(observed_at) + known;
}

function sizeOfDispute({ artefacts }: Dispute): number {
  return SIZES.dispute + total(artefacts, sizeOf);
}
