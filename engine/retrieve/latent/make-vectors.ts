/** The latent vectors of a corpus as they are recorded: folded into the model that there is, or of a new one. Pure. */
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { NamedBlob } from '../../../graph/log/writer.ts';
import { foldIn } from './fold-in.ts';
import { decodeModel, encodeModel } from './latent-model.ts';
import type { LatentDocument } from './term-weights.ts';
import { LATENT_DIMENSIONS, trainLatent } from './train-latent.ts';
import { type CorpusVectors, encodeVectors } from './vector-blob.ts';

/** A section: its address, and its analysed terms joined by single spaces. */
export interface SectionTerms {
  readonly addr: string;
  readonly terms: string;
}

/** The model of the vectors that there are. */
export interface KnownModel {
  readonly bytes: Uint8Array;
  /** Sections that it was trained on. */
  readonly trainedOn: number;
}

export interface VectorWork {
  /** Every section of the corpus, in any order. */
  readonly sections: readonly SectionTerms[];
  readonly seed: string;
  /** Null: a model is trained. */
  readonly known: KnownModel | null;
}

export interface MadeVectors {
  readonly dimensions: number;
  readonly trainedOn: number;
  readonly model: NamedBlob;
  readonly vectors: NamedBlob;
}

/** The model is trained again once the corpus has so many times the sections it was trained on. */
const RETRAIN_FACTOR = 2;

/**
 * The same work gives the same bytes, on whichever thread.
 * @throws {LatentModelError} for bytes that are no model
 */
export function makeVectors({ sections, seed, known }: VectorWork): MadeVectors {
  const documents = sections
    .map(({ addr, terms }) => ({ id: addr, terms: terms.split(' ').filter((term) => term !== '') }))
    .sort((a, b) => byCodeUnit(a.id, b.id));
  return known === null || documents.length >= known.trainedOn * RETRAIN_FACTOR
    ? train(documents, seed)
    : fold(documents, known);
}

function train(documents: readonly LatentDocument[], seed: string): MadeVectors {
  const { model, bytes, ids, vectors } = trainLatent(documents, { seed, dimensions: LATENT_DIMENSIONS });
  const { dimensions } = model;
  return made(bytes, { ids, dimensions, vectors }, documents.length);
}

function fold(documents: readonly LatentDocument[], { bytes, trainedOn }: KnownModel): MadeVectors {
  const model = decodeModel(bytes);
  const { dimensions } = model;
  const vectors = new Float32Array(documents.length * dimensions);
  for (const [row, { terms }] of documents.entries()) vectors.set(foldIn(model, terms), row * dimensions);
  const ids = documents.map(({ id }) => id);
  return made(encodeModel(model), { ids, dimensions, vectors }, trainedOn);
}

function made(model: Uint8Array, vectors: CorpusVectors, trainedOn: number): MadeVectors {
  return {
    dimensions: vectors.dimensions,
    trainedOn,
    model: named(model),
    vectors: named(encodeVectors(vectors)),
  };
}

function named(bytes: Uint8Array): NamedBlob {
  return { hash: blake3Hex(bytes), bytes };
}
