/** What anybody could do to choose sentences for a claim: what the engine's choice is compared with. Pure. */
import { queryTerms, terms } from '../../graph/terms.ts';

const LANG = 'en';
const K1 = 1.2;
const B = 0.75;
/** Greedy coverage ends where the next sentence would bring less than this share of what the document covers. */
const LEAST_GAIN = 0.2;

/** A claim's terms in a document's sentences. */
interface ClaimTerms {
  /** Of each sentence, how often it has which term. */
  readonly counts: readonly ReadonlyMap<string, number>[];
  readonly lengths: readonly number[];
  /** Weight by rarity in the document, of the terms that occur there. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Indexes of the sentences by BM25 of the claim's words, best first; equal ones in reading order. */
export function rankByBm25(claim: string, sentences: readonly string[]): number[] {
  const { counts, lengths, weights } = readTerms(claim, sentences);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const scores = counts.map((count, index) => {
    const norm = K1 * (1 - B + (B * (lengths[index] ?? 0)) / Math.max(1, average));
    return [...count].reduce((sum, [term, n]) => {
      return sum + ((weights.get(term) ?? 0) * n * (K1 + 1)) / (n + norm);
    }, 0);
  });
  return sentences.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** Takes the sentence that adds most of the claim's rare words, again and again, until little is added. */
export function coverGreedily(claim: string, sentences: readonly string[]): number[] {
  const { counts, weights } = readTerms(claim, sentences);
  const open = new Map(weights);
  const least = LEAST_GAIN * [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const chosen: number[] = [];
  while (open.size > 0) {
    const gains = counts.map((count) =>
      [...count.keys()].reduce((sum, term) => sum + (open.get(term) ?? 0), 0),
    );
    const best = Math.max(...gains);
    if (best < least) break;
    const next = gains.indexOf(best);
    chosen.push(next);
    for (const term of counts[next]?.keys() ?? []) open.delete(term);
  }
  return chosen;
}

function readTerms(claim: string, sentences: readonly string[]): ClaimTerms {
  const wanted = new Set(queryTerms(claim, LANG));
  const words = sentences.map((sentence) => terms(sentence, LANG));
  const counts = words.map((own) => countOf(own.filter((word) => wanted.has(word))));
  const weights = new Map<string, number>();
  for (const term of wanted) {
    const holding = counts.filter((count) => count.has(term)).length;
    if (holding === 0) continue;
    weights.set(term, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)));
  }
  return { counts, lengths: words.map((own) => own.length), weights };
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
