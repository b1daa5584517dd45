/** Features that need no grammar: marks, shapes of words, length. They are read in every language. */
import { type ClaimFeature, feature, share } from './feature.ts';

/** Identifiers, calls, paths, switches, versions of packages: words that a program reads. */
const CODE =
  /^[^\p{L}\p{N}]*(?:--?\p{L}|[./~@$]+\p{L})|\p{Ll}\p{Lu}|\p{L}_\p{L}|[\p{L}\d]\(|[{}<>=|\\]|\p{L}[./@#]\p{L}|\p{L}@\d/u;
const CAPITAL = /^[^\p{L}\p{N}]*\p{Lu}/u;
const CONSTANT = /^[^\s:.!?][^:.!?]{0,48}: (?:["'`\d[{(]|\p{Ll}+(?:[\s,|]|$))/u;
/** Longest label and value together. */
const MAX_CONSTANT = 80;
const TITLE_WORD = 4;

/** "Default: 5173": a label and a short value. */
export function isConstant(text: string): boolean {
  return text.length <= MAX_CONSTANT && CONSTANT.test(text);
}

export const SHAPE_FEATURES: readonly ClaimFeature[] = [
  feature('ends-with-stop', 'ends as a statement does', ({ text }) =>
    /[.。।][)\]"'”’»]*(?:\s?\[[^\]]*\])*$/u.test(text),
  ),
  feature('ends-as-question', 'ends with a question mark', ({ text }) => /[?？؟]["'”’»)]*$/u.test(text)),
  feature('ends-as-exclamation', 'ends with an exclamation mark', ({ text }) =>
    /[!！]["'”’»)]*$/u.test(text),
  ),
  feature('ends-open', 'ends with a colon: what it says comes after', ({ text }) => /[:：]$/u.test(text)),
  feature('length', 'words, up to 20', ({ words }) => Math.min(words.length, 20) / 20),
  feature('code', 'share of words that a program reads', ({ words }) =>
    share(words, (word) => CODE.test(word)),
  ),
  feature(
    'labelled-constant',
    '"X: y" of at most 80 units, where y begins with a digit, a quote or a plain word in small letters',
    ({ text }) => isConstant(text),
  ),
  feature('small-label', '"x: y" with a label in small letters', ({ text }) =>
    /^\p{Ll}[^\s:.!?]*:\s/u.test(text),
  ),
  feature('title-case', 'share of longer words behind the first that begin with a capital', ({ words }) =>
    share(
      words.slice(1).filter((word) => word.length >= TITLE_WORD),
      (word) => CAPITAL.test(word),
    ),
  ),
  feature(
    'cut',
    'an open bracket or quote that is not closed',
    ({ text }) =>
      count(text, '(') !== count(text, ')') ||
      count(text, '“') !== count(text, '”') ||
      count(text, '"') % 2 === 1,
  ),
];

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
