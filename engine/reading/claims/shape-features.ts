/** Features that need no grammar: marks, shapes of words, length. They are read in every language. */
import { type ClaimFeature, share, yes } from './feature.ts';

/** Identifiers, calls, paths, switches, versions of packages: words that a program reads. */
const CODE =
  /^[^\p{L}\p{N}]*(?:--?\p{L}|[./~@$]+\p{L})|\p{Ll}\p{Lu}|\p{L}_\p{L}|[\p{L}\d]\(|[{}<>=|\\]|\p{L}[./@#]\p{L}|\p{L}@\d/u;
const CAPITAL = /^[^\p{L}\p{N}]*\p{Lu}/u;
const CONSTANT = /^[^\s:.!?][^:.!?]{0,48}: (?:["'`\d[{(]|\p{Ll}+(?:[\s,|]|$))/u;
/** Longest label and value together. */
const MAX_CONSTANT = 80;
const TITLE_WORD = 4;

const endsWith = (text: string, mark: RegExp) => yes(mark.test(text));

/** "Default: 5173": a label and a short value. */
export function isConstant(text: string): boolean {
  return text.length <= MAX_CONSTANT && CONSTANT.test(text);
}

export const SHAPE_FEATURES: readonly ClaimFeature[] = [
  {
    name: 'ends-with-stop',
    meaning: 'ends as a statement does',
    of: ({ text }) => endsWith(text, /[.。।][)\]"'”’»]*(?:\s?\[[^\]]*\])*$/u),
  },
  {
    name: 'ends-as-question',
    meaning: 'ends with a question mark',
    of: ({ text }) => endsWith(text, /[?？؟]["'”’»)]*$/u),
  },
  {
    name: 'ends-as-exclamation',
    meaning: 'ends with an exclamation mark',
    of: ({ text }) => endsWith(text, /[!！]["'”’»)]*$/u),
  },
  {
    name: 'ends-open',
    meaning: 'ends with a colon: what it says comes after',
    of: ({ text }) => endsWith(text, /[:：]$/u),
  },
  { name: 'length', meaning: 'words, up to 20', of: ({ words }) => Math.min(words.length, 20) / 20 },
  {
    name: 'code',
    meaning: 'share of words that a program reads',
    of: ({ words }) => share(words, (word) => CODE.test(word)),
  },
  {
    name: 'labelled-constant',
    meaning:
      '"X: y" of at most 80 units, where y begins with a digit, a quote or a plain word in small letters',
    of: ({ text }) => yes(isConstant(text)),
  },
  {
    name: 'small-label',
    meaning: '"x: y" with a label in small letters',
    of: ({ text }) => yes(/^\p{Ll}[^\s:.!?]*:\s/u.test(text)),
  },
  {
    name: 'title-case',
    meaning: 'share of longer words behind the first that begin with a capital',
    of: ({ words }) =>
      share(
        words.slice(1).filter((word) => word.length >= TITLE_WORD),
        (word) => CAPITAL.test(word),
      ),
  },
  {
    name: 'cut',
    meaning: 'an open bracket or quote that is not closed',
    of: ({ text }) =>
      yes(
        count(text, '(') !== count(text, ')') ||
          count(text, '“') !== count(text, '”') ||
          count(text, '"') % 2 === 1,
      ),
  },
];

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
