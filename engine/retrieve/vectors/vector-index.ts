/** The vectors of a corpus in memory, segment by segment, and the search for those nearest to a query. */
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { VectorHit } from '../fuse.ts';
import { type Cells, nearestCells } from './cells.ts';
import { ABREAST, cosineAt, cosinesAt } from './cosine.ts';
import type { CorpusVectors } from './vector-blob.ts';

/** What a segment holds of a row beside its vector. */
export type RowJudge = (query: Float32Array, row: number, cosine: number) => number;

/** Vectors that a search looks at where there are cells: of 56,000 sentences of abstracts it finds .94 of the nearest hundred. */
const MAX_SCANNED = 8_192;

export class IndexedSegment {
  readonly ids: readonly string[];
  readonly dimensions: number;
  readonly vectors: Float32Array;
  /** The score of a row, by its cosine; null: the cosine itself. */
  readonly judge: RowJudge | null;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #byCell: ReadonlyMap<number, readonly number[]>;

  /** @param cells of the rows, in their order; null where the corpus has none */
  constructor(
    { ids, dimensions, vectors }: CorpusVectors,
    cells: Uint16Array | null,
    judge: RowJudge | null = null,
  ) {
    this.ids = ids;
    this.dimensions = dimensions;
    this.vectors = vectors;
    this.judge = judge;
    this.#rows = new Map(ids.map((id, row) => [id, row]));
    this.#byCell = Map.groupBy(cells?.keys() ?? [], (row) => cells?.[row] ?? 0);
  }

  rowOf(id: string): number | undefined {
    return this.#rows.get(id);
  }

  rowsIn(cell: number): readonly number[] {
    return this.#byCell.get(cell) ?? [];
  }
}

/** Immutable: what an ingest adds is a new index that shares the segments which stay. */
export class VectorIndex<S extends IndexedSegment = IndexedSegment> {
  readonly dimensions: number;
  readonly #cells: Cells | null;
  /** By the hashes of their blobs, in the order of the log. */
  readonly segments: ReadonlyMap<string, S>;

  constructor(cells: Cells | null, segments: ReadonlyMap<string, S>) {
    this.#cells = cells;
    this.segments = segments;
    const [first] = segments.values();
    this.dimensions = first?.dimensions ?? 0;
  }

  /** Whether scores differ from cosines: the nearest need not have the best. */
  get isJudged(): boolean {
    return this.segments.values().some(({ judge }) => judge !== null);
  }

  /**
   * The sections whose vectors are nearest, best first, ties by id; only positive cosines, since an unlike text is no hit.
   * Without cells every vector is looked at; with them those of the nearest cells, up to a fixed number.
   * @throws {RangeError} for a query of other dimensions
   */
  search(query: Float32Array, top: number): VectorHit[] {
    if (query.length !== this.dimensions) throw new RangeError('query and vectors have other dimensions');
    const nearest = new Nearest(top);
    if (this.#cells === null) {
      for (const segment of this.segments.values()) nearest.lookAtAll(segment, query);
    } else this.#searchCells(this.#cells, query, nearest);
    return nearest.hits();
  }

  #searchCells(cells: Cells, query: Float32Array, nearest: Nearest): void {
    let left = MAX_SCANNED;
    for (const cell of nearestCells(cells, query)) {
      for (const segment of this.segments.values()) {
        const rows = segment.rowsIn(cell).slice(0, left);
        for (const row of rows) nearest.look(segment, row, query);
        left -= rows.length;
      }
      if (left === 0) return;
    }
  }

  /** Scores of sections for a query, without sections that have no vector. */
  judged(query: Float32Array, ids: Iterable<string>): VectorHit[] {
    const hits: VectorHit[] = [];
    for (const id of ids) {
      const found = this.#placeOf(id);
      if (found === null) continue;
      const { segment, row } = found;
      const cosine = cosineAt(segment.vectors, row * query.length, query);
      hits.push({ id, cosine: segment.judge?.(query, row, cosine) ?? cosine });
    }
    return hits;
  }

  #placeOf(id: string): { readonly segment: S; readonly row: number } | null {
    for (const segment of this.segments.values()) {
      const row = segment.rowOf(id);
      if (row !== undefined) return { segment, row };
    }
    return null;
  }
}

/** The best of many hits, without all of them being sorted. */
class Nearest {
  readonly #top: number;
  #hits: VectorHit[] = [];
  #least = 0;

  constructor(top: number) {
    this.#top = top;
  }

  lookAtAll(segment: IndexedSegment, query: Float32Array): void {
    const { length } = segment.ids;
    const whole = length - (length % ABREAST);
    const cosines = new Float64Array(ABREAST);
    for (let row = 0; row < whole; row += ABREAST) {
      cosinesAt(segment.vectors, row * query.length, query, cosines);
      for (let next = 0; next < ABREAST; next += 1) this.#take(segment, row + next, cosines[next] ?? 0);
    }
    for (let row = whole; row < length; row += 1) this.look(segment, row, query);
  }

  look(segment: IndexedSegment, row: number, query: Float32Array): void {
    this.#take(segment, row, cosineAt(segment.vectors, row * query.length, query));
  }

  #take({ ids }: IndexedSegment, row: number, cosine: number): void {
    if (cosine <= 0 || cosine < this.#least) return;
    this.#hits.push({ id: ids[row] ?? '', cosine });
    if (this.#hits.length < 4 * this.#top) return;
    this.#hits = this.hits();
    this.#least = this.#hits.at(-1)?.cosine ?? 0;
  }

  hits(): VectorHit[] {
    return this.#hits.sort((a, b) => b.cosine - a.cosine || byCodeUnit(a.id, b.id)).slice(0, this.#top);
  }
}
