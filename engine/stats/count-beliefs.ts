/** How many claims of a corpus are in which state of belief. */

import type { ClaimAddr } from '../../graph/address.ts';
import type { FoldResult } from '../../graph/belief/result.ts';
import { nextIteration } from '../../graph/event-loop.ts';
import type { BeliefState } from '../../graph/evidence.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import type { CorpusView } from '../view.ts';

/** Claims per state; `none`: nothing in their ledger. */
export type BeliefCounts = Readonly<Record<BeliefState | 'none', number>>;

/** Reads beliefs as of a view, as far as a count needs them. */
export type ReadBeliefStates = (
  claims: readonly ClaimAddr[],
  view: View,
) => Promise<ReadonlyMap<ClaimAddr, { readonly fold: Pick<FoldResult, 'belief'> | null }>>;

/** Artefacts whose claims are looked up together. */
const PAGE = 5;
/** Claims that are folded in one slice: a few milliseconds of work. */
const BATCH = 50;

/** Folds every claim of the corpus, a few at a time: the cost is that of all its ledgers. */
export async function countBeliefs(
  reader: RangeReader,
  readFolds: ReadBeliefStates,
  { corpus, view }: CorpusView,
): Promise<BeliefCounts> {
  const counts = { settled: 0, contested: 0, disputed: 0, stale: 0, superseded: 0, none: 0 };
  for await (const claims of batchesOf(reader, corpus, view)) {
    for (const { fold } of (await readFolds(claims, view)).values())
      counts[fold?.belief.state ?? 'none'] += 1;
    await nextIteration();
  }
  return counts;
}

/** Each claim that an artefact in the view states, once. */
async function* batchesOf(reader: RangeReader, corpus: string, view: View): AsyncGenerator<ClaimAddr[]> {
  const seen = new Set<ClaimAddr>();
  let after = -1;
  for (;;) {
    const artefacts = await readRange(reader, 'artefacts', { corpus, after }, { limit: PAGE });
    const known = artefacts.filter(({ seq }) => seq <= view.seq);
    const stated = await reader.ranges('occurrencesIn', {
      by: known.map(({ record }) => record.artefact_id),
    });
    const claims = [...new Set(stated.flat().map(({ claim }) => claim))].filter((claim) => !seen.has(claim));
    for (const claim of claims) seen.add(claim);
    for (let start = 0; start < claims.length; start += BATCH) yield claims.slice(start, start + BATCH);
    const last = known.at(-1);
    if (last === undefined || artefacts.length < PAGE) return;
    after = last.seq;
  }
}
