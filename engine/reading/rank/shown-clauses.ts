/**
 * Which words of the chosen sentences are shown. A sentence that states several figures is cut to the clause that states the
 * asked one: the others would answer something else. Its citation quotes the whole sentence.
 */
import type { Span } from '../../../graph/claim.ts';
import { findDates } from '../../text/dates.ts';
import { gradesOf, saidKeys } from '../words/said-words.ts';
import type { RankedView } from './ranking.ts';
import type { YesOrNo } from './verdict.ts';
import type { CandidateView } from './view.ts';

export interface ShownClause {
  readonly id: string;
  /** Within the sentence's text. */
  readonly shown: Span;
}

const FIGURE = /\p{N}/gu;
const ASKS_FIGURE: ReadonlySet<string> = new Set(['count', 'measure', 'version']);

/** In their order. Sentences that answer together are shown whole. */
export function shownClauses(chosen: readonly RankedView[]): ShownClause[] {
  return chosen.map(({ view }) => {
    const { id, text } = view.read.candidate;
    const whole = { start: 0, end: text.length };
    return { id, shown: chosen.length > 1 ? whole : (clauseOf(view) ?? whole) };
  });
}

/** Null where the whole sentence is shown: a clause that lacks a word of the question which the rest says need not be about it. */
function clauseOf(view: CandidateView): Span | null {
  const { text, lang } = view.read.candidate;
  const { form, words } = view.pool.asked;
  if (!ASKS_FIGURE.has(form)) return null;
  const stating = view.stated.forms.filter(({ ofKind, named }) => ofKind && named);
  const said = ({ start, end }: Span) =>
    gradesOf(words, saidKeys(text.slice(start, end), lang)).reduce((sum, one) => sum + one, 0);
  const spans = stating.map(({ span }) => span);
  const [best] = spans.toSorted((a, b) => said(b) - said(a) || lengthOf(a) - lengthOf(b));
  if (best === undefined || said(best) < said({ start: 0, end: text.length })) return null;
  const rest = [text.slice(0, best.start), text.slice(best.end)];
  return rest.some(hasFigure) ? best : null;
}

/** Beside dates, which say when the asked figure holds. */
function hasFigure(text: string): boolean {
  const dates = findDates(text);
  return [...text.matchAll(FIGURE)].some(
    ({ index }) => !dates.some(({ start, end }) => start <= index && index < end),
  );
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** The words of a sentence as they stand; a clause of it begins with a capital and ends with a full stop. */
export function wordsShown(text: string, { start, end }: Span): string {
  const clause = text.slice(start, end);
  const capital = start === 0 ? clause : clause.charAt(0).toUpperCase() + clause.slice(1);
  return end === text.length ? capital : `${capital.replace(/[\s,;:–—]+$/u, '')}.`;
}

/** The words of all sentences; a verdict goes before them. */
export function summaryOf(sentences: readonly { readonly text: string }[], verdict: YesOrNo | null): string {
  const words = sentences.map(({ text }) => text);
  return (verdict === null ? words : [verdict === 'yes' ? 'Yes.' : 'No.', ...words]).join(' ');
}
