/**
 * Text of documents and people as a report may show it: nothing in it is invisible, and nothing in it changes the
 * text around it.
 */

/** Tabs, ends of lines, and what Unicode counts as such. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, changes of direction, invisible tags, and code points that are no character. */
const UNSEEN =
  /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const CODE_DIGITS = 4;

/** On one line; an invisible character is written as its code point: `⟨U+202E⟩`. */
export function printable(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(UNSEEN, nameOf);
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(CODE_DIGITS, '0');
  return `⟨U+${code}⟩`;
}

/** The address where a link may lead there, null for anything but http and https. */
export function safeHref(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
