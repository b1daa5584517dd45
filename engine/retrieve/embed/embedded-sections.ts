/** Vectors of sections as a model gives them, on their way into segments. */
import { blake3Hex } from '../../../graph/digest.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type Embedder, EmbedderUnavailable } from '../../ports.ts';
import { joinedSegments, type Segment } from '../vectors/manifest.ts';
import type { BlobQueue } from '../vectors/record-vectors.ts';
import type { VectorIndex } from '../vectors/vector-index.ts';
import { decodeSentenceVectors, encodeSentenceVectors, quantised } from './sentence-blob.ts';
import type { SentenceSegment } from './sentence-segment.ts';

export interface SectionTexts {
  readonly id: string;
  /** The whole text, then its sentences where it has several; nothing where it was redacted. */
  readonly texts: readonly string[];
}

interface Row {
  readonly id: string;
  readonly content: string;
  readonly rows: Int8Array;
}

/** Sections of a segment at most: each has a row, and one for every sentence. */
const SEGMENT_SECTIONS = 512;

export class EmbeddedSections {
  /** Texts that were given to the model. */
  texts = 0;
  /** Sections that were added. */
  added = 0;
  /** 0 before the first text. */
  dimensions: number;
  readonly #embedder: Embedder;
  readonly #known: VectorIndex<SentenceSegment> | null;
  readonly #blobs: BlobQueue;
  readonly #segments: Segment[];
  #pending: Row[] = [];
  /** Of this run: the same words are embedded once. */
  readonly #byContent = new Map<string, Int8Array>();

  /** @param known the vectors of `segments` */
  constructor(
    embedder: Embedder,
    known: VectorIndex<SentenceSegment> | null,
    segments: readonly Segment[],
    blobs: BlobQueue,
  ) {
    this.#embedder = embedder;
    this.#known = known;
    this.#segments = [...segments];
    this.#blobs = blobs;
    this.dimensions = known?.dimensions ?? 0;
  }

  /** Rejects with `EmbedderUnavailable` and the signal's reason. */
  async add({ id, texts }: SectionTexts, signal: AbortSignal | undefined): Promise<void> {
    this.added += 1;
    const [whole] = texts;
    if (whole === undefined) {
      this.#pending.push({ id, content: '', rows: new Int8Array(0) });
    } else {
      const content = blake3Hex(new TextEncoder().encode(whole));
      const rows = this.#rowsOf(content) ?? (await this.#embed(texts, signal));
      this.#byContent.set(content, rows);
      this.#pending.push({ id, content, rows });
    }
    if (this.#pending.length === SEGMENT_SECTIONS) await this.#seal();
  }

  /** All segments. Small ones at the end that were there before are joined with what was added. */
  async finish(reader: GraphReader): Promise<readonly Segment[]> {
    const joined = joinedSegments(this.#segments, this.#pending.length, SEGMENT_SECTIONS);
    if (this.#pending.length > 0) {
      const bytes = await reader.blobs(joined.map(({ rows }) => rows));
      const earlier = bytes.flatMap((one) => (one ? rowsOf(one) : []));
      this.#segments.splice(this.#segments.length - joined.length);
      this.#pending = [...earlier, ...this.#pending];
      await this.#seal();
    }
    return this.#segments;
  }

  #rowsOf(content: string): Int8Array | undefined {
    const own = this.#byContent.get(content);
    if (own !== undefined) return own;
    for (const segment of this.#known?.segments.values() ?? []) {
      const rows = segment.rowsOf(content);
      if (rows !== undefined) return rows;
    }
    return undefined;
  }

  async #embed(texts: readonly string[], signal: AbortSignal | undefined): Promise<Int8Array> {
    const vectors = await this.#embedder.embed(texts, 'passage', signal);
    this.texts += texts.length;
    const [first] = vectors;
    if (this.dimensions === 0) this.dimensions = first?.length ?? 0;
    const rows = new Int8Array(texts.length * this.dimensions);
    for (const [row, vector] of vectors.entries()) {
      if (vector.length !== this.dimensions) {
        throw new EmbedderUnavailable(
          `vectors of ${vector.length} dimensions do not go with ${this.dimensions}`,
        );
      }
      rows.set(quantised(vector), row * this.dimensions);
    }
    return rows;
  }

  async #seal(): Promise<void> {
    const sections = this.#pending;
    this.#pending = [];
    const { dimensions } = this;
    const parts = sections.map(({ rows }) => (rows.length === 0 ? new Int8Array(dimensions) : rows));
    const bytes = encodeSentenceVectors({
      ids: sections.map(({ id }) => id),
      contents: sections.map(({ content }) => content),
      counts: parts.map((part) => Math.max(1, part.length / Math.max(1, dimensions))),
      dimensions,
      rows: joinedRows(parts),
    });
    const hash = blake3Hex(bytes);
    await this.#blobs.add({ hash, bytes });
    this.#segments.push({ rows: hash, cells: null, count: sections.length });
  }
}

/** The sections of a segment's blob. */
function rowsOf(bytes: Uint8Array): Row[] {
  const { ids, contents, counts, dimensions, rows } = decodeSentenceVectors(bytes);
  let start = 0;
  return ids.map((id, at) => {
    const own = rows.subarray(start, start + (counts[at] ?? 0) * dimensions);
    start += own.length;
    return { id, content: contents[at] ?? '', rows: own };
  });
}

function joinedRows(parts: readonly Int8Array[]): Int8Array {
  const rows = new Int8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    rows.set(part, start);
    start += part.length;
  }
  return rows;
}
