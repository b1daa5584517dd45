/** A statement's words as the lexical judge compares them. Linear in the text, which is cut at a bound. Pure. */
import type { Span } from '../../../graph/claim.ts';
import { stem } from '../../../graph/stemming.ts';
import { stopWords } from '../../../graph/stop-words.ts';
import { memoize } from '../../memoize.ts';
import { cardinalOf, ordinalOf, scaleOf } from '../../text/number-words.ts';
import { partsOf, setOf, wordsIn } from '../../text/rows.ts';
import { foldForComparison } from '../../text/word-forms.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** A word, number, `%` or currency sign. Offsets are UTF-16 units in the statement. */
export interface StatedWord extends Span {
  /** Lower case, diacritics folded. */
  readonly norm: string;
  readonly stem: string;
  /** Carries content: no stop word, negation or mark. */
  readonly content: boolean;
  /** Written with a capital although no sentence begins there. */
  readonly name: boolean;
  readonly capital: boolean;
  /** The number that is written here, scale words included; null where none is. */
  readonly value: number | null;
  readonly ordinal: boolean;
  /** Whether a comma or another mark stands before the word. */
  readonly breaks: boolean;
}

/** Content that is no number. */
export function isPlain({ content, value }: StatedWord): boolean {
  return content && value === null;
}

/** Words that are read, and UTF-16 units: a longer statement is a data dump, and judged by what it begins with. */
const MAX_WORDS = 160;
const MAX_UNITS = 4_000;

const WORD =
  /(?:\p{Lu}\.){2,}|\d+(?:[.,:]\d+)*(?:(?:st|nd|rd|th)(?!\p{L}))?|[\p{L}\p{M}]+(?:['’]\p{L}+)?|[%£€$¥₹]/gu;
const BRACKET_WORDS: ReadonlySet<string> = new Set(['lrb', 'rrb', 'lsb', 'rsb']);
const CONTRACTED = /^(\p{L}*?)(n['’]t)$/u;
const POSSESSIVE = /['’](?:s|re|ve|ll|d|m)?$/;

/** Words that turn a statement into its denial. */
export const NEGATIONS = setOf(vocabulary.negations);

/** Forms that no stemmer joins to their verb; the commonest in statements of fact. */
const LEMMAS: ReadonlyMap<string, string> = new Map(
  partsOf(vocabulary.forms).flatMap((row) => {
    const [lemma = '', ...forms] = wordsIn(row);
    return forms.map((form) => [form, lemma]);
  }),
);

/** States that are written in several ways: initials, and names of two words. */
const STATES: ReadonlyMap<string, string> = new Map(
  Object.entries({ US: 'usa', USA: 'usa', UK: 'uk', 'united states': 'usa', 'united kingdom': 'uk' }),
);

/** The words of a statement in its order. */
export function readWords(text: string): StatedWord[] {
  const words: StatedWord[] = [];
  let end = 0;
  for (const match of text.slice(0, MAX_UNITS).matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break;
    const gap = text.slice(end, match.index);
    const begins = words.length === 0 || /[.!?:"“]\s*$/.test(gap.slice(-3));
    for (const word of cut(match[0], match.index)) {
      if (BRACKET_WORDS.has(word.norm)) continue;
      words.push({ ...word, name: word.name && !begins, breaks: /[^\s'’-]/.test(gap) });
    }
    end = match.index + match[0].length;
  }
  return joinParts(
    words.map((word, at) => (isNameStart(word, words[at + 1]) ? { ...word, name: true } : word)),
  );
}

/** A capital at the beginning of a sentence says nothing, unless a name goes on with it. */
function isNameStart(word: StatedWord, next: StatedWord | undefined): boolean {
  return word.capital && word.content && next?.name === true && !next.breaks;
}

function cut(text: string, start: number): StatedWord[] {
  const contracted = CONTRACTED.exec(text);
  if (contracted === null) {
    const bare = text.replace(POSSESSIVE, '');
    return bare === '' ? [] : [wordAt(bare, start)];
  }
  const [, verb = ''] = contracted;
  const not = { ...wordAt('not', start), start: start + verb.length, end: start + text.length };
  return verb === '' ? [not] : [wordAt(verb, start), not];
}

function wordAt(text: string, start: number): StatedWord {
  return { ...formOf(text), start, end: start + text.length };
}

type WordForm = Omit<StatedWord, 'start' | 'end'>;

/** What a word is by its letters alone: a corpus repeats its words. */
const formOf = memoize(readForm, 20_000);

function readForm(text: string): WordForm {
  const initials = /^(?:\p{Lu}\.)+$/u.test(text) ? text.replaceAll('.', '') : text;
  const norm = STATES.get(initials) ?? foldForComparison(initials);
  const value = numberIn(norm);
  const lemma = LEMMAS.get(norm) ?? norm;
  const capital = /^\p{Lu}/u.test(text);
  return {
    norm,
    stem: value === null ? stem(lemma, 'en') : String(value),
    content: value !== null || !(stopWords('en').has(norm) || NEGATIONS.has(norm) || norm.length < 2),
    name: capital,
    capital,
    value,
    ordinal: ordinalOf(norm) !== undefined,
    breaks: false,
  };
}

function numberIn(norm: string): number | null {
  const spelled = cardinalOf(norm) ?? ordinalOf(norm);
  if (spelled !== undefined) return spelled;
  if (!/^\d/.test(norm)) return null;
  const plain = norm.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** "2.5 million", "twenty five" and "United States" are one word each. */
function joinParts(words: readonly StatedWord[]): StatedWord[] {
  const joined: StatedWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const more = last === undefined ? null : joinedForm(last, word);
    if (last === undefined || more === null) joined.push(word);
    else joined[joined.length - 1] = { ...last, ...more, end: word.end };
  }
  return joined;
}

function joinedForm(last: StatedWord, word: StatedWord): Partial<StatedWord> | null {
  const union = STATES.get(`${last.norm} ${word.norm}`);
  if (union !== undefined) return { norm: union, stem: union };
  const value = joinedValue(last, word);
  return value === null ? null : { value, stem: String(value) };
}

function joinedValue(last: StatedWord, { norm, value, breaks }: StatedWord): number | null {
  if (last.value === null || last.ordinal || breaks) return null;
  const power = scaleOf(norm, false);
  if (power !== undefined) return last.value * 10 ** power;
  const isTens = last.value >= 20 && last.value % 10 === 0 && last.value < 100;
  const isUnit = value !== null && value < 10 && value > 0;
  return isTens && isUnit && /^\p{L}/u.test(last.norm) && /^\p{L}/u.test(norm) ? last.value + value : null;
}
