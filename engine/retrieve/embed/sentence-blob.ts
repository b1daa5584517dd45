/** The vectors of a corpus by a sentence model, as a blob: canonical CBOR, so that its hash pins them in receipts. */
import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import { floatBytes, floatsOf } from '../latent/latent-model.ts';
import type { CorpusVectors } from '../latent/vector-blob.ts';

/** Sections in code unit order of their addresses. */
export interface SentenceVectors extends CorpusVectors {
  /** BLAKE3-256 of each section's text as it was embedded: the same text is never embedded twice. */
  readonly contents: readonly string[];
}

/** Thrown for bytes that are no vectors of this format. */
export class SentenceVectorsError extends Error {
  override readonly name = 'SentenceVectorsError';
}

const FORMAT = 'adduce-sentences/1';

export function encodeSentenceVectors({ ids, contents, dimensions, vectors }: SentenceVectors): Uint8Array {
  return encodeCanonical({ format: FORMAT, ids, contents, dimensions, vectors: floatBytes(vectors) });
}

/** @throws {SentenceVectorsError} when the bytes are of another format */
export function decodeSentenceVectors(bytes: Uint8Array): SentenceVectors {
  // Members are checked one by one below.
  const decoded = decodeCanonical(bytes, STORED_LIMITS) as Record<string, unknown>;
  const { format, ids, contents, dimensions, vectors } = decoded;
  if (
    format !== FORMAT ||
    !Array.isArray(ids) ||
    !Array.isArray(contents) ||
    typeof dimensions !== 'number'
  ) {
    throw new SentenceVectorsError('the bytes hold no vectors of sentences');
  }
  const floats = vectors instanceof Uint8Array ? floatsOf(vectors) : null;
  if (floats === null || floats.length !== ids.length * dimensions || contents.length !== ids.length) {
    throw new SentenceVectorsError('vectors, texts and ids do not match');
  }
  return { ids: ids.map(String), contents: contents.map(String), dimensions, vectors: floats };
}
