/** Which words of a question no document of the corpus has. */
import { z } from 'zod';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { type SearchInput, searchInput } from '../search.ts';

/** Each word is a search of its own. */
const MOST_WORDS = 6;
const LEAST_LETTERS = 3;
/** Words that ask, and hold a question together: an index has none of them. */
const ASKING = new Set(
  `how many much does did what when where which who whom whose why are was were the and for has have had can could
   will would should with from into that this there they its than then still now you your
   wie viele viel was wann welche welcher welches wer warum ist sind war hat haben der die das den dem und von mit für
   cuántos cuántas cuánto qué cuál cuáles cuándo dónde quién por para los las del que con tiene tienen hay son`.split(
    /\s+/,
  ),
);

export const missingWordsInput = searchInput.omit({ k: true });
export const missingWordsOutput = z.object({
  /** As they stand in the question. */
  missing: z.array(z.string()),
});

/** @throws {AdduceError} what the engine refuses @throws {BffRefusal} 429 past the limits */
export function readMissingWords(
  bff: BffContext,
  visitor: Visitor,
  { q, ...scope }: Omit<SearchInput, 'k'>,
): Promise<z.infer<typeof missingWordsOutput>> {
  return bff.limits.engine(visitor, 'open', async () => {
    const call = callFor(bff, visitor);
    const { corpus, as_of } = scope;
    const within = { ...(corpus !== undefined && { corpus }), ...(as_of !== undefined && { as_of }) };
    const found = await Promise.all(
      contentWords(q).map(async (word) => {
        const { results } = await bff.client.search({ q: word, k: 1, ...within }, call);
        return { word, isMissing: results.length === 0 };
      }),
    );
    return { missing: found.filter(({ isMissing }) => isMissing).map(({ word }) => word) };
  });
}

export function contentWords(q: string): readonly string[] {
  const words = [...q.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.'’-]*/gu)].map(([word]) =>
    word.replace(/[.'’-]+$/, ''),
  );
  const telling = words.filter(
    (word) => [...word].length >= LEAST_LETTERS && !ASKING.has(word.toLowerCase()),
  );
  return [...new Set(telling)].slice(0, MOST_WORDS);
}
