/** The whole way from a question over the sentences of one document to the answer, for tests. */
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

/** The sentences of one document, each with those before it as its context. */
function documentOf(...texts: readonly string[]): CandidateSentence[] {
  return texts.map((text, i) => ({
    id: `s${i}`,
    artefact: 'a',
    title: '',
    text,
    before: texts.slice(0, i),
    heading: null,
    lang: 'en',
    effectiveAt: '2020-06-01T00:00:00.000Z',
    retrieval: 1,
    publisher: 'a.example',
  }));
}

/** The words that answer; null where nothing does. */
export function answer(q: string, ...texts: readonly string[]): string | null {
  return rankSentences(readQuestion(q, 'en'), documentOf(...texts))[0]?.value.text ?? null;
}

/** The summary; empty where nothing answers. */
export function summary(q: string, ...texts: readonly string[]): string {
  const question = readQuestion(q, 'en');
  return composeSummary(question, rankSentences(question, documentOf(...texts))).text;
}
