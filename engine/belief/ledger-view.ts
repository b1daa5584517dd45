/** A claim's ledger as a view sees it, whose entries are read from the store page by page. */
import type { EvidenceKind, LedgerEntry } from '../../graph/evidence.ts';
import { type LedgerPlace, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { LedgerPosition } from '../../graph/store/records.ts';
import type { KeptFold } from './kept-fold.ts';

export class LedgerView {
  /** How many entries there are. */
  readonly count: number;
  /** `entry_hash` of the newest in ledger order, null when there is none. */
  readonly head: string | null;
  /** How many of each kind. */
  readonly #ofKind: ReadonlyMap<EvidenceKind, number>;
  readonly #reader: RangeReader;
  /** It may go on behind this view: what it says of places before that does not change. */
  readonly #fold: KeptFold;

  constructor(reader: RangeReader, fold: KeptFold) {
    this.count = fold.count;
    this.head = fold.head;
    this.#ofKind = new Map([...fold.ofKind].map(([kind, places]) => [kind, places.length]));
    this.#reader = reader;
    this.#fold = fold;
  }

  /** The entries from the `start`th on, at most `limit`; one read of the store, of what stands between them. */
  async page(start: number, limit: number): Promise<LedgerEntry[]> {
    const stretch = this.stretch(start, limit);
    if (stretch === null) return [];
    const { limit: count, ...place } = stretch;
    return this.seen(await readRange(this.#reader, 'ledger', place, { limit: count }));
  }

  /** Where the entries of such a page stand, with those that the view leaves out; null where there are none. */
  stretch(start: number, limit: number): (LedgerPlace & { readonly limit: number }) | null {
    const end = Math.min(start + limit, this.count);
    if (start >= end) return null;
    const first = this.#fold.seqAt(start);
    return { claim: this.#fold.claim, after: first - 1, limit: this.#fold.seqAt(end - 1) - first + 1 };
  }

  /** T, an instant. */
  get until(): string {
    return this.#fold.until;
  }

  /** Those of a stretch that are in the view. */
  seen(stretch: readonly LedgerEntry[]): LedgerEntry[] {
    return stretch.filter(({ effective_at }) => effective_at <= this.#fold.until);
  }

  /** How many entries stand at or before a ledger position. */
  countTo(seq: number): number {
    return Math.min(this.#fold.countTo(seq), this.count);
  }

  /** Kinds of the entries from the `start`th on, each once. */
  kindsFrom(start: number): EvidenceKind[] {
    return [...this.#ofKind].flatMap(([kind, count]) =>
      (this.#fold.ofKind.get(kind)?.[count - 1] ?? -1) >= start ? [kind] : [],
    );
  }

  /** How many entries are of these kinds. */
  countOf(kinds: readonly EvidenceKind[]): number {
    return [...new Set(kinds)].reduce((sum, kind) => sum + (this.#ofKind.get(kind) ?? 0), 0);
  }

  /** Where the entries of these kinds stand, from the `start`th of them on, at most `limit`. */
  positionsOf(kinds: readonly EvidenceKind[], start: number, limit: number): LedgerPosition[] {
    const places = [...new Set(kinds)].flatMap((kind) => this.#placesOf(kind)).sort((a, b) => a - b);
    return places
      .slice(start, start + limit)
      .map((place) => ({ claim: this.#fold.claim, seq: this.#fold.seqAt(place) }));
  }

  #placesOf(kind: EvidenceKind): readonly number[] {
    return (this.#fold.ofKind.get(kind) ?? []).slice(0, this.#ofKind.get(kind) ?? 0);
  }
}
