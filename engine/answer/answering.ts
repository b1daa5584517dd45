/** Which contenders answer, in which words: as the rules, the ranking or a chooser decide. */
import { composeSummary, type Summary } from '../backbone/compose-summary.ts';
import { recencyWindow } from '../backbone/recency.ts';
import type { Question } from '../question/question.ts';
import type { Choice } from '../reading/choose/choice.ts';
import type { Outcome } from '../reading/rank/read.ts';
import { type Contender, type LedgerView, leadFirst } from './lead.ts';
import { contenderOf } from './read-pool.ts';
import type { StatedSentence } from './read-sentences.ts';

export interface Answering {
  /** Those that answer come first. */
  readonly contenders: readonly Contender[];
  readonly summary: Summary;
  /** That the answer is right, 0 to 1; null where nothing answers, and where a chooser decided. */
  readonly confidence: number | null;
}

export interface Deciding {
  readonly question: Question;
  readonly outcome: Outcome;
  /** By the rules, best first. */
  readonly byRules: readonly Contender[];
  /** By the table, best first. */
  readonly ranking: readonly StatedSentence[];
  readonly choice: Choice | null;
}

const NO_SUMMARY: Summary = { text: '', sentences: [] };

/** The contenders whose ledgers say which of them leads: those of the rules, and those that the ranking chose. */
export function contendersOf({ outcome, byRules, ranking, choice }: Deciding): Contender[] {
  const chosen = choice === null ? idsOf(outcome) : chosenOf(choice, ranking);
  const confidence = outcome.kind === 'sentences' ? outcome.confidence : 1;
  const sentences = ranking.filter(({ read }) => chosen.includes(read.id));
  return [...sentences.map((one) => contenderOf(one, confidence)), ...byRules];
}

export function answeringBy(
  deciding: Deciding,
  contenders: readonly Contender[],
  ledgers: LedgerView,
): Answering {
  const { question, outcome, byRules, choice } = deciding;
  const others = contenders.slice(contenders.length - byRules.length);
  if (choice === null && outcome.kind === 'none')
    return { contenders: others, summary: NO_SUMMARY, confidence: null };
  if (choice === null && outcome.kind === 'rules') {
    const leading = leadFirst(others, ledgers, recencyWindow(question));
    const summary = composeSummary(
      question,
      leading.map((one) => one.ranked),
    );
    return { contenders: leading, summary, confidence: outcome.confidence };
  }
  const chosen = contenders.slice(0, contenders.length - byRules.length);
  const ids = new Set(chosen.map(({ ranked }) => ranked.candidate.id));
  const behind = others.filter(({ ranked }) => !ids.has(ranked.candidate.id));
  return {
    contenders: [...chosen, ...behind],
    summary: verbatim(chosen),
    confidence: choice === null && outcome.kind === 'sentences' ? outcome.confidence : null,
  };
}

function idsOf(outcome: Outcome): readonly string[] {
  return outcome.kind === 'sentences' ? outcome.ids : [];
}

/** @throws {RangeError} for a choice of numbers that the ranking does not have */
function chosenOf({ chosen }: Choice, ranking: readonly StatedSentence[]): string[] {
  return chosen.map((number) => {
    const stated = ranking[number - 1];
    if (stated === undefined) throw new RangeError(`sentence ${number} was chosen and is not in the ranking`);
    return stated.read.id;
  });
}

/** The sentences as they stand, in the order of their texts: what is quoted together is read as it was written. */
function verbatim(chosen: readonly Contender[]): Summary {
  const ordered = chosen.toSorted((a, b) => {
    const isSame = a.stated.artefact.artefact_id === b.stated.artefact.artefact_id;
    return isSame ? a.stated.span.start - b.stated.span.start : chosen.indexOf(a) - chosen.indexOf(b);
  });
  const sentences = ordered.map(({ stated }) => {
    const { text, id } = stated.read;
    return { text, candidate: id, shown: { start: 0, end: text.length }, antecedent: null };
  });
  return { text: sentences.map(({ text }) => text).join(' '), sentences };
}
