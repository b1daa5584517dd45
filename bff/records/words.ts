/** The words of a text as the library is searched by them. */

/** Distinct words of one entry. */
const MAX_WORDS = 64;
/** Of one word, in UTF-16 code units; a longer one is found by its beginning. */
const MAX_WORD_LENGTH = 32;

/** Scripts that are written without spaces are cut into pairs of characters. */
const TOKEN =
  /(?<dense>[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+)|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+/gv;

/** In lower case and without accents, without doubles, in the order of the text, at most `most`. */
export function wordsOf(text: string, most = MAX_WORDS): string[] {
  const words = new Set<string>();
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  for (const { 0: token, groups } of folded.matchAll(TOKEN)) {
    for (const word of groups?.dense === undefined ? [token] : pairsOf(token)) {
      words.add(word.slice(0, MAX_WORD_LENGTH));
      if (words.size === most) return [...words];
    }
  }
  return [...words];
}

function pairsOf(text: string): string[] {
  const characters = [...text];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((second, before) => `${characters[before]}${second}`);
}
