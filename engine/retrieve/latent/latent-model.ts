import { decodeCanonical, encodeCanonical, STORED_LIMITS } from '../../../graph/canonical.ts';
import { floatBytes, floatsOf } from '../floats.ts';
import type { TermWeights } from './term-weights.ts';

/** A trained model: each known term's place in the latent space. */
export interface LatentModel extends TermWeights {
  readonly dimensions: number;
  /** Row-major: the coordinates of term `t` begin at `t × dimensions`. */
  readonly basis: Float32Array;
}

/** Name of the format and of the arithmetic: vectors of two versions are not comparable. */
export const LATENT_FORMAT = 'adduce-latent/1';

/** Thrown for bytes that are no model of this version. */
export class LatentModelError extends Error {
  override readonly name = 'LatentModelError';
}

/** The model's one byte form, canonical CBOR with little-endian float32 arrays: its digest names the model. */
export function encodeModel(model: LatentModel): Uint8Array {
  return encodeCanonical({
    format: LATENT_FORMAT,
    dimensions: model.dimensions,
    average_length: model.averageLength,
    terms: [...model.vocabulary.keys()],
    rarity: floatBytes(model.rarity),
    basis: floatBytes(model.basis),
  });
}

/** @throws {LatentModelError} for anything that `encodeModel` does not write */
export function decodeModel(bytes: Uint8Array): LatentModel {
  const { format, dimensions, average_length, terms, rarity, basis } = decodeMap(bytes);
  if (format !== LATENT_FORMAT) throw new LatentModelError('the format is unknown');
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 0) {
    throw new LatentModelError('dimensions is no count');
  }
  if (typeof average_length !== 'number') throw new LatentModelError('average_length is no number');
  if (!isTextList(terms)) throw new LatentModelError('terms is no list of texts');
  const vocabulary = new Map(terms.map((term, index) => [term, index]));
  return {
    dimensions,
    averageLength: average_length,
    vocabulary,
    rarity: readFloats(rarity, vocabulary.size),
    basis: readFloats(basis, vocabulary.size * dimensions),
  };
}

function decodeMap(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = decodeCanonical(bytes, STORED_LIMITS);
  } catch (cause) {
    throw new LatentModelError('the bytes are not canonical CBOR', { cause });
  }
  if (typeof value !== 'object' || value === null) throw new LatentModelError('the bytes hold no map');
  return { ...value };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readFloats(value: unknown, count: number): Float32Array {
  const floats = value instanceof Uint8Array ? floatsOf(value) : null;
  if (floats === null || floats.length !== count) throw new LatentModelError('an array has another length');
  if (!floats.every((one) => Number.isFinite(one)))
    throw new LatentModelError('an array holds what is no number');
  return floats;
}
