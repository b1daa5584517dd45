/**
 * Yes or no, as the sentence that leads says it: by the word itself ("No. It has another pump"), else no where one of the two denies
 * the other or has the opposite of its word, and yes elsewhere. How sure that is, a confidence of its own says (ADR 97).
 */
import { findCues } from '../../text/cues.ts';
import { isEnglish } from '../../text/tokens.ts';
import { isAlike, type Side } from '../relate/alignment.ts';
import { negationsIn } from '../relate/features.ts';
import type { Pair } from '../relate/pair.ts';
import { isPlain } from '../relate/words.ts';
import { askedPair } from './asked-pair.ts';
import type { RankedView } from './ranking.ts';

export type YesOrNo = 'yes' | 'no';

/** Rounding of the share of words. */
const ALL = 0.99;
/** Words of opposite sense mean the same place of the sentence from this likeness of their surroundings on. */
const AT_ONE_PLACE = 0.3;
const ARTICLE = /^(?:an?|the)$/;
/** At the beginning of a sentence or of a cell, with nothing that it denies behind it. */
const ANSWER = /(?:^|\|\s*)["'*_“]*(yes|no(?!\.\s?\p{N}))\b(?![-\s]\w)/giu;
const CAN = /\bcan\b/iu;
/** "No. 7" is mostly a number, but may be an answer that a figure follows. */
const BEGINS_WITH_NUMBER = /^["'*_“]*no\.\s?\p{N}/iu;
const NUMBERING = /\bno\.\s?\p{N}/giu;
/** "Doesn't the bus carry dogs?" asks what "Does it" asks: that a yes is expected is no denial. */
const EXPECTS_YES = /(?:^|[.!?]\s+)\p{L}+n['’]t\b/iu;
/** "Is the bus free or paid?": neither yes nor no says which. */
const ASKS_WHICH = /\bor\b(?!\s+not\b)/iu;

/** Whether the sentence and what it stands under have every word of the question: then it speaks of what is asked. */
export function saysAll({ view }: RankedView): boolean {
  return view.said.withContext >= ALL;
}

/** Null where nothing is asked for yes or no, or nothing says it: the sentence speaks for itself then. */
export function verdictOf({ view }: RankedView): YesOrNo | null {
  const { text, lang } = view.read.candidate;
  if (view.pool.asked.form !== 'yes-no' || !isEnglish(lang)) return null;
  if (BEGINS_WITH_NUMBER.test(text)) return null;
  if (answersIn(text).size > 0) return answerIn(text);
  const pair = askedPair(view);
  const isOpposite = (pair.differences.get('opposite')?.near ?? 0) > AT_ONE_PLACE;
  const denies = denialsIn(pair.b) > 0 !== denialsAsked(pair.a) % 2 > 0;
  if (isOfOtherValue(pair) || (isOpposite && denies)) return null;
  if (isOpposite || denies) return 'no';
  return isNarrowed(pair) || isSupposed(pair) ? null : 'yes';
}

/** The yes or no that a text answers by itself; null where it has none, or both. */
export function answerIn(text: string): YesOrNo | null {
  const [word, other] = answersIn(text);
  return other === undefined && (word === 'yes' || word === 'no') ? word : null;
}

/** Whether the question names two things of which it asks for one: no verdict answers it. */
export function asksWhich(question: string): boolean {
  return ASKS_WHICH.test(question);
}

function answersIn(text: string): ReadonlySet<string | undefined> {
  return new Set([...text.matchAll(ANSWER)].map((match) => match[1]?.toLowerCase()));
}

function denialsIn(side: Side): number {
  return negationsIn(side) - [...side.read.text.matchAll(NUMBERING)].length;
}

function denialsAsked(side: Side): number {
  return Math.max(0, denialsIn(side) - Number(EXPECTS_YES.test(side.read.text)));
}

/** Whether the two give a day, a colour or an amount in the same unit otherwise: which of two amounts is the greater is not read. */
function isOfOtherValue({ differences }: Pair): boolean {
  return (['number', 'date', 'time', 'exclusive'] as const).some((kind) => differences.get(kind)?.unit === 1);
}

/** Whether the sentence says what may be so, and the question asks what is so. */
function isSupposed({ a, b }: Pair): boolean {
  const supposes = ({ read }: Side) => findCues(read.text).some(({ kind }) => kind === 'hypothetical');
  return supposes(b) && !supposes(a) && !CAN.test(a.read.text);
}

/**
 * Whether the sentence says a kind of what is asked: where the question has an article before a word, it has a word of its own. A
 * dwarf planet need not be a planet, nor a former capital the capital.
 */
function isNarrowed({ a, b }: Pair): boolean {
  const named = a.read.words.filter(
    (word, at) => isPlain(word) && ARTICLE.test(a.read.words[at - 1]?.norm ?? ''),
  );
  return b.read.words.some((word, at) => {
    const next = b.read.words[at + 1];
    const isOwn = isPlain(word) && !b.met[at] && next?.breaks === false;
    return isOwn && named.some((one) => isAlike(one, next));
  });
}
