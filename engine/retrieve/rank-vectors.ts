/** Ranking a corpus' vectors by their likeness to a query, at a view. */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { CorpusVectorsRecord, SectionPlace, View } from '../../graph/store/rows.ts';
import type { VectorHit } from './fuse.ts';
import type { RankingVectors, VectorQuery } from './vector-lane.ts';
import type { VectorIndex } from './vectors/vector-index.ts';

/** Vectors hold sections that a view does not see (other versions, later ones): so many more are scanned. */
const SCAN_FACTOR = 3;

/**
 * The nearest sections in the view, at most `limit`, and with them those that the text lane found, wherever they rank:
 * a section that both could find is judged by both.
 */
export async function rankVectors(
  reader: RecordReader,
  index: VectorIndex,
  query: Float32Array,
  { view: { view }, limit, found }: VectorQuery,
): Promise<VectorHit[]> {
  const nearest = index.search(query, limit * SCAN_FACTOR);
  const seen = await inView(reader, nearest, view, index.isJudged ? nearest.length : limit);
  const judged = index.judged(
    query,
    seen.map(({ id }) => id),
  );
  const hits = judged.sort((a, b) => b.cosine - a.cosine || byCodeUnit(a.id, b.id)).slice(0, limit);
  const missing = new Set(found).difference(new Set(hits.map(({ id }) => id)));
  return [...hits, ...index.judged(query, missing)];
}

/** The first of these that the view sees, `enough` of them at least where there are as many. */
async function inView(
  reader: RecordReader,
  nearest: readonly VectorHit[],
  view: View,
  enough: number,
): Promise<VectorHit[]> {
  const seen: VectorHit[] = [];
  for (let start = 0; start < nearest.length && seen.length < enough; start += enough) {
    const next = nearest.slice(start, start + enough);
    const places = await reader.records(
      'sectionPlaces',
      next.map(({ id }) => id),
    );
    const isSeen = (place: SectionPlace | null | undefined) =>
      place && place.seq <= view.seq && place.effective_at <= view.until;
    seen.push(...next.filter((_, at) => isSeen(places[at])));
  }
  return seen;
}

/** The part of a record that a receipt pins. */
export function rankingVectors({ model, model_hash, vectors_hash }: CorpusVectorsRecord): RankingVectors {
  return { model, model_hash, vectors_hash };
}
