/** The words of the answer: the sentences that support it, verbatim, with "Yes." or "No." on an explicit cue only. */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import { isPronoun } from '../text/coreference.ts';
import { tokenise } from '../text/tokens.ts';
import type { Ranked } from './candidate.ts';
import { rivalsIn } from './rival-values.ts';
import { PARTIAL_STATEMENT } from './score-sentence.ts';
import { answeringClause } from './trim.ts';

/** One sentence of the summary with what a citation of it must quote. */
export interface SummarySentence {
  /** As shown; may be a clause of the quote, closed with a full stop. */
  readonly text: string;
  /** The candidate that it comes from; its full text is the quote. */
  readonly candidate: string;
  /** The part of the candidate's text that is shown. */
  readonly shown: Span;
  /** Index in the candidate's `before` of the sentence to cite beside it; null where it stands alone. */
  readonly antecedent: number | null;
}

/** The summary; empty text where nothing supports an answer. */
export interface Summary {
  readonly text: string;
  readonly sentences: readonly SummarySentence[];
}

/** Composes the summary of a ranking: the chosen sentence, and the other side where a yes or no has no clear cue. */
export function composeSummary(question: Question, ranking: readonly Ranked[]): Summary {
  const chosen = ranking[0];
  if (chosen === undefined) return { text: '', sentences: [] };
  const other =
    chosen.polarity === null && question.form === 'yes-no' ? otherSide(chosen, ranking) : undefined;
  const beside = ranking.filter(({ candidate }) => chosen.beside?.includes(candidate.id));
  const sides = [chosen, ...(other === undefined ? beside : [other])];
  const sentences = sides.map((side) => summarise(question, side));
  const quoted = sides.map((side, i) => leadIn(question, side) + (sentences[i]?.text ?? '')).join(' ');
  return { text: verdictWord(chosen) + quoted, sentences };
}

function otherSide(chosen: Ranked, ranking: readonly Ranked[]): Ranked | undefined {
  const rivals = chosen.alternatives.filter(({ standing }) => standing === 'rival');
  const isWhole = ({ reasons }: Ranked) => !reasons.some(({ feature }) => feature === PARTIAL_STATEMENT);
  return ranking.find((one) => isWhole(one) && rivals.some(({ id }) => id === one.candidate.id));
}

function verdictWord({ polarity }: Ranked): string {
  if (polarity === null) return '';
  return polarity === 'yes' ? 'Yes. ' : 'No. ';
}

function summarise(question: Question, ranked: Ranked): SummarySentence {
  const shown = answeringClause(question, ranked);
  return {
    text: sentenceOf(ranked.candidate.text, shown),
    candidate: ranked.candidate.id,
    shown,
    antecedent: ranked.antecedent,
  };
}

function sentenceOf(text: string, { start, end }: Span): string {
  const clause = text.slice(start, end);
  const capital = start === 0 ? clause : clause.charAt(0).toUpperCase() + clause.slice(1);
  return end === text.length ? capital : `${capital.replace(/(?:[\s,;:–—]|\s(?:and|or|but))+$/u, '')}.`;
}

/** The antecedent of a sentence that opens with a pronoun, unless it states another value of the asked kind. */
function leadIn(question: Question, ranked: Ranked): string {
  const { candidate, antecedent, value } = ranked;
  const before = antecedent === null ? undefined : candidate.before[antecedent];
  const opener = tokenise(candidate.text, candidate.lang)[0];
  const leans = isPronoun(opener?.norm ?? '') || isPronoun(value.text.toLowerCase());
  if (before === undefined || !leans) return '';
  return rivalsIn(question, ranked, before) ? '' : `${before} `;
}
