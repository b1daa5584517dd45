/** English number words, cardinal and ordinal, and the scales that multiply digits. */
import vocabulary from './number-words.json' with { type: 'json' };
import { wordsIn } from './rows.ts';

const CARDINAL = valuesOf(vocabulary.units, vocabulary.tens);
const ORDINAL = valuesOf(vocabulary.ordinalUnits, vocabulary.ordinalTens);
/** Powers of ten of the scale words; one-letter forms hold after a currency amount only. */
const SCALE: ReadonlyMap<string, number> = new Map(Object.entries(vocabulary.scales));
const MONEY_SCALE: ReadonlyMap<string, number> = new Map(Object.entries(vocabulary.moneyScales));

function valuesOf(units: string, tens: string): ReadonlyMap<string, number> {
  const low = wordsIn(units).map((word, value) => [word, value] as const);
  return new Map([...low, ...wordsIn(tens).map((word, i) => [word, (i + 2) * 10] as const)]);
}

/** The value of "eleven" or "twenty-five"; undefined for other words. */
export function cardinalOf(word: string): number | undefined {
  return valueIn(word, CARDINAL);
}

/** The value of "twelfth", "twenty-first" or "16th"; undefined for other words. */
export function ordinalOf(word: string): number | undefined {
  const digits = /^(\d{1,6})(?:st|nd|rd|th)$/.exec(word);
  if (digits !== null) return Number(digits[1]);
  return valueIn(word, ORDINAL);
}

/** The power of ten of "million" and its like; with `money` also of "m" and "k". */
export function scaleOf(word: string, money: boolean): number | undefined {
  return SCALE.get(word) ?? (money ? MONEY_SCALE.get(word) : undefined);
}

function valueIn(word: string, last: ReadonlyMap<string, number>): number | undefined {
  if (!word.includes('-')) return last.get(word);
  const [tens = '', units = '', ...rest] = word.split('-');
  const [high, low] = [CARDINAL.get(tens), last.get(units)];
  if (rest.length > 0 || high === undefined || low === undefined || high < 20 || low > 9) return undefined;
  return high + low;
}
