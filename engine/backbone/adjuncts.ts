/** What a phrase that nobody asked about does to a statement: nothing, or it may hold of less than was asked. */
import { calendarWords } from '../question/function-words.ts';
import type { Word } from '../question/stems.ts';

/** How the statement is made that the phrase belongs to. */
export interface StatementKind {
  /** Something that happened, told as a fact: what happened somewhere, with something, happened. */
  readonly event: boolean;
  /** Denied: what is not so somewhere, with something, may be so elsewhere. */
  readonly denied: boolean;
  readonly passive: boolean;
  /** That something is there, or has something: how large it is and in which corner takes nothing away. */
  readonly having: boolean;
  /** Denied by a word that means the opposite: "stays shut". */
  readonly opposed: boolean;
}

/** Adverbs that neither narrow nor doubt. */
const PLAIN_ADVERB =
  /^(?:again|also|already|always|anymore|anyway|as|actually|altogether|anywhere|back|both|completely|continuously|currently|daily|definitely|ever|everywhere|expressly|even|entirely|finally|first|formally|fully|here|indeed|just|later|legally|long|longer|meanwhile|moreover|never|newly|not|now|nowadays|officially|once|only|permanently|presently|publicly|really|recently|simply|since|so|soon|still|strictly|subsequently|successfully|then|there|today|too|totally|very|wholly|completely|well|yesterday)$/;

/** Prepositions that tell since when, why, or whose doing it is: the statement holds as it stands. */
const ALWAYS_PLAIN = /^(?:since|because|due|owing|thanks|despite|throughout|instead|like|unlike|as_well)$/;
/** Prepositions of circumstance, plain for what has happened. */
const PLAIN_OF_EVENT =
  /^(?:by|from|after|for|with|against|ahead|to|into|before|during|following|through|at|via|over|near|alongside|about|amid)$/;
const PLACE = /^(?:in|at|on|near|outside|off)$/;
/** "at last", "for good": of how it came or how firm it is, whatever the statement says. */
const IDIOM =
  /^(?:at (?:last|once|all|present|long last)|for (?:good|now)|in fact|of course|by now|from (?:today|now|now on|noon))$/;
const UNTIL = /^(?:until|till)$/;
const CLOCK_WORD =
  /^(?:noon|midday|midnight|dawn|dusk|sunrise|sunset|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/;
const TIME_WORD =
  /^(?:day|night|week|weekend|month|year|decade|century|morning|afternoon|evening|noon|midnight|hour|minute|o['’]clock|today|yesterday|spring|summer|autumn|winter|dawn|dusk|ago|early|late|am|pm|a\.m|p\.m|time)s?$/;

/** Whether the word is an adverb after which a statement is still what it was. */
export function isPlainAdverb({ norm }: Word): boolean {
  return PLAIN_ADVERB.test(norm);
}

/** Whether a phrase without any word of the question leaves the statement whole. `words` begin with its preposition. */
export function isPlainAdjunct(
  words: readonly Word[],
  { event, denied, passive, opposed }: StatementKind,
): boolean {
  const [first, ...governed] = words;
  if (first === undefined || ALWAYS_PLAIN.test(first.norm)) return true;
  if (IDIOM.test(textOf(words))) return true;
  const timed = isTime(governed);
  if (UNTIL.test(first.norm)) return timed && (event || !denied) && !(opposed && isClock(governed));
  if (denied) return first.norm === 'by' && event;
  if (first.norm === 'by') return passive || event;
  if (!event) return isHowLongOrOften(words) || (timed && CLOCK_OPENER.test(first.norm) && isClock(governed));
  return timed || PLAIN_OF_EVENT.test(first.norm) || (PLACE.test(first.norm) && isPlace(governed));
}

/** "twice a day", "every ten minutes", "in three and a half hours": what takes so long, or comes so often, is so. */
export function isHowLongOrOften(words: readonly Word[]): boolean {
  const [first, ...governed] = words;
  if (first === undefined) return false;
  const own = OF_DURATION.test(first.norm) ? governed : words;
  return (
    own.some(({ norm }) => UNIT_OF_TIME.test(norm)) &&
    own.some(({ pos, norm }) => pos === 'NUM' || OFTEN.test(norm)) &&
    own.every(
      ({ pos, norm }) =>
        pos === 'NUM' ||
        pos === 'PUNCT' ||
        OFTEN.test(norm) ||
        UNIT_OF_TIME.test(norm) ||
        /^(?:and|a|an|half|about|only|just|per)$/.test(norm),
    )
  );
}

const CLOCK_OPENER = /^(?:from|to|at|between)$/;
const OF_DURATION = /^(?:in|within|for)$/;
const OFTEN = /^(?:once|twice|times?|every|each|several|many)$/;
const UNIT_OF_TIME = /^(?:second|minute|hour|day|week|month|year)s?$/;

function textOf(words: readonly Word[]): string {
  return words
    .filter(({ pos }) => pos !== 'PUNCT')
    .map(({ norm }) => norm)
    .join(' ');
}

function isPlace(words: readonly Word[]): boolean {
  return (
    words.some(({ pos }) => pos === 'PROPN') && words.every(({ pos }) => /^(?:PROPN|DET|PUNCT)$/.test(pos))
  );
}

/** A date, a time of day, or a span of them. */
export function isTime(words: readonly Word[]): boolean {
  return (
    words.some(isTimeWord) && !words.some(({ pos, norm }) => pos === 'NOUN' && !isTimeWord({ norm, pos }))
  );
}

function isTimeWord({ norm, pos }: Pick<Word, 'norm' | 'pos'>): boolean {
  return (
    calendarWords.has(norm) ||
    TIME_WORD.test(norm) ||
    CLOCK_WORD.test(norm) ||
    (pos === 'NUM' && /^\d/.test(norm))
  );
}

/** "9 a.m.", "6 o'clock", "10 in the morning"; no day and no month. */
function isClock(words: readonly Word[]): boolean {
  return (
    words.some(({ norm }) => /^\d/.test(norm) || CLOCK_WORD.test(norm)) &&
    !words.some(({ norm }) => calendarWords.has(norm))
  );
}
