import { unixLines } from './decode-text.ts';
import { LayoutBuilder } from './layout-builder.ts';

/** A line this long was wrapped by an editor; a shorter one, as in a list or a poem, ends where it ends. */
const MIN_WRAPPED_CHARS = 50;
/** Fewest lines of a listing. */
const MIN_LISTING = 10;
/** Characters of a line that are looked at: of one without a blank the pattern would fill the engine's stack. */
const MAX_LISTED_CHARS = 200;
const TWO_WORDS = /(?<!\p{L})\p{L}{2,}[,:]? \p{L}{2}/u;
const MAX_TITLE_CHARS = 120;
const MARKER = /^[-*+•‣–](?=\s)\s*/;

export interface PlainText {
  readonly builder: LayoutBuilder;
  /** The first line where it stands alone and is no sentence. */
  readonly title: string | null;
}

/** The blocks of a text in which every sign means itself: paragraphs, and lists where each line has a bullet. */
export function plainBlocks(text: string): PlainText {
  const builder = new LayoutBuilder();
  const paragraphs = unixLines(text)
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trim()))
    .filter((lines) => lines.some((line) => line !== ''));
  for (const lines of paragraphs) {
    if (isListing(lines)) builder.code(lines.join('\n'));
    else if (lines.length > 1 && lines.every((line) => MARKER.test(line))) writeItems(builder, lines);
    else builder.paragraph(unwrapped(lines));
  }
  return { builder, title: titleOf(paragraphs) };
}

/** A list of packages, a dictionary: lines of which hardly one has two words in a row. */
function isListing(lines: readonly string[]): boolean {
  if (lines.length < MIN_LISTING) return false;
  const worded = lines.filter((line) => TWO_WORDS.test(line.slice(0, MAX_LISTED_CHARS))).length;
  return worded * 10 < lines.length;
}

function writeItems(builder: LayoutBuilder, lines: readonly string[]): void {
  builder.openList();
  for (const line of lines) {
    builder.beginItem();
    builder.paragraph(line.replace(MARKER, ''));
  }
  builder.closeList();
}

/** Joins the lines of a paragraph that an editor wrapped, so that a sentence is one run of characters. */
function unwrapped(lines: readonly string[]): string {
  const wrapped = lines.slice(0, -1).every((line) => line.length >= MIN_WRAPPED_CHARS);
  return lines.join(wrapped ? ' ' : '\n').trim();
}

function titleOf(paragraphs: readonly (readonly string[])[]): string | null {
  const [first = []] = paragraphs;
  const [line = ''] = first;
  const standsAlone = paragraphs.length > 1 && first.length === 1 && line.length <= MAX_TITLE_CHARS;
  return standsAlone && !/[.!?]$/.test(line) ? line : null;
}
