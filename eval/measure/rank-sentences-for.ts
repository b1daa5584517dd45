/** Which sentences of one document speak to a claim, best first, as the ranking of answers has them. */
import type { Candidate } from '../../engine/reading/rank/candidate.ts';
import { findNear } from '../../engine/reading/rank/near.ts';
import { readSentences } from '../../engine/reading/rank/read.ts';
import { READING_POLICY } from '../../engine/reading/rank/reading-policy.ts';
import { rankByBm25 } from './sentence-baselines.ts';

export interface SentenceRanking {
  /** Indexes of all sentences. */
  readonly order: readonly number[];
  /** How many would answer. */
  readonly chosen: number;
}

const LANG = 'en';

/** @param title of the document that the sentences are from, in their order */
export function rankSentencesFor(
  claim: string,
  title: string,
  sentences: readonly string[],
): SentenceRanking {
  const candidates = sentences.map(
    (text, index): Candidate => ({
      id: String(index),
      document: 'document',
      title,
      text,
      kind: 'paragraph',
      headings: [],
      leadIn: null,
      header: null,
      before: sentences[index - 1] ?? null,
      after: sentences[index + 1] ?? null,
      section: 'section',
      position: index / sentences.length,
      sentences: sentences.length,
      lang: LANG,
      effectiveAt: '',
      retrieval: 1,
      sectionRetrieval: 1,
    }),
  );
  const { ranking, answering } = readSentences(findNear(claim, LANG, candidates), null, READING_POLICY);
  const ranked = ranking.map(({ id }) => Number(id));
  const rest = rankByBm25(claim, sentences).filter((index) => !ranked.includes(index));
  return { order: [...ranked, ...rest], chosen: answering.length };
}
