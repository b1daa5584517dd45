/**
 * Which words of the chosen sentences are shown. A sentence that states several figures is cut to the clause that states the
 * asked one: the others would answer something else. Its citation quotes the whole sentence.
 */
import type { Span } from '../../../graph/claim.ts';
import { findDates } from '../../text/dates.ts';
import { gradesOf, saidKeys } from '../words/said-words.ts';
import type { RankedView } from './ranking.ts';
import type { StatedForm } from './stated.ts';
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

/** Null where the whole sentence is shown. */
function clauseOf(view: CandidateView): Span | null {
  const { text, lang } = view.read.candidate;
  const { form, words } = view.pool.asked;
  if (!ASKS_FIGURE.has(form)) return null;
  const stating = view.stated.forms.filter(({ ofKind, named }) => ofKind && named);
  const said = ({ span }: StatedForm) =>
    gradesOf(words, saidKeys(text.slice(span.start, span.end), lang)).reduce((sum, one) => sum + one, 0);
  const [best] = stating.toSorted((a, b) => said(b) - said(a) || lengthOf(a.span) - lengthOf(b.span));
  if (best === undefined) return null;
  const rest = [text.slice(0, best.span.start), text.slice(best.span.end)];
  return rest.some(hasFigure) ? best.span : null;
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
