/** Whether what was found covers what was asked, or leaves a gap that somebody may close. */
import type { CandidateSentence } from '../backbone/candidate.ts';
import { rankSentences } from '../backbone/rank-sentences.ts';
import { readQuestion } from '../question/read-question.ts';

export interface Asked {
  readonly q: string;
  readonly lang: string;
  /** The query's terms; none asks for nothing, and leaves no gap. */
  readonly terms: ReadonlySet<string>;
}

/** What a search found, the best first. */
export interface FoundTexts {
  readonly sections: readonly { readonly terms: ReadonlySet<string> }[];
  readonly sentences: readonly CandidateSentence[];
}

/** A query in key words is covered where one section says more of it than this. */
const MIN_KEYWORDS_SAID = 2 / 3;
/** Documents whose sentences are read first: they answer most of what can be answered. */
const FIRST_DOCUMENTS = 3;

/**
 * A question is covered when the backbone finds a sentence that answers it: every name of it stands there, and a value of
 * the kind that is asked for. Key words that ask nothing by their form are covered, beside that, by a section that says
 * nearly all of them, for their capitals need not be names.
 */
export function coversQuestion({ q, lang, terms }: Asked, { sections, sentences }: FoundTexts): boolean {
  if (terms.size === 0) return true;
  const question = readQuestion(q, lang);
  const enough = terms.size * MIN_KEYWORDS_SAID;
  const isOpen = question.form === 'open';
  if (isOpen && sections.some((one) => terms.intersection(one.terms).size > enough)) return true;
  const documents = [...new Set(sentences.map(({ artefact }) => artefact))];
  const best = new Set(documents.slice(0, FIRST_DOCUMENTS));
  return [sentences.filter(({ artefact }) => best.has(artefact)), sentences].some(
    (some) => rankSentences(question, some).length > 0,
  );
}
