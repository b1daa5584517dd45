import { cellsOf } from './cells.ts';
import type { DocumentSentence, Layout } from './layout.ts';

/** What a sentence stands under. */
export interface SentenceContext {
  /** Headings above the block, outermost first, without one that repeats the document's title. */
  readonly headings: readonly string[];
  /** Texts of the blocks that lead in, nearest last; null without any. */
  readonly leadIn: string | null;
  /** Cells of the head row above a table's row; null elsewhere. */
  readonly header: readonly string[] | null;
}

/** Longest lead-in: of a longer one the end is left, which is nearest. */
export const MAX_LEAD_IN = 200;
/** Most blocks that lead in one after another: lists nested deeper say little more. */
const MAX_LEADS = 4;

/** The context of a sentence: the document's title and this are what its words leave unsaid. */
export function contextOf(
  text: string,
  layout: Layout,
  title: string,
  { block }: Pick<DocumentSentence, 'block'>,
): SentenceContext {
  const wordsOf = (index: number) => text.slice(layout[index]?.start ?? 0, layout[index]?.end ?? 0);
  const headings = ancestors(layout, layout[block]?.heading ?? -1, 'heading', 6)
    .map(wordsOf)
    .filter((heading) => heading !== title);
  const above = layout[block]?.leadIn ?? -1;
  const isRow = layout[above]?.kind === 'header';
  const leads = ancestors(layout, isRow ? (layout[above]?.leadIn ?? -1) : above, 'leadIn', MAX_LEADS);
  const leadIn = lastWords(leads.map(wordsOf).join(' '));
  return {
    headings,
    leadIn: leadIn === '' ? null : leadIn,
    header: isRow ? cellsOf(wordsOf(above)).map((cell) => cell.text) : null,
  };
}

/** From the farthest to the nearest. */
function ancestors(layout: Layout, nearest: number, by: 'heading' | 'leadIn', most: number): number[] {
  const found: number[] = [];
  for (let at = nearest; at >= 0 && found.length < most; at = layout[at]?.[by] ?? -1) found.unshift(at);
  return found;
}

function lastWords(text: string): string {
  if (text.length <= MAX_LEAD_IN) return text;
  const cut = text.slice(-MAX_LEAD_IN);
  const word = cut.search(/\s/);
  const words = word === -1 ? cut : cut.slice(word).trimStart();
  return words.isWellFormed() ? words : words.slice(1);
}
