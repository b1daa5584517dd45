/** Vectors of sections as a blob: canonical CBOR, so that its hash pins them in receipts. */
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import { floatBytes, floatsOf } from '../floats.ts';

export interface CorpusVectors {
  /** Section addresses. */
  readonly ids: readonly string[];
  readonly dimensions: number;
  /** Row-major, one row an id. */
  readonly vectors: Float32Array;
}

/** Thrown for bytes that are no vectors of this format. */
export class VectorBlobError extends Error {
  override readonly name = 'VectorBlobError';
}

const FORMAT = 'adduce-vectors/1';

export function encodeVectors({ ids, dimensions, vectors }: CorpusVectors): Uint8Array {
  return encodeCanonical({ format: FORMAT, ids, dimensions, vectors: floatBytes(vectors) });
}

/** @throws {VectorBlobError} when the bytes are of another format */
export function decodeVectors(bytes: Uint8Array): CorpusVectors {
  // Members are checked one by one below.
  const { format, ids, dimensions, vectors } = decodeCanonical(bytes, STORED_LIMITS) as Record<
    string,
    unknown
  >;
  if (format !== FORMAT || !Array.isArray(ids) || typeof dimensions !== 'number') {
    throw new VectorBlobError('the bytes hold no vectors');
  }
  const floats = vectors instanceof Uint8Array ? floatsOf(vectors) : null;
  if (floats === null || floats.length !== ids.length * dimensions) {
    throw new VectorBlobError('vectors and ids do not match');
  }
  return { ids: ids.map(String), dimensions, vectors: floats };
}
