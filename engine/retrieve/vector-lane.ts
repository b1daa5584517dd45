import type { GraphReader } from '../../graph/store.ts';
import type { CorpusView } from '../view.ts';
import type { VectorHit } from './fuse.ts';

export interface VectorHits {
  /** Null where the corpus has no vectors yet. */
  readonly model: string | null;
  readonly hits: readonly VectorHit[];
}

/** The vector lane of retrieval. */
export interface VectorLane {
  /** @param terms analysed by `graph/terms.ts`; ids of the hits are section addresses */
  search(reader: GraphReader, terms: readonly string[], view: CorpusView, limit: number): Promise<VectorHits>;
}
