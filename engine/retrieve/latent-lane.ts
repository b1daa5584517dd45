import type { GraphReader } from '../../graph/store.ts';
import type { CorpusView } from '../view.ts';
import { foldIn } from './latent/fold-in.ts';
import { decodeModel, type LatentModel } from './latent/latent-model.ts';
import { scan } from './latent/scan.ts';
import { type CorpusVectors, decodeVectors } from './latent/vector-blob.ts';
import type { VectorHits, VectorLane } from './vector-lane.ts';

interface Loaded {
  readonly model: LatentModel;
  readonly vectors: CorpusVectors;
}

/** Corpora whose vectors stay in memory at once. */
const MAX_LOADED = 16;
/** Vectors hold sections that a view does not see (other versions, later ones): so many more are scanned. */
const SCAN_FACTOR = 3;

/** The default vector lane: latent semantic vectors trained on the corpus itself, scanned exactly. */
export class LatentLane implements VectorLane {
  /** By the vectors' hash: the same bytes, whichever store they come from. */
  readonly #loaded = new Map<string, Promise<Loaded | null>>();

  async search(
    reader: GraphReader,
    terms: readonly string[],
    { corpus, view }: CorpusView,
    limit: number,
  ): Promise<VectorHits> {
    const record = await reader.corpus(corpus);
    const finished = record?.vectors ?? null;
    if (finished === null) return { model: null, hits: [] };
    const loaded = await this.#load(reader, finished);
    if (loaded === null) return { model: null, hits: [] };
    const query = foldIn(loaded.model, terms);
    const { ids, vectors } = loaded.vectors;
    const hits = scan(vectors, ids, query, limit * SCAN_FACTOR);
    const sections = await reader.sections(hits.map(({ id }) => id));
    const seen = hits.filter((_, index) => {
      const section = sections[index];
      return section && section.seq <= view.seq && section.effective_at <= view.until;
    });
    return { model: finished.model, hits: seen.slice(0, limit) };
  }

  #load(
    reader: GraphReader,
    { model_hash, vectors_hash }: { readonly model_hash: string; readonly vectors_hash: string },
  ): Promise<Loaded | null> {
    const known = this.#loaded.get(vectors_hash);
    if (known !== undefined) return known;
    const loading = load(reader, model_hash, vectors_hash);
    // A failed read is tried again by the next search.
    loading.catch(() => this.#loaded.delete(vectors_hash));
    this.#loaded.set(vectors_hash, loading);
    const [oldest] = this.#loaded.keys();
    if (this.#loaded.size > MAX_LOADED && oldest !== undefined) this.#loaded.delete(oldest);
    return loading;
  }
}

async function load(reader: GraphReader, modelHash: string, vectorsHash: string): Promise<Loaded | null> {
  const [model, vectors] = await reader.blobs([modelHash, vectorsHash]);
  if (!model || !vectors) return null;
  return { model: decodeModel(model), vectors: decodeVectors(vectors) };
}
