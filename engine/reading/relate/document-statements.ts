/** The sentences of a document as the judge of pairs needs them: each with what stands above it. Pure. */
import type { Span } from '../../../graph/claim.ts';
import { contextOf } from '../document/context.ts';
import type { BlockKind, Layout } from '../document/layout.ts';
import type { Statement } from './statement.ts';

export interface StatedText {
  /** Empty where the document has none of its own. */
  readonly title: string;
  readonly text: string;
  readonly layout: Layout;
}

/** Blocks that state something. */
export const STATING: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'item', 'row']);

/** A title that only repeats the document's id says nothing of what it is about. */
export function titleOf(title: string, docId: string): string {
  return title === docId ? '' : title;
}

/** A sentence as the ranking reads it. */
export interface SentenceInContext {
  readonly text: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly leadIn: string | null;
  readonly header: readonly string[] | null;
}

export function statementOf(
  { text, title, headings, leadIn, header }: SentenceInContext,
  docId: string,
): Statement {
  const above = leadIn === null ? headings : [...headings, leadIn];
  return { text, title: titleOf(title, docId), above, header };
}

/** The statement at a place of the text; without context where no block of the layout holds it. */
export function statementAt({ title, text, layout }: StatedText, { start, end }: Span): Statement {
  const block = blockAt(layout, start);
  const words = text.slice(start, end);
  if (block < 0) return { text: words, title, above: [], header: null };
  const { headings, leadIn, header } = contextOf(text, layout, title, { block });
  return { text: words, title, above: leadIn === null ? headings : [...headings, leadIn], header };
}

/** Whether the block at a place states something: headings, menus and code do not. */
export function statesAt(layout: Layout, { start }: Span): boolean {
  const block = layout[blockAt(layout, start)];
  return block === undefined || STATING.has(block.kind);
}

/** The block that holds a place, by bisection; −1 for none. */
function blockAt(layout: Layout, place: number): number {
  let [low, high] = [0, layout.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const block = layout[middle];
    if (block === undefined) return -1;
    if (place < block.start) high = middle - 1;
    else if (place >= block.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
