/**
 * How many tokens a text costs a language model, without its tokenizer: never fewer than o200k_base and cl100k_base
 * count on our payloads, up to about twice as many (decisions §8). One pass, no table.
 */

const RUN = /[A-Za-z0-9]+|[^A-Za-z0-9]/gu;
const LETTERS = /^[A-Za-z]+$/;
const DIGITS = /^[0-9]+$/;
/** A word as languages write it: a capital at most at its start (or all of it), and a vowel somewhere. */
const WORD = /^(?:[A-Z]?[a-z]*|[A-Z]+)$/;
const VOWEL = /[aeiouy]/i;
const SHORT = 3;
/** What is longer is hardly a word: some ids have no digit. */
const LONGEST_WORD = 16;
/** Both tokenizers split numbers into groups of three. */
const DIGITS_PER_TOKEN = 3;
const LETTERS_PER_TOKEN = 2;
/** Hashes and ids in one case: 64 hex digits cost 35 to 50 tokens, base32 more. Base64 and the like may cost one a character. */
const LONG_ID = /^[a-z0-9]{16,}$/;
const TOKENS_PER_ID_CHARACTER = 0.9;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { 0: run, index } of text.matchAll(RUN))
    tokens += tokensOf(run, text.charAt(index + run.length));
  return tokens;
}

function tokensOf(run: string, following: string): number {
  // A space belongs to the word behind it.
  if (run === ' ') return LETTERS.test(following) ? 0 : 1;
  if (LETTERS.test(run)) return tokensOfLetters(run);
  if (DIGITS.test(run)) return Math.ceil(run.length / DIGITS_PER_TOKEN);
  if (LONG_ID.test(run)) return Math.ceil(run.length * TOKENS_PER_ID_CHARACTER);
  // A token holds one byte at least.
  return Buffer.byteLength(run);
}

function tokensOfLetters(run: string): number {
  const isWord = run.length <= LONGEST_WORD && WORD.test(run) && (run.length <= SHORT || VOWEL.test(run));
  return isWord ? Math.ceil(run.length / LETTERS_PER_TOKEN) : run.length;
}
