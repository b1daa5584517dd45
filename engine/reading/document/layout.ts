/**
 * The layout of a document: the blocks of its extracted text, each with what stands above it. A sentence inside a block
 * gets its context from here: title > headings > what leads in.
 */
import type { Span } from '../../../graph/claim.ts';

/**
 * - `heading`: a title inside the document.
 * - `paragraph`, `quote`: running text.
 * - `item`: an item of a list, without its marker.
 * - `header`: the head row of a table, `row`: another one; cells joined by " | ".
 * - `term`: what a definition defines; a bold line or a code label above text; the title of a container.
 * - `code`: a code block; `navigation`: menus, tables of contents, link lists.
 */
export const BLOCK_KINDS = [
  'heading',
  'paragraph',
  'quote',
  'item',
  'header',
  'row',
  'term',
  'code',
  'navigation',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** A block; its span is in UTF-16 code units of the document's text. Blocks are in order and do not overlap. */
export interface Block extends Span {
  readonly kind: BlockKind;
  /** Of a heading its level, 1 to 6; of an item the depth of its list, from 1; else 0. */
  readonly level: number;
  /** Index of the nearest heading that this block stands under (of a heading: of the next higher level); −1: none. */
  readonly heading: number;
  /**
   * Index of the block that leads in; −1: none. Of a list, a table's header, a table without one or code: the paragraph,
   * term or item before it; of a nested list and of an item's further paragraphs the item; of a row the header; of what
   * stands below a term the term.
   */
  readonly leadIn: number;
}

export type Layout = readonly Block[];

/** A sentence with its block. At most {@link MAX_SENTENCE} code units; spans are trimmed, in order, without overlap. */
export interface DocumentSentence extends Span {
  /** Index of its block in the layout. */
  readonly block: number;
}

/** Longest sentence in UTF-16 code units: what is longer is divided at clauses, then at words. */
export const MAX_SENTENCE = 400;
