/** English number words, cardinal and ordinal, and the scales that multiply digits. */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ORDINAL_UNITS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
const ORDINAL_TENS = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth';

const CARDINAL = new Map<string, number>();
const ORDINAL = new Map<string, number>();
for (const [value, word] of UNITS.split(' ').entries()) CARDINAL.set(word, value);
for (const [i, word] of TENS.split(' ').entries()) CARDINAL.set(word, (i + 2) * 10);
for (const [value, word] of ORDINAL_UNITS.split(' ').entries()) ORDINAL.set(word, value);
for (const [i, word] of ORDINAL_TENS.split(' ').entries()) ORDINAL.set(word, (i + 2) * 10);

/** Powers of ten of the scale words; one-letter forms hold after a currency amount only. */
const SCALE: ReadonlyMap<string, number> = new Map([
  ['hundred', 2],
  ['thousand', 3],
  ['million', 6],
  ['billion', 9],
  ['trillion', 12],
  ['mil', 3],
  ['millones', 6],
  ['bn', 9],
]);
const MONEY_SCALE: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['m', 6],
  ['b', 9],
]);

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
  const scale = SCALE.get(word);
  if (scale !== undefined) return scale;
  return money ? MONEY_SCALE.get(word) : undefined;
}

function valueIn(word: string, last: ReadonlyMap<string, number>): number | undefined {
  const plain = last.get(word);
  if (plain !== undefined) return plain;
  if (!word.includes('-')) return undefined;
  const [tens, units, ...rest] = word.split('-');
  if (tens === undefined || units === undefined || rest.length > 0) return undefined;
  const high = CARDINAL.get(tens);
  const low = last.get(units);
  if (high === undefined || low === undefined || high < 20 || low > 9) return undefined;
  return high + low;
}
