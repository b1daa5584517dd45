/**
 * Format characters, which nobody sees and a terminal or a page obeys: bidirectional controls make a line read otherwise
 * than it is, tags hide a text in another. Joiners and the signs that stand around Arabic numbers are part of words.
 */
const UNSEEN = /[\p{Cf}--[\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d]]+/gv;
/** Line and paragraph separators are white space. */
const BREAKS = /[\p{Cc}\s]+/gu;

/** Other people's words on one line, as they read. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, '').replace(BREAKS, ' ').trim();
}
