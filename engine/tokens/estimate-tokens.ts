/**
 * How many tokens a text costs a language model, without its tokenizer: never fewer than o200k_base and cl100k_base
 * count on our payloads, up to about twice as many (docs/spec/decisions.md#8-budget). One pass over the characters:
 * every item of every list is estimated.
 *
 * Both tokenizers cut a text into words, groups of three digits and runs of signs before they merge anything, so the
 * parts are counted one by one. A token holds a byte at least, which bounds every part; what is tighter is said below.
 */

const DIGITS_PER_TOKEN = 3;
/** What is longer is hardly a word: some ids have no digit. */
const LONGEST_WORD = 16;
/** Each token of a word holds two letters or more, as a rule: of pairs that are usual. */
const LETTERS_PER_TOKEN = 2;
/** By each letter those that stand behind it in many entries of both vocabularies; other pairs are often two tokens. */
const USUAL_AFTER: Readonly<Record<string, string>> = {
  a: 'bcdgilmnprstuvy',
  b: 'aeiloru',
  c: 'aehiklortu',
  d: 'aeio',
  e: 'acdegilmnprstvx',
  f: 'aeio',
  g: 'aeir',
  h: 'aeio',
  i: 'abcdefglmnoprstv',
  k: 'e',
  l: 'aeilotuy',
  m: 'aeiop',
  n: 'acdeginost',
  o: 'cdglmnoprstuvw',
  p: 'aeilor',
  q: 'u',
  r: 'adeimnorstuy',
  s: 'acehiopstu',
  t: 'aehiorstuy',
  u: 'aceilmnrst',
  v: 'aei',
  w: 'ae',
};
/** What the runs of signs that JSON is full of cost in the more expensive tokenizer; in others each sign counts. */
const JSON_SIGNS: ReadonlyMap<string, number> = new Map([
  ...['":"', '","', '":', ',"', '{"', '":{"', '":["', '":[', '"],"', '"},{"', '},{"', '},"', '://'].map(
    (run) => [run, 1] as const,
  ),
  ...['"},"', '":[{"', '"}],"'].map((run) => [run, 2] as const),
]);

const LETTER = 1;
const DIGIT = 2;
const SIGN = 3;
const LETTERS = 26;
const SPACE = 0x20;
const UPPER_A = 0x41;
const LOWER_A = 0x61;

/** Kind of each printable ASCII character; 0 for white space, controls and everything that is not ASCII. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));
const USUAL = Uint8Array.from({ length: LETTERS * LETTERS }, (_, pair) => {
  const [first, second] = [Math.floor(pair / LETTERS), pair % LETTERS].map((n) =>
    String.fromCharCode(LOWER_A + n),
  );
  return Number(USUAL_AFTER[first ?? '']?.includes(second ?? ''));
});

function kindOf(character: string): number {
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[0-9]/.test(character)) return DIGIT;
  return /[!-~]/.test(character) ? SIGN : 0;
}

/** Tokens that the text costs at most. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    const end = kind === 0 ? at + 1 : endOfRun(text, at, kind);
    tokens += tokensOf(text, kind, at, end);
    at = end;
  }
  return tokens;
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length && kindAt(text, end) === kind) end += 1;
  return end;
}

function tokensOf(text: string, kind: number, start: number, end: number): number {
  switch (kind) {
    case LETTER:
      return tokensOfLetters(text, start, end);
    case DIGIT:
      return Math.ceil((end - start) / DIGITS_PER_TOKEN);
    case SIGN:
      return JSON_SIGNS.get(text.slice(start, end)) ?? end - start;
    default:
      return tokensOfOther(text, start);
  }
}

function tokensOfLetters(text: string, start: number, end: number): number {
  const length = end - start;
  if (length > LONGEST_WORD) return length;
  // Few pairs that begin with a capital are one token.
  const capital = text.charCodeAt(start) < LOWER_A ? 1 : 0;
  let before = text.charCodeAt(start) - (capital ? UPPER_A : LOWER_A);
  let unusual = 0;
  for (let at = start + 1; at < end; at += 1) {
    const letter = text.charCodeAt(at) - LOWER_A;
    // Another capital: no word as languages write it.
    if (letter < 0) return length;
    if (USUAL[before * LETTERS + letter] === 0) unusual += 1;
    before = letter;
  }
  return Math.min(length, capital + Math.ceil((length - capital) / LETTERS_PER_TOKEN) + unusual);
}

/** The bytes of a character of UTF-16, half of them for each half of a pair; a space belongs to the word behind it. */
function tokensOfOther(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === SPACE) return kindAt(text, at + 1) === LETTER ? 0 : 1;
  if (code < 0x80) return 1;
  if (code < 0x800 || isPaired(text, at)) return 2;
  return 3;
}

function isPaired(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0;
  const before = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0;
  return point > 0xffff || before > 0xffff;
}
