/**
 * Texts as the judge compares them, the same as `judge.py` of the development data: without inline markup, with plain
 * quotes and dashes, single blanks, case folded. Pure.
 */

import { memoize } from '../../engine/memoize.ts';

/** Letters, digits and the underscore of any script. */
const WORD = '\\p{L}\\p{N}_';
/** White space, as Python's `\s` has it. */
const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
/** What stands for a code span while other markup goes: no text holds NUL. */
const PLACE = '\0';

const CODE_SPAN = /(?<!`)(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)/gu;
const LINK = new RegExp(
  `!?\\[([^\\[\\]]*)\\]\\([^()${SPACE}]*(?:\\([^()]*\\)[^()${SPACE}]*)*(?:[${SPACE}]+"[^"]*")?\\)`,
  'gu',
);
const REFERENCE = /!?\[([^[\]]*)\]\[[^[\]]*\]/gu;
const STRONG = new RegExp(`\\*\\*(?=[^${SPACE}])([^\\n]+?)(?<=[^${SPACE}])\\*\\*`, 'gu');
const STRONG_LINES = new RegExp(
  `(?<![${WORD}])__(?=[^${SPACE}])([^\\n]+?)(?<=[^${SPACE}])__(?![${WORD}])`,
  'gu',
);
const EMPHASIS = new RegExp(
  `(?<![${WORD}*])\\*(?=[^${SPACE}*])([^*\\n]+?)(?<=[^${SPACE}])\\*(?![${WORD}*])`,
  'gu',
);
const EMPHASIS_LINES = new RegExp(
  `(?<![${WORD}])_(?=[^${SPACE}_])([^\\n]+?)(?<=[^${SPACE}_])_(?![${WORD}])`,
  'gu',
);
const TAG = /<\/?[a-zA-Z][^<>\n]*>/gu;
const ESCAPE = /\\([\\`*_{}[\]()#+.!|~<>-])/gu;
const CODE_PLACE = /\0(\p{Nd}+)\0/gu;

const DASHES = /[\u2010-\u2015\u2212]/gu;
const SINGLE_QUOTES = /[\u2018\u2019]/gu;
const DOUBLE_QUOTES = /[\u201c\u201d]/gu;
const THOUSANDS = /(?<=\p{Nd}),(?=\p{Nd}{3}(?!\p{Nd}))/gu;
const SPACES = new RegExp(`[${SPACE}]+`, 'gu');

const BLOCK_MARKS = /[`*_|#]+/gu;
const MEANINGLESS = new RegExp(`[^${WORD}%$€£°+<>=/.,:-]+`, 'gu');

/** Inline markup goes: code spans and emphasis lose their marks, links and images keep their text. Blocks stay. */
function stripMarkdown(text: string): string {
  const codes: string[] = [];
  return text
    .replace(CODE_SPAN, (_all, _marks, code: string) => `${PLACE}${codes.push(code.trim()) - 1}${PLACE}`)
    .replace(LINK, '$1')
    .replace(REFERENCE, '$1')
    .replace(STRONG, '$1')
    .replace(STRONG_LINES, '$1')
    .replace(EMPHASIS, '$1')
    .replace(EMPHASIS_LINES, '$1')
    .replace(TAG, ' ')
    .replace(ESCAPE, '$1')
    .replace(CODE_PLACE, (_all, index: string) => codes[Number(index)] ?? '');
}

/** The form in which values are looked for. */
export function normalise(text: string): string {
  const plain = stripMarkdown(text.normalize('NFC'))
    .replace(DASHES, '-')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(THOUSANDS, '')
    .replace(SPACES, ' ');
  return foldCase(plain.replace(/^ | $/g, ''));
}

/** Full case folding, letter by letter: `ß` is `ss`, and a sigma is the same at the end of a word. */
function foldCase(text: string): string {
  return Array.from(text, (letter) => (letter === 'ı' ? letter : letter.toUpperCase().toLowerCase())).join(
    '',
  );
}

/** For the check that a quote is verbatim: letters, digits and the signs that carry meaning. */
export function bare(text: string): string {
  return normalise(text).replace(BLOCK_MARKS, '').replace(MEANINGLESS, '');
}

/** One text is searched for several values. */
const plainOf = memoize((text: string) => ({ text: normalise(text) }), 1_024);

const BEGINS_WITH_WORD = new RegExp(`^[${WORD}]`, 'u');
const ENDS_WITH_WORD = new RegExp(`[${WORD}]$`, 'u');

/**
 * Whether the value occurs as whole words, both normalised: `30` is not in `6:30`, `2.0` not in `2.0.1`. Ends that are
 * no letter or digit may touch anything: `?raw` is in `x.glsl?raw`.
 */
export function holdsValue(value: string, text: string): boolean {
  const wanted = plainOf(value).text;
  if (wanted === '') return false;
  const left = BEGINS_WITH_WORD.test(wanted) ? `(?<![${WORD}])(?<!\\p{Nd}[.,:])` : '';
  const right = ENDS_WITH_WORD.test(wanted) ? `(?![${WORD}])(?![.,:]\\p{Nd})` : '';
  return new RegExp(`${left}${RegExp.escape(wanted)}${right}`, 'u').test(plainOf(text).text);
}

const LEADING_VERDICT = new RegExp(`^[^${WORD}]*(yes|no)(?![${WORD}])`, 'u');

/** The yes or no that a summary begins with. */
export function leadingVerdict(summary: string): 'yes' | 'no' | null {
  const [, verdict] = LEADING_VERDICT.exec(foldCase(summary)) ?? [];
  return verdict === 'yes' || verdict === 'no' ? verdict : null;
}
