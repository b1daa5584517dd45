/** Whether an answer is right, by the rule of `judge.py` of the development data. Pure. */
import { asksForVerdict, type Evidence, type GoldenQuestion } from '../golden-file.ts';
import { bare, holdsValue, leadingVerdict } from './normalise.ts';
import type { CitedQuote, OutputLine } from './output-line.ts';

/**
 * - `right`: an accepted value as whole words in the summary, and in a quote of a document that is evidence for it, and
 *   nothing of `never` in the summary; for yes or no the verdict that is wanted. Nothing at all where nothing is wanted.
 * - `wrong`: neither empty nor right.
 * - `empty`: neither summary nor verdict.
 */
export type JudgedClass = 'right' | 'wrong' | 'empty';

export interface Judgement {
  readonly class: JudgedClass;
  /** Why it is not right; empty for what is. */
  readonly reason: string;
  /** Whether a quote holds a fragment that is evidence; null where nothing was answered. */
  readonly evidence: boolean | null;
  /** Of a question for a list: items that the summary shows, and all of them. */
  readonly items: readonly [shown: number, of: number] | null;
  /** Of a question on which documents contradict each other: whether two of them are shown. */
  readonly both: boolean | null;
}

export function judgeAnswer(golden: GoldenQuestion, output: OutputLine): Judgement {
  const verdict = verdictOf(output);
  const isEmpty = output.summary.trim() === '' && verdict === null;
  const { want } = golden;
  const missing = output.error ?? '';
  if (missing !== '') return judged(want === null ? 'wrong' : 'empty', `no output: ${missing}`);
  if (want === null) return isEmpty ? judged('right') : judged('wrong', 'answered the unanswerable');
  if (isEmpty) return judged('empty', 'no answer');
  const evidence = output.citations.some((one) => holdsEvidence(golden, one));
  if (asksForVerdict(want)) return { ...judgeVerdict(want, verdict), evidence };
  return { ...judgeValue(golden, want, output), evidence };
}

function judged(as: JudgedClass, reason = ''): Judgement {
  return { class: as, reason, evidence: null, items: null, both: null };
}

function judgeVerdict(want: readonly string[], verdict: 'yes' | 'no' | null): Judgement {
  if (verdict === null) return judged('wrong', 'no verdict');
  return want.some((one) => one.toLowerCase() === verdict)
    ? judged('right')
    : judged('wrong', `verdict ${verdict}`);
}

function judgeValue(golden: GoldenQuestion, want: readonly string[], output: OutputLine): Judgement {
  const { summary, citations } = output;
  const never = golden.never.find((value) => holdsValue(value, summary));
  if (never !== undefined)
    return judged('wrong', `contains ${JSON.stringify(never)}, which must not be there`);
  const said = want.filter((value) => holdsValue(value, summary));
  const shown = { items: itemsOf(golden, summary), both: showsBoth(golden, want, output) };
  if (said.some((value) => citations.some((one) => accepts(golden, value, one))))
    return { ...judged('right'), ...shown };
  return { ...judged('wrong', whyNotRight(said, citations)), ...shown };
}

function whyNotRight(said: readonly string[], citations: readonly CitedQuote[]): string {
  if (said.length === 0) return 'no accepted value in the summary';
  const isQuoted = said.some((value) => citations.some(({ quote }) => holdsValue(value, quote)));
  return isQuoted
    ? 'value cited from a document that is no evidence'
    : 'value in the summary but in no cited sentence';
}

/** Whether the quote holds the value and its document is accepted as evidence for this very value. */
function accepts({ evidence }: GoldenQuestion, value: string, { document, quote }: CitedQuote): boolean {
  if (!holdsValue(value, quote)) return false;
  if (evidence === null) return true;
  return evidence.some((one) => isSameDocument(document, one.document) && holdsValue(value, one.fragment));
}

function holdsEvidence({ evidence }: GoldenQuestion, { document, quote }: CitedQuote): boolean {
  const holds = (one: Evidence) =>
    isSameDocument(document, one.document) && bare(quote).includes(bare(one.fragment));
  return evidence?.some(holds) ?? false;
}

function itemsOf({ all }: GoldenQuestion, summary: string): readonly [number, number] | null {
  if (all === null || all.length === 0) return null;
  return [all.filter((item) => item.some((value) => holdsValue(value, summary))).length, all.length];
}

function showsBoth(
  golden: GoldenQuestion,
  want: readonly string[],
  { summary, citations }: OutputLine,
): boolean | null {
  if (golden.kind !== 'conflict') return null;
  const said = want.filter((value) => holdsValue(value, summary));
  const shown = (golden.evidence ?? []).filter(({ document, fragment }) =>
    citations.some(
      (one) =>
        isSameDocument(one.document, document) &&
        said.some((value) => holdsValue(value, fragment) && holdsValue(value, one.quote)),
    ),
  );
  return new Set(shown.map(({ document }) => document)).size > 1;
}

/**
 * Whether a reader finds the answer in what is shown, the passages beside the summary included: the answer is right, or a
 * quote holds an accepted value of an accepted document; for yes or no, the fragment that decides it. False for what
 * nothing answers.
 */
export function isHeld(golden: GoldenQuestion, output: OutputLine, judgement: Judgement): boolean {
  const { want } = golden;
  if (want === null) return false;
  if (judgement.class === 'right') return true;
  const quotes = [...output.citations, ...(output.passages ?? [])];
  if (asksForVerdict(want)) return quotes.some((one) => holdsEvidence(golden, one));
  return quotes.some((one) => want.some((value) => accepts(golden, value, one)));
}

function verdictOf({ verdict, summary }: OutputLine): 'yes' | 'no' | null {
  const stated = typeof verdict === 'string' ? verdict.trim().toLowerCase() : verdict;
  if (stated === true || stated === 'yes' || stated === 'true') return 'yes';
  if (stated === false || stated === 'no' || stated === 'false') return 'no';
  return leadingVerdict(summary);
}

/** Ids may be paths, of which one side knows the end only. */
export function isSameDocument(a: string, b: string): boolean {
  const [left, right] = [a.replace(/^\.\//, ''), b.replace(/^\.\//, '')];
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}
