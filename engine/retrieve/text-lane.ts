/** The full-text lane of retrieval. */
import type { TextHit, TextReader } from '../../graph/store/text.ts';
import type { CorpusView } from '../view.ts';

/** How many hits of each lane are fused. */
export const LANE_LIMIT = 100;
/** With so many sections that match every term, the search ends there. */
const ENOUGH = 50;

/**
 * Every term first; where that finds too little, any of them. A section keeps its better score.
 * @param terms analysed by `graph/terms.ts`, each once
 */
export async function rankText(
  reader: TextReader,
  terms: readonly string[],
  { corpus, view }: CorpusView,
): Promise<TextHit[]> {
  if (terms.length === 0) return [];
  const query = { corpus, terms, view, limit: LANE_LIMIT };
  const all = await reader.searchText({ ...query, match: 'all' });
  if (all.length >= ENOUGH || terms.length === 1) return all;
  const any = await reader.searchText({ ...query, match: 'any' });
  const best = new Map<string, TextHit>();
  for (const hit of [...all, ...any]) {
    if ((best.get(hit.addr)?.score ?? Number.NEGATIVE_INFINITY) < hit.score) best.set(hit.addr, hit);
  }
  return [...best.values()];
}
