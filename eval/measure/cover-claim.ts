/**
 * Chooses sentences for a claim with the solver that chooses evidence sets: sets of sentences are what there are public
 * judgements of. The engine itself chooses artefacts, for claims whose sentences it knows.
 */
import { NodeBudget } from '../../engine/select/branch-and-bound.ts';
import { COUNT_RANGE, type CoverProblem, type Option } from '../../engine/select/cover-problem.ts';
import { type LightestCover, lightestCover } from '../../engine/select/lightest-cover.ts';
import { type Facet, readFacets } from './claim-facets.ts';

const MAX_CLAIM_LENGTH = 2_000;
const MAX_SENTENCES = 4_096;
/** What a sentence costs, times the root of the worth of the claim: a claim that says more is worth more sentences. */
const SENTENCE_PRICE = 1.14;
/** Headings, captions and bylines rarely say what a sentence says: they cost this many times as much. */
const UNFINISHED_PRICE = 1.3;
/** How a sentence ends, with what may close after it. */
const FINISHED = /[.!?…]["'”’)\]]*\s*$/u;
/** Search nodes: a claim that a writer wrote needs a few, one of hundreds of terms seconds. */
const NODE_BUDGET = 1_000;
/** Integers per unit of worth. */
const PRECISION = 1_000;

/** A sentence that may be chosen, with the facets that it covers, ascending. */
interface Candidate {
  readonly sentence: number;
  readonly cost: number;
  readonly covers: readonly number[];
}

/** Sentences that cover a claim. */
export interface ClaimCover {
  /** Indexes, ascending; at least one where any sentence has a term of the claim. */
  readonly sentences: readonly number[];
  /** `proved`: no choice has a smaller sum. */
  readonly optimality: LightestCover['optimality'];
}

/**
 * Chooses the fewest sentences of a document that say what a claim says, as far as the document says it: each sentence
 * has its price, each facet of the claim that no chosen sentence has costs its worth, and the sum is the least there
 * is: exactly, unless a claim of very many terms passes the node budget. Of equals fewer sentences, then earlier ones.
 * @param claim English, at most 2,000 characters
 * @param sentences of one document in its order, at most 4,096; headings and captions are lines of their own
 * @throws {RangeError} when the claim or the document is too long
 */
export function coverClaim(claim: string, sentences: readonly string[]): ClaimCover {
  if (claim.length > MAX_CLAIM_LENGTH)
    throw new RangeError(`a claim of more than ${MAX_CLAIM_LENGTH} characters`);
  if (sentences.length > MAX_SENTENCES) throw new RangeError(`more than ${MAX_SENTENCES} sentences`);
  const { facets, total } = readFacets(claim, sentences);
  const distinct = mergeFacets(facets);
  const price = SENTENCE_PRICE * Math.sqrt(total);
  const candidates = candidatesOf(distinct, (sentence) =>
    FINISHED.test(sentences[sentence] ?? '') ? price : price * UNFINISHED_PRICE,
  );
  const budget = new NodeBudget(NODE_BUDGET);
  const { options, optimality } = lightestCover(problemOf(distinct, candidates), budget);
  const chosen = options.flatMap((index) => candidates[index]?.sentence ?? []);
  return { sentences: chosen.length > 0 ? chosen : bestAlone(distinct, candidates), optimality };
}

/** Facets of the same sentences are covered together or not at all. */
function mergeFacets(facets: readonly Facet[]): Facet[] {
  const groups = Map.groupBy(facets, ({ sentences }) => sentences.join());
  return [...groups.values()].flatMap((same) => {
    const worth = same.reduce((sum, facet) => sum + facet.worth, 0);
    return same.slice(0, 1).map(({ sentences }) => ({ worth, sentences }));
  });
}

/** Sentences in their order, without those than which another one says as much for no more. */
function candidatesOf(facets: readonly Facet[], priceOf: (sentence: number) => number): Candidate[] {
  const covers = new Map<number, number[]>();
  for (const [facet, { sentences }] of facets.entries()) {
    for (const sentence of sentences) covers.set(sentence, [...(covers.get(sentence) ?? []), facet]);
  }
  const all = [...covers]
    .map(([sentence, own]) => ({ sentence, cost: Math.round(priceOf(sentence) * PRECISION), covers: own }))
    .sort((a, b) => a.cost - b.cost || a.sentence - b.sentence);
  const alike = Map.groupBy(all, (one) => one.covers.join());
  const first = [...alike.values()].flatMap((same) => same.slice(0, 1));
  return first
    .filter((one) => !first.some((other) => saysMore(other, one)))
    .sort((a, b) => a.sentence - b.sentence);
}

function saysMore(other: Candidate, one: Candidate): boolean {
  if (other.covers.length <= one.covers.length || other.cost > one.cost) return false;
  const has = new Set(other.covers);
  return one.covers.every((facet) => has.has(facet));
}

/** Every facet is covered: by a sentence, or by an option of its own that stands for leaving it out. */
function problemOf(facets: readonly Facet[], candidates: readonly Candidate[]): CoverProblem {
  const options = candidates.map(({ sentence, cost, covers }, publisher): Option => {
    const id = `${sentence}`;
    return { id, hash: id, publisher, weight: cost * COUNT_RANGE + 1, claims: covers };
  });
  const gaps = facets.map(({ worth }, facet): Option => {
    const id = `without ${facet}`;
    const weight = Math.round(worth * PRECISION) * COUNT_RANGE;
    return { id, hash: id, publisher: options.length + facet, weight, claims: [facet] };
  });
  const all = [...options, ...gaps];
  const covering = facets.map((): number[] => []);
  for (const [index, { claims }] of all.entries()) for (const facet of claims) covering[facet]?.push(index);
  return { demands: facets.map(() => 1), options: all, covering, publishers: all.length, repeatWeight: 0 };
}

/** Where no sentence is worth its price, the one that comes closest; none where none has anything. */
function bestAlone(facets: readonly Facet[], candidates: readonly Candidate[]): number[] {
  let best: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const { sentence, cost, covers } of candidates) {
    const loss = cost - PRECISION * covers.reduce((sum, facet) => sum + (facets[facet]?.worth ?? 0), 0);
    if (loss < least) [best, least] = [[sentence], loss];
  }
  return best;
}
