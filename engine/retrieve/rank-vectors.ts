/** Ranking a corpus' vectors by their likeness to a query, at a view. */
import type { CorpusVectorsRecord, GraphReader } from '../../graph/store.ts';
import type { VectorHit } from './fuse.ts';
import { cosineAt, scan } from './latent/scan.ts';
import type { CorpusVectors } from './latent/vector-blob.ts';
import type { RankingVectors, VectorQuery } from './vector-lane.ts';

/** Vectors hold sections that a view does not see (other versions, later ones): so many more are scanned. */
const SCAN_FACTOR = 3;

/**
 * The nearest sections in the view, at most `limit`, and with them those that the text lane found, wherever they rank:
 * a section that both could find is judged by both.
 */
export async function rankVectors(
  reader: GraphReader,
  { ids, vectors }: CorpusVectors,
  query: Float32Array,
  { view: { view }, limit, found }: VectorQuery,
): Promise<VectorHit[]> {
  const nearest = scan(vectors, ids, query, limit * SCAN_FACTOR);
  const sections = await reader.sections(nearest.map(({ id }) => id));
  const seen = nearest.filter((_, index) => {
    const section = sections[index];
    return section && section.seq <= view.seq && section.effective_at <= view.until;
  });
  const hits = seen.slice(0, limit);
  const known = new Set(hits.map(({ id }) => id));
  return [...hits, ...cosinesOf(ids, vectors, query, new Set(found).difference(known))];
}

function cosinesOf(
  ids: readonly string[],
  vectors: Float32Array,
  query: Float32Array,
  wanted: ReadonlySet<string>,
): VectorHit[] {
  if (wanted.size === 0) return [];
  return ids.flatMap((id, row) =>
    wanted.has(id) ? [{ id, cosine: cosineAt(vectors, row * query.length, query) }] : [],
  );
}

/** What a receipt pins of a record. */
export function rankingVectors({ model, model_hash, vectors_hash }: CorpusVectorsRecord): RankingVectors {
  return { model, model_hash, vectors_hash };
}
