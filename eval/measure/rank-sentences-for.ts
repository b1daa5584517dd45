/** Which sentences of one document speak to a claim, best first: the one that would answer, then by its words. */
import { rankSentences } from '../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../engine/question/read-question.ts';
import { rankByBm25 } from './sentence-baselines.ts';

export interface SentenceRanking {
  /** Indexes of all sentences. */
  readonly order: readonly number[];
  /** How many the backbone chose. The first of them leads; the rest is in the order of BM25. */
  readonly chosen: number;
}

const LANG = 'en';
const MAX_BEFORE = 4;

/** @param title of the document that the sentences are from, in their order */
export function rankSentencesFor(
  claim: string,
  title: string,
  sentences: readonly string[],
): SentenceRanking {
  const candidates = sentences.map((text, index) => ({
    id: String(index),
    artefact: 'document',
    title,
    text,
    before: sentences.slice(Math.max(0, index - MAX_BEFORE), index),
    heading: null,
    lang: LANG,
    effectiveAt: '',
    retrieval: 1,
    publisher: 'publisher',
  }));
  const ranked = rankSentences(readQuestion(claim, LANG), candidates);
  const lead = ranked.slice(0, 1).map(({ candidate }) => Number(candidate.id));
  const rest = rankByBm25(claim, sentences).filter((index) => !lead.includes(index));
  return { order: [...lead, ...rest], chosen: ranked.length };
}
