import type { GraphReader } from '../../graph/store.ts';
import { LATENT_FUSION } from './fuse.ts';
import { foldIn } from './latent/fold-in.ts';
import { decodeModel, type LatentModel } from './latent/latent-model.ts';
import { type CorpusVectors, decodeVectors } from './latent/vector-blob.ts';
import { LoadedOnce } from './loaded-once.ts';
import { rankingVectors, rankVectors } from './rank-vectors.ts';
import type { RankingVectors, VectorHits, VectorLane, VectorQuery } from './vector-lane.ts';

interface Loaded {
  readonly model: LatentModel;
  readonly vectors: CorpusVectors;
}

/** Corpora whose vectors stay in memory at once. */
const MAX_LOADED = 16;

/** The default vector lane: latent semantic vectors trained on the corpus itself, scanned exactly. */
export class LatentLane implements VectorLane {
  readonly policy = LATENT_FUSION.id;
  /** By the vectors' hash. */
  readonly #loaded = new LoadedOnce<Loaded | null>(MAX_LOADED);

  async search(reader: GraphReader, query: VectorQuery): Promise<VectorHits> {
    const record = (await reader.corpus(query.view.corpus))?.vectors ?? null;
    const loaded =
      record && (await this.#loaded.get(record.vectors_hash, () => load(reader, rankingVectors(record))));
    if (!loaded) return { vectors: null, hits: [], weights: LATENT_FUSION };
    const vector = foldIn(loaded.model, query.terms);
    const hits = await rankVectors(reader, loaded.vectors, vector, query);
    return { vectors: rankingVectors(record), hits, weights: LATENT_FUSION };
  }
}

async function load(
  reader: GraphReader,
  { model_hash, vectors_hash }: RankingVectors,
): Promise<Loaded | null> {
  const [model, vectors] = await reader.blobs([model_hash, vectors_hash]);
  if (!model || !vectors) return null;
  return { model: decodeModel(model), vectors: decodeVectors(vectors) };
}
