/**
 * Word forms for comparison: case and diacritics folded, plurals undone by rule.
 *
 * Rules rather than a tagger, because a key must come out the same in a title, a sentence and a question,
 * where a tagger would see three different contexts.
 */
import plurals from './irregular-plurals.json' with { type: 'json' };

const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(plurals));

/** NFC and lower case: equality as a reader would see it. */
export function caseFold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Case folded, and letters stripped of their marks: "Çanakkale" and "Canakkale" compare equal. */
export function foldForComparison(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

/** The singular of an English noun already in lower case; a word without a plural ending comes back as it is. */
export function singular(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  if (word.length <= 3 || !/^[\p{L}-]+s$/u.test(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]oes$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
