/** Figures over the judged answers of a corpus. Pure. */
import type { GoldenQuestion } from '../golden-file.ts';
import { rounded, share } from '../statistics.ts';
import { type Calibration, calibrationOf } from './calibration.ts';
import { isHeld, type Judgement, judgeAnswer } from './judge-answer.ts';
import type { CitedQuote, OutputLine } from './output-line.ts';
import { type SourceText, VerbatimCheck } from './verbatim.ts';

export interface JudgedAnswer {
  readonly golden: GoldenQuestion;
  readonly output: OutputLine;
  readonly judgement: Judgement;
  /** Answer or passages hold what is wanted. */
  readonly held: boolean;
}

/** Right, wrong and empty are of the answerable questions; an unanswerable one is empty or answered. */
export interface Counts {
  readonly questions: number;
  readonly answerable: number;
  readonly right: number;
  readonly wrong: number;
  readonly empty: number;
  readonly unanswerable: number;
  readonly unanswerable_empty: number;
}

export interface AnswerFigures extends Counts {
  readonly right_share: number;
  readonly wrong_share: number;
  readonly unanswerable_empty_share: number;
  /** Of what was answered, the unanswerable included. */
  readonly precision: number;
  /** Answerable questions of which answer or passages hold what is wanted. */
  readonly held: number;
  readonly held_share: number;
  /** Right answers that cite a sentence with a fragment that is evidence. */
  readonly right_with_evidence: number;
  readonly list_items: { readonly shown: number; readonly of: number };
  readonly conflicts: { readonly shown: number; readonly of: number };
  readonly quotes: { readonly checked: number; readonly not_verbatim: number };
  readonly words_per_summary: { readonly mean: number; readonly longest: number };
  readonly calibration: Calibration | null;
  readonly by_kind: Readonly<Record<string, Counts>>;
  readonly by_style: Readonly<Record<string, Counts>>;
}

const NO_OUTPUT = 'not among the outputs';

/** Outputs are found by their question and time; a question without one counts as one that failed. */
export function judgeAll(golden: readonly GoldenQuestion[], outputs: readonly OutputLine[]): JudgedAnswer[] {
  const byQuestion = new Map(outputs.map((output) => [keyOf(output.q, output.as_of), output]));
  return golden.map((question) => {
    const output = byQuestion.get(keyOf(question.q, question.asOf)) ?? missingOutput(question);
    const judgement = judgeAnswer(question, output);
    return { golden: question, output, judgement, held: isHeld(question, output, judgement) };
  });
}

function keyOf(q: string, asOf: string | null): string {
  return JSON.stringify([q, asOf]);
}

function missingOutput({ q, asOf }: GoldenQuestion): OutputLine {
  return { q, as_of: asOf, summary: '', citations: [], verdict: null, error: NO_OUTPUT };
}

export function figuresOf(judged: readonly JudgedAnswer[], sources: readonly SourceText[]): AnswerFigures {
  const counts = countsOf(judged);
  const given = counts.right + counts.wrong + counts.unanswerable - counts.unanswerable_empty;
  const held = judged.filter((one) => one.held).length;
  const lists = judged.flatMap(({ judgement }) => (judgement.items === null ? [] : [judgement.items]));
  const conflicts = judged.flatMap(({ judgement }) => (judgement.both === null ? [] : [judgement.both]));
  return {
    ...counts,
    right_share: rounded(share(counts.right, counts.answerable)),
    wrong_share: rounded(share(counts.wrong, counts.answerable)),
    unanswerable_empty_share: rounded(share(counts.unanswerable_empty, counts.unanswerable)),
    precision: rounded(share(counts.right, given)),
    held,
    held_share: rounded(share(held, counts.answerable)),
    right_with_evidence: judged.filter(({ judgement }) => judgement.class === 'right' && judgement.evidence)
      .length,
    list_items: {
      shown: lists.reduce((sum, [shown]) => sum + shown, 0),
      of: lists.reduce((sum, [, of]) => sum + of, 0),
    },
    conflicts: { shown: conflicts.filter(Boolean).length, of: conflicts.length },
    quotes: quoteFigures(judged, sources),
    words_per_summary: wordFigures(judged),
    calibration: calibrationOf(judged.flatMap(confidenceOf)),
    by_kind: groupsOf(judged, ({ golden }) => golden.kind),
    by_style: groupsOf(judged, ({ golden }) => golden.style),
  };
}

export function countsOf(judged: readonly JudgedAnswer[]): Counts {
  const answerable = judged.filter(({ golden }) => golden.want !== null);
  const unanswerable = judged.filter(({ golden }) => golden.want === null);
  const count = (of: readonly JudgedAnswer[], as: string) =>
    of.filter((one) => one.judgement.class === as).length;
  return {
    questions: judged.length,
    answerable: answerable.length,
    right: count(answerable, 'right'),
    wrong: count(answerable, 'wrong'),
    empty: count(answerable, 'empty'),
    unanswerable: unanswerable.length,
    unanswerable_empty: count(unanswerable, 'right'),
  };
}

/** Quotes of the answers, passages included, that their sources do not show. */
export function notVerbatim(judged: readonly JudgedAnswer[], sources: readonly SourceText[]): CitedQuote[] {
  const check = new VerbatimCheck(sources);
  return quotesOf(judged).filter((quote) => !check.isVerbatim(quote));
}

function quotesOf(judged: readonly JudgedAnswer[]): CitedQuote[] {
  return judged.flatMap(({ output }) => [...output.citations, ...(output.passages ?? [])]);
}

function quoteFigures(judged: readonly JudgedAnswer[], sources: readonly SourceText[]) {
  return { checked: quotesOf(judged).length, not_verbatim: notVerbatim(judged, sources).length };
}

function wordFigures(judged: readonly JudgedAnswer[]) {
  const words = judged.flatMap(({ output }) => {
    const own = output.summary.split(/\s+/).filter((word) => word !== '');
    return own.length === 0 ? [] : [own.length];
  });
  return {
    mean: rounded(
      share(
        words.reduce((sum, n) => sum + n, 0),
        words.length,
      ),
    ),
    longest: Math.max(0, ...words),
  };
}

/** Only of answers: what is left empty claims nothing. An answer to the unanswerable is a wrong one. */
function confidenceOf({ golden, output, judgement }: JudgedAnswer) {
  const isGiven = golden.want === null ? judgement.class === 'wrong' : judgement.class !== 'empty';
  if (!isGiven || output.confidence === undefined) return [];
  return [{ confidence: output.confidence, isRight: judgement.class === 'right' }];
}

function groupsOf(
  judged: readonly JudgedAnswer[],
  nameOf: (one: JudgedAnswer) => string,
): Record<string, Counts> {
  const groups = [...Map.groupBy(judged, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, own]) => [name, countsOf(own)]));
}
