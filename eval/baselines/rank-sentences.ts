/** The simplest ways to find the sentence that answers a question: what the engine has to be better than. */
import { queryTerms, terms } from '../../graph/terms.ts';
import type { SourceSentence } from './source-sentences.ts';

/** Higher is nearer; 0 or less: it has nothing to do with the question. One score a sentence, in their order. */
export type SentenceScorer = (question: string) => Promise<ArrayLike<number>>;

/** One vector of length 1 for each text, or zeros for a text of which nothing is known. */
export type Embed = (texts: readonly string[], use: 'query' | 'passage') => Promise<readonly Float32Array[]>;

const LANG = 'en';
const K1 = 1.2;
const B = 0.75;
/** A word of the title counts half as much as one of the sentence. */
const TITLE_WEIGHT = 0.5;

/** BM25 over the sentences of the corpus, each with the words of its title. */
export function bm25Scorer(sentences: readonly SourceSentence[]): SentenceScorer {
  const bags = sentences.map(bagOf);
  const lengths = bags.map((bag) => [...bag.values()].reduce((sum, weight) => sum + weight, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const holding = new Map<string, number>();
  for (const bag of bags) for (const term of bag.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const rarity = (term: string) => {
    const n = holding.get(term) ?? 0;
    return Math.log(1 + (bags.length - n + 0.5) / (n + 0.5));
  };
  return async (question) => {
    const wanted = queryTerms(question, LANG).map((term) => [term, rarity(term)] as const);
    return bags.map((bag, index) => {
      const norm = K1 * (1 - B + (B * (lengths[index] ?? 0)) / average);
      return wanted.reduce((sum, [term, weight]) => {
        const n = bag.get(term) ?? 0;
        return sum + (weight * n * (K1 + 1)) / (n + norm);
      }, 0);
    });
  };
}

function bagOf({ document, text }: SourceSentence): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  for (const term of terms(text, LANG)) bag.set(term, (bag.get(term) ?? 0) + 1);
  for (const term of new Set(terms(document.title, LANG))) bag.set(term, (bag.get(term) ?? 0) + TITLE_WEIGHT);
  return bag;
}

/** Cosine of the question with "title. sentence". */
export async function cosineScorer(
  sentences: readonly SourceSentence[],
  embed: Embed,
): Promise<SentenceScorer> {
  const vectors = await embed(
    sentences.map(({ document, text }) => `${document.title}. ${text}`),
    'passage',
  );
  return async (question) => {
    const [asked] = await embed([question], 'query');
    return vectors.map((vector) => dot(asked ?? new Float32Array(0), vector));
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
