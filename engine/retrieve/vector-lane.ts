import type { GraphReader } from '../../graph/store/store.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import type { CorpusView } from '../view.ts';
import type { FusionWeights, VectorHit } from './fuse.ts';

/** Which vectors ranked: what a receipt pins. */
export interface RankingVectors {
  readonly model: string;
  /** BLAKE3-256 of the model's blob. */
  readonly model_hash: string;
  /** BLAKE3-256 of the list of the vectors' blobs. */
  readonly vectors_hash: string;
}

export interface VectorHits {
  /** Null where the corpus has no vectors yet. */
  readonly vectors: RankingVectors | null;
  readonly hits: readonly VectorHit[];
  /** How these hits are fused with those of the text lane. */
  readonly weights: FusionWeights;
  /** Set where a model failed, and another lane found these. */
  readonly unavailable?: UnavailableModel;
}

export interface VectorQuery {
  readonly q: string;
  /** The question's terms, analysed by `graph/terms.ts`. */
  readonly terms: readonly string[];
  /** Sections that the text lane found. */
  readonly found: readonly string[];
  readonly view: CorpusView;
  /** Most hits beside those of `found`. */
  readonly limit: number;
  /** Ends a call to a remote model. */
  readonly signal?: AbortSignal | undefined;
}

/** The vector lane of retrieval. */
export interface VectorLane {
  /** Id of the fusion policy where this lane ranks: answers of two policies are two answers. */
  readonly policy: string;
  /** Ids of the hits are section addresses. */
  search(reader: GraphReader, query: VectorQuery): Promise<VectorHits>;
}
