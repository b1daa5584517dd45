/** The whole way from a question over sentences of several dates to the answer, for tests. */
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

/** One document a month, each of one sentence or of several. */
function documents(...texts: readonly (string | readonly string[])[]): CandidateSentence[] {
  return texts.flatMap((text, month) => {
    const sentences = typeof text === 'string' ? [text] : text;
    return sentences.map((sentence, i) => ({
      id: `${month}:${i}`,
      artefact: `a${month}`,
      title: '',
      text: sentence,
      before: sentences.slice(0, i),
      heading: null,
      lang: 'en',
      effectiveAt: `2020-0${month + 1}-01T00:00:00.000Z`,
      retrieval: 1,
      publisher: 'a.example',
    }));
  });
}

type Texts = readonly (string | readonly string[])[];

/** The words that answer; null where nothing does. */
export function value(q: string, ...texts: Texts): string | null {
  return rankSentences(readQuestion(q, 'en'), documents(...texts))[0]?.value.text ?? null;
}

/** The summary; empty where nothing answers. */
export function summary(q: string, ...texts: Texts): string {
  const question = readQuestion(q, 'en');
  return composeSummary(question, rankSentences(question, documents(...texts))).text;
}
