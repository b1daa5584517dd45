/**
 * Which language a text is in, by its function words: they are half of any prose, and no two languages share most of
 * them. A corpus without a stated language is English, so another language must be certain.
 */
import { LISTED_LANGUAGES, stopWords } from '../../graph/stop-words.ts';
import { foldForComparison } from './word-forms.ts';

const ENGLISH = 'en';
/** How much of a text is read for its language, in UTF-16 code units. */
const MAX_CHARS = 4_000;
/** What a text's function words must score: three of them at least, where other languages have them too. */
const MIN_SCORE = 4;
/** By how much the score of another language must exceed that of English. */
const PLAINLY = 3;

const WORD = /\p{L}+/gu;

/** The language of a document that does not state one: `en` unless it is plainly another of those with stop words. */
export function languageOfText(text: string): string {
  const scores = scoresOf(text.slice(0, MAX_CHARS), LISTED_LANGUAGES);
  const [best = ENGLISH] = ranked(scores);
  const score = scores.get(best) ?? 0;
  return score >= MIN_SCORE && score >= PLAINLY * (scores.get(ENGLISH) ?? 0) ? best : ENGLISH;
}

/**
 * The language that a question to a corpus is read in: the one of the corpus' languages that its function words speak
 * for; where they speak for none, or for several, the one that most of its documents are in.
 */
export function languageOfQuestion(
  q: string,
  corpus: { readonly languages?: Readonly<Record<string, number>> | undefined },
): string {
  const counts = new Map(Object.entries(corpus.languages ?? {}));
  const languages = ranked(counts);
  if (languages.length <= 1) return languages[0] ?? ENGLISH;
  const scores = scoresOf(q, languages);
  const [best = ENGLISH, next = ENGLISH] = ranked(scores);
  return (scores.get(best) ?? 0) > (scores.get(next) ?? 0) ? best : (languages[0] ?? ENGLISH);
}

/** How many of each language's function words a text has; one that fewer languages have counts for more. */
function scoresOf(text: string, languages: readonly string[]): Map<string, number> {
  const scores = new Map(languages.map((lang) => [lang, 0]));
  const words = new Set(Array.from(foldForComparison(text).matchAll(WORD), ([word]) => word));
  for (const word of words) {
    const speaking = languages.filter((lang) => stopWords(lang).has(word));
    for (const lang of speaking) scores.set(lang, (scores.get(lang) ?? 0) + 1 + 1 / speaking.length);
  }
  return scores;
}

/** Largest number first, then by code. */
function ranked(numbers: ReadonlyMap<string, number>): string[] {
  return [...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([lang]) => lang);
}
