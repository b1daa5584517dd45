/**
 * Which blobs the vectors of a corpus are, as a blob: canonical CBOR, so that its hash pins all of them in receipts.
 * An ingest adds new segments; existing ones stay, except small ones at the end, which are joined.
 */
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import type { BlobReader } from '../../../graph/store/blobs.ts';
import type { CorpusVectorsRecord } from '../../../graph/store/rows.ts';

/** Vectors of sections that follow each other in the log. */
export interface Segment {
  /** Blob of the vectors, BLAKE3-256. */
  readonly rows: string;
  /** Blob of the cells that they lie in; null where the corpus has none. */
  readonly cells: string | null;
  /** Sections. */
  readonly count: number;
}

export interface VectorManifest {
  /** Blob of the cells (`cells.ts`); null where every vector is looked at. */
  readonly cells: string | null;
  /** Sections that there were when the cells were made; 0 without cells. */
  readonly celled: number;
  readonly segments: readonly Segment[];
  /** Position in the log of the newest artefact whose sections are covered. */
  readonly through: number;
}

/** Thrown for bytes that are no manifest of this format. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

export const NO_VECTORS: VectorManifest = { cells: null, celled: 0, segments: [], through: -1 };
const FORMAT = 'adduce-vector-manifest/1';

/**
 * Segments at the end that are written again together with what is added: those that are no larger than what follows
 * them. So a section is written a dozen times at most, and repeated ingests leave at most a dozen small segments.
 * @param added sections that come behind them
 * @param most sections of a segment
 */
export function joinedSegments(
  segments: readonly Segment[],
  added: number,
  most: number,
): readonly Segment[] {
  let total = added;
  let from = segments.length;
  while (from > 0) {
    const count = segments[from - 1]?.count ?? 0;
    if (count > total || total + count > most) break;
    total += count;
    from -= 1;
  }
  return segments.slice(from);
}

export function encodeManifest(manifest: VectorManifest): Uint8Array {
  const { cells, celled, through } = manifest;
  const segments = manifest.segments.map(({ rows, cells: own, count }) => [rows, own, count]);
  return encodeCanonical({ format: FORMAT, cells, celled, segments, through });
}

/** @throws {ManifestError} for bytes that `encodeManifest` does not write */
export function decodeManifest(bytes: Uint8Array): VectorManifest {
  // Members are checked one by one below.
  const decoded = decodeCanonical(bytes, STORED_LIMITS) as Record<string, unknown>;
  const { format, cells, celled, segments, through } = decoded;
  const isManifest =
    format === FORMAT &&
    isHashOrNull(cells) &&
    isCount(celled) &&
    Number.isSafeInteger(through) &&
    Array.isArray(segments) &&
    segments.every(isSegment);
  if (!isManifest) throw new ManifestError('the bytes hold no list of vectors');
  return {
    cells,
    celled,
    segments: segments.map(([rows, own, count]) => ({ rows, cells: own, count })),
    // Checked above.
    through: Number(through),
  };
}

export function sectionsOf({ segments }: VectorManifest): number {
  return segments.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Null where the record has no vectors, or its blob is not there or of another format: text is searched alone then, and the
 * next ingest makes vectors.
 */
export async function readManifest(
  reader: BlobReader,
  record: CorpusVectorsRecord | null,
): Promise<VectorManifest | null> {
  const [bytes] = record === null ? [] : await reader.blobs([record.vectors_hash]);
  if (!bytes) return null;
  try {
    return decodeManifest(bytes);
  } catch (fault) {
    if (fault instanceof ManifestError) return null;
    throw fault;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isHashOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isSegment(value: unknown): value is [string, string | null, number] {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [rows, cells, count] = value;
  return typeof rows === 'string' && isHashOrNull(cells) && isCount(count) && count > 0;
}
