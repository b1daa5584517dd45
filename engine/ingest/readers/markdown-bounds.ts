/** What Markdown's parser takes more than linear time for, counted before it is asked. */

/** Longest run of emphasis marks, and most marks of one paragraph: time grows with their square. */
const MAX_MARK_RUN = 256;
const MAX_PARAGRAPH_MARKS = 16 * 1024;
const MARK_RUN = new RegExp(`[*_]{${MAX_MARK_RUN + 1}}`);
/** A paragraph ends at a blank line and where a bullet begins. */
const PARAGRAPH_END = /\n(?:[^\S\n]*\n| {0,3}(?=[-+*][ \t]+\S))/;
/** Blanks, quote marks and list markers before a line's words: each may open a container, or continue one. */
const NESTING = /^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))+(?=\S)/gm;
/** Sum over the lines of the square of half that run: what a parser does for containers in containers. */
const MAX_NESTING = 16_000_000;
/** Most headings that are underlined: time grows with their square. */
const MAX_UNDERLINES = 2_000;
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?=\n|$)/g;

/** Why a source is too complex to be parsed; null where it is not. Linear in its length. */
export function markdownFault(source: string): string | null {
  if (hasTooManyMarks(source)) return 'a paragraph has too many emphasis or link marks';
  if (nesting(source) > MAX_NESTING) return 'lists and quotes nest too deep';
  if (underlines(source) > MAX_UNDERLINES) {
    return `it has more than ${MAX_UNDERLINES} underlined headings`;
  }
  return null;
}

function hasTooManyMarks(source: string): boolean {
  if (MARK_RUN.test(source)) return true;
  return source.split(PARAGRAPH_END).some((paragraph) => {
    return (
      paragraph.length > MAX_PARAGRAPH_MARKS && paragraph.replace(/[^*_[]+/g, '').length > MAX_PARAGRAPH_MARKS
    );
  });
}

function underlines(source: string): number {
  let count = 0;
  for (const { index } of source.matchAll(UNDERLINE)) if (source[index - 1] !== '\n') count += 1;
  return count;
}

function nesting(source: string): number {
  let sum = 0;
  for (const [run] of source.matchAll(NESTING)) sum += (run.length / 2) ** 2;
  return sum;
}
