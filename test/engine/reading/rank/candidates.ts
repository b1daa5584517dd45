import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import { FEATURES_WITH_VECTORS } from '../../../../engine/reading/rank/features.ts';
import { findNear } from '../../../../engine/reading/rank/near.ts';
import { type CandidateView, readViews, withSimilarities } from '../../../../engine/reading/rank/view.ts';

/** A sentence of a document of its own; what is not given is plain. */
export function candidate(text: string, more: Partial<Candidate> = {}): Candidate {
  return {
    id: text,
    document: more.title ?? text,
    title: 'A page',
    text,
    kind: 'paragraph',
    headings: [],
    leadIn: null,
    header: null,
    before: null,
    after: null,
    section: `${more.document ?? more.title ?? text}:-1`,
    position: 0,
    sentences: 5,
    lang: 'en',
    effectiveAt: '2025-01-01T00:00:00.000Z',
    retrieval: 1,
    sectionRetrieval: 1,
    ...more,
  };
}

/** The views of the candidates, in the order given. */
export function viewsOf(
  question: string,
  candidates: readonly Candidate[],
  similarities: readonly number[] | null = null,
): CandidateView[] {
  const { pool, near } = findNear(question, 'en', candidates);
  const ordered = candidates.flatMap((one) => near.filter((other) => other.candidate.id === one.id));
  const views = readViews(pool, ordered);
  return similarities === null ? views : withSimilarities(views, similarities);
}

/** A feature of each candidate, in the order given. */
export function valuesOf(
  name: string,
  question: string,
  candidates: readonly Candidate[],
  similarities: readonly number[] | null = null,
): number[] {
  const feature = FEATURES_WITH_VECTORS.find((one) => one.name === name);
  if (feature === undefined) throw new RangeError(`there is no feature ${name}`);
  return viewsOf(question, candidates, similarities).map((view) => feature.of(view));
}
