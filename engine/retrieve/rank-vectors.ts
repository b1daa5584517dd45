/** Ranking a corpus' vectors by their likeness to a query, at a view. */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { CorpusVectorsRecord, GraphReader } from '../../graph/store.ts';
import type { VectorHit } from './fuse.ts';
import { cosineAt, scan } from './latent/scan.ts';
import type { CorpusVectors } from './latent/vector-blob.ts';
import type { RankingVectors, VectorQuery } from './vector-lane.ts';

/** Vectors hold sections that a view does not see (other versions, later ones): so many more are scanned. */
const SCAN_FACTOR = 3;

/** What a section is worth beyond its nearness, by its address and cosine. */
type Judge = (id: string, cosine: number) => number;

/**
 * The nearest sections in the view, at most `limit`, and with them those that the text lane found, wherever they rank:
 * a section that both could find is judged by both.
 */
export async function rankVectors(
  reader: GraphReader,
  { ids, vectors }: CorpusVectors,
  query: Float32Array,
  { view: { view }, limit, found }: VectorQuery,
  judge: Judge = (_id, cosine) => cosine,
): Promise<VectorHit[]> {
  const nearest = scan(vectors, ids, query, limit * SCAN_FACTOR);
  const sections = await reader.sections(nearest.map(({ id }) => id));
  const seen = nearest.filter((_, index) => {
    const section = sections[index];
    return section && section.seq <= view.seq && section.effective_at <= view.until;
  });
  const judged = seen.map(({ id, cosine }) => ({ id, cosine: judge(id, cosine) }));
  const hits = judged.sort((a, b) => b.cosine - a.cosine || byCodeUnit(a.id, b.id)).slice(0, limit);
  const missing = new Set(found).difference(new Set(hits.map(({ id }) => id)));
  if (missing.size === 0) return hits;
  const others = ids.flatMap((id, row) =>
    missing.has(id) ? [{ id, cosine: judge(id, cosineAt(vectors, row * query.length, query)) }] : [],
  );
  return [...hits, ...others];
}

/** What a receipt pins of a record. */
export function rankingVectors({ model, model_hash, vectors_hash }: CorpusVectorsRecord): RankingVectors {
  return { model, model_hash, vectors_hash };
}
