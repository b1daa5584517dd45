import { readRecord } from '../../../graph/store/records.ts';
import type { CorpusVectorsRecord } from '../../../graph/store/rows.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type Embedder, EmbedderUnavailable } from '../../ports.ts';
import { type FusionWeights, sentenceFusion } from '../fuse.ts';
import { rankingVectors, rankVectors } from '../rank-vectors.ts';
import type { VectorHits, VectorLane, VectorQuery } from '../vector-lane.ts';
import { isEmbedded, sentenceVectorsOf } from './embed-corpus.ts';
import type { SentenceIndexes } from './sentence-indexes.ts';

/**
 * The vector lane of a sentence model. Where the corpus is not embedded yet, or the model cannot be asked, the lane
 * behind it answers: a search never fails for its vectors, and never waits for those of documents. What was found
 * without a model that failed says so (docs/adr/0032-…).
 */
export class SentenceLane implements VectorLane {
  readonly policy: string;
  readonly #weights: FusionWeights;
  readonly #embedder: Embedder;
  readonly #behind: VectorLane;
  readonly #indexes: SentenceIndexes;

  constructor(embedder: Embedder, behind: VectorLane, indexes: SentenceIndexes) {
    this.#weights = sentenceFusion(embedder.name);
    this.policy = this.#weights.id;
    this.#embedder = embedder;
    this.#behind = behind;
    this.#indexes = indexes;
  }

  async search(reader: GraphReader, query: VectorQuery): Promise<VectorHits> {
    const { digest } = this.#embedder;
    const corpus = await readRecord(reader, 'corpora', query.view.corpus);
    const record = corpus && isEmbedded(corpus, digest) ? sentenceVectorsOf(corpus, digest) : null;
    if (record === null) return this.#behind.search(reader, query);
    const found = await this.#rank(reader, record, query);
    if (found !== null) return found;
    const unavailable = { model: this.#embedder.name, model_hash: digest };
    return { ...(await this.#behind.search(reader, query)), unavailable };
  }

  async #rank(
    reader: GraphReader,
    record: CorpusVectorsRecord,
    query: VectorQuery,
  ): Promise<VectorHits | null> {
    const [index, vector] = await Promise.all([
      this.#indexes.read(reader, query.view.corpus, record),
      this.#embed(query.q, query.signal),
    ]);
    // An endpoint may have begun to answer with another model.
    if (index === null || vector === null || vector.length !== index.dimensions) return null;
    const hits = await rankVectors(reader, index, vector, query);
    return { vectors: rankingVectors(record), hits, weights: this.#weights };
  }

  /** Null where the model cannot be asked now. */
  async #embed(text: string, signal: AbortSignal | undefined): Promise<Float32Array | null> {
    try {
      const [vector] = await this.#embedder.embed([text], 'query', signal);
      return vector ?? null;
    } catch (error) {
      if (error instanceof EmbedderUnavailable) return null;
      throw error;
    }
  }
}
