/** What there is of a claim for sentences to cover: its rare terms, above all names and numbers, and how they combine. */
import { stopWords } from '../../graph/stop-words.ts';
import { terms } from '../../graph/terms.ts';

const LANGUAGE = 'en';
/** A name or a number is worth this many times another term that is as rare. */
const NAMED = 1.5;
/** Two terms side by side in the claim, or with one between, are worth this share of their mean if a sentence has both. */
const PAIR = 0.25;
const PAIR_REACH = 2;
const CAPITAL = /^\P{L}*\p{Lu}/u;
const DIGIT = /\p{Nd}/u;

/** Something that a sentence of the document says of the claim. */
export interface Facet {
  /** Above 0: how rare it is in the document, more for names and numbers. */
  readonly worth: number;
  /** Indexes of the sentences that have it, ascending; never empty. */
  readonly sentences: readonly number[];
}

export interface WeighedFacets {
  readonly facets: readonly Facet[];
  /** Worth of the terms alone, without pairs. */
  readonly total: number;
}

/** Reads the facets of a claim that at least one of the sentences has. */
export function readFacets(claim: string, sentences: readonly string[]): WeighedFacets {
  const places = placesOfTerms(sentences);
  const ordered = contentTerms(claim);
  const single = new Map<string, Facet>();
  for (const { term, isNamed } of ordered) {
    const found = places.get(term);
    if (found === undefined) continue;
    const worth = rarity(found.length, sentences.length) * (isNamed ? NAMED : 1);
    if (worth > (single.get(term)?.worth ?? 0)) single.set(term, { worth, sentences: found });
  }
  const alone = [...single.values()];
  const total = alone.reduce((sum, { worth }) => sum + worth, 0);
  return { facets: [...alone, ...pairsOf(ordered, single)], total };
}

interface ClaimTerm {
  readonly term: string;
  /** Written as a name or a number; the first word is a capital anyway. */
  readonly isNamed: boolean;
}

function contentTerms(claim: string): ClaimTerm[] {
  const stop = new Set([...stopWords(LANGUAGE)].flatMap((word) => terms(word, LANGUAGE)));
  const words = claim.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, at) => {
    const isNamed = DIGIT.test(word) || (at > 0 && CAPITAL.test(word));
    return terms(word, LANGUAGE).flatMap((term) => (stop.has(term) ? [] : [{ term, isNamed }]));
  });
}

function placesOfTerms(sentences: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, sentence] of sentences.entries()) {
    for (const term of new Set(terms(sentence, LANGUAGE))) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [index]);
      else known.push(index);
    }
  }
  return places;
}

/** BM25's, of `having` sentences among `all`. */
function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

/** What stands together in the claim is to stand together in a sentence: a name with its year, an adjective with its noun. */
function pairsOf(ordered: readonly ClaimTerm[], single: ReadonlyMap<string, Facet>): Facet[] {
  return ordered.flatMap(({ term }, at) =>
    ordered.slice(at + 1, at + 1 + PAIR_REACH).flatMap((other) => {
      const [one, two] = [single.get(term), single.get(other.term)];
      if (one === undefined || two === undefined || one === two) return [];
      const sentences = one.sentences.filter((index) => two.sentences.includes(index));
      return sentences.length === 0 ? [] : [{ worth: (PAIR * (one.worth + two.worth)) / 2, sentences }];
    }),
  );
}
