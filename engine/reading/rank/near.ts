/** The first ranking: which sentences have words of the question at all, before anything costly is asked of them. */
import { type Asked, readAsked, wordCountOf } from './asked.ts';
import type { Candidate } from './candidate.ts';
import { type Pool, readPool } from './pool.ts';
import { type ReadCandidate, readCandidates } from './read-candidate.ts';
import { greatest, matchesOf, opening } from './view.ts';

/** Sentences that are read closely: more are hardly ever right, and each costs its grammar. */
export const MAX_NEAR = 40;

export interface NearCandidates {
  readonly pool: Pool;
  /** Best first; at most {@link MAX_NEAR}. */
  readonly near: readonly ReadCandidate[];
}

/** In any order of the candidates the same. */
export function findNear(question: string, lang: string, candidates: readonly Candidate[]): NearCandidates {
  return nearestOf(question, lang, readCandidates(candidates));
}

/** The same of candidates whose words are read. */
export function nearestOf(question: string, lang: string, read: readonly ReadCandidate[]): NearCandidates {
  const pool = readPool(readAsked(question, lang), read);
  const matched = read.map((one) => ({ one, ...matchesOf(pool, one) }));
  const bestSentence = greatest(matched, ({ sentence }) => sentence);
  const bestInContext = greatest(matched, ({ inContext }) => inContext);
  const scored = matched.map(({ one, sentence, inContext }) => ({
    one,
    score: sentence / bestSentence + inContext / bestInContext + aboutIt(pool.asked, one),
  }));
  const ordered = scored.toSorted(
    (a, b) => b.score - a.score || (a.one.candidate.id < b.one.candidate.id ? -1 : 1),
  );
  return { pool, near: ordered.slice(0, MAX_NEAR).map(({ one }) => one) };
}

/**
 * Many sentences have all words of a question of few: those that open with them, and those of the sections that were found first,
 * are more likely about what is asked.
 */
function aboutIt(asked: Asked, read: ReadCandidate): number {
  return (opening(asked, read) + read.candidate.sectionRetrieval) / wordCountOf(asked);
}
