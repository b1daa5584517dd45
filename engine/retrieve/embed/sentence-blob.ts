/** Vectors of sections by a sentence model as a blob: canonical CBOR, so that its hash pins them in receipts. */
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';

/** Sections in the order of the log. */
export interface SentenceVectors {
  readonly ids: readonly string[];
  /** BLAKE3-256 of each section's text as it was embedded: the same text is never embedded twice. */
  readonly contents: readonly string[];
  /** Rows of each section: the first is of its whole text, the others of its sentences. */
  readonly counts: readonly number[];
  readonly dimensions: number;
  /** Row-major. A row is a direction, not of length 1; all zero for a text that was redacted. */
  readonly rows: Int8Array;
}

/** Thrown for bytes that are no vectors of this format. */
export class SentenceVectorsError extends Error {
  override readonly name = 'SentenceVectorsError';
}

const FORMAT = 'adduce-sentences/1';
const MAX_INT8 = 127;

/** A direction in a quarter of the bytes; no measured ranking changed by it. */
export function quantised(vector: Float32Array): Int8Array {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (most === 0 ? 0 : Math.round((value / most) * MAX_INT8)));
}

export function encodeSentenceVectors({ rows, ...vectors }: SentenceVectors): Uint8Array {
  const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
  return encodeCanonical({ format: FORMAT, ...vectors, rows: bytes });
}

/** @throws {SentenceVectorsError} when the bytes are of another format */
export function decodeSentenceVectors(bytes: Uint8Array): SentenceVectors {
  // Members are checked one by one below.
  const decoded = decodeCanonical(bytes, STORED_LIMITS) as Record<string, unknown>;
  const { format, ids, contents, counts, dimensions, rows } = decoded;
  const isFormat =
    format === FORMAT &&
    isList(ids, (id) => typeof id === 'string') &&
    isList(contents, (content) => typeof content === 'string') &&
    isList(counts, (count) => Number.isInteger(count) && Number(count) > 0) &&
    Number.isInteger(dimensions) &&
    rows instanceof Uint8Array;
  if (!isFormat) throw new SentenceVectorsError('the bytes hold no vectors of sentences');
  // Checked above.
  const vectors = { ids, contents, counts, dimensions } as Omit<SentenceVectors, 'rows'>;
  const total = vectors.counts.reduce((sum, count) => sum + count, 0);
  const isWhole =
    rows.length === total * vectors.dimensions &&
    vectors.contents.length === vectors.ids.length &&
    vectors.counts.length === vectors.ids.length;
  if (!isWhole) throw new SentenceVectorsError('rows, texts and ids do not match');
  return { ...vectors, rows: new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength) };
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
