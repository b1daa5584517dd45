/**
 * Samples of a few candidates: of each question that something answers, pools with the sentence that answers and pools
 * without. A corpus of ten sentences finds little for any question, and shares of little say nothing.
 */
import type { Candidate } from '../../../engine/reading/rank/candidate.ts';
import { readPool } from '../../../engine/reading/rank/pool.ts';
import type { ReadCandidate } from '../../../engine/reading/rank/read-candidate.ts';
import { readViews } from '../../../engine/reading/rank/view.ts';
import type { Sample } from './sample.ts';

/** Candidates that do not answer; the first of them also stands alone, as the one that answers does. */
const OTHERS = 2;

/** Empty where nothing answers, or where everything does. */
export function smallPools(whole: Sample): Sample[] {
  const best = Math.max(0, ...whole.labels);
  const right = whole.labels.indexOf(best);
  if (best === 0) return [];
  const answering = new Set(
    whole.views.flatMap(({ read }, i) => (whole.labels[i] ? read.candidate.document : [])),
  );
  const others = whole.views
    .flatMap(({ read }, i) => (answering.has(read.candidate.document) ? [] : [i]))
    .slice(0, OTHERS);
  if (others.length === 0) return [];
  const pools = [[right], [right, ...others], others.slice(0, 1), others];
  return pools.map((at) => sampleOf(whole, at));
}

/** @param at indexes of its candidates */
function sampleOf(whole: Sample, at: readonly number[]): Sample {
  const pick = <T>(all: readonly T[]) => at.flatMap((i) => all[i] ?? []);
  const reads = foundFirst(pick(whole.views.map(({ read }) => read)));
  const [first] = whole.views;
  if (first === undefined) throw new RangeError('a sample without candidates has no part');
  const pool = readPool(first.pool.asked, reads);
  return {
    ...whole,
    part: 'few',
    views: readViews(pool, reads),
    similarities: whole.similarities && pick(whole.similarities),
    labels: pick(whole.labels),
  };
}

/** As retrieval scores them: beside the best of those that are there. */
function foundFirst(reads: readonly ReadCandidate[]): ReadCandidate[] {
  const best = (of: (candidate: Candidate) => number) =>
    reads.reduce((most, { candidate }) => Math.max(most, of(candidate)), Number.MIN_VALUE);
  const [document, section] = [
    best(({ retrieval }) => retrieval),
    best(({ sectionRetrieval }) => sectionRetrieval),
  ];
  return reads.map(({ candidate, ...words }) => {
    const retrieval = candidate.retrieval / document;
    const sectionRetrieval = candidate.sectionRetrieval / section;
    return { ...words, candidate: { ...candidate, retrieval, sectionRetrieval } };
  });
}
