/** Random choices of evidence that look like real ones, from a seed: the same everywhere. */
import type { SelectionArtefact, SelectionInput } from '../engine/select/evidence-set.ts';
import { DEFAULT_NODE_BUDGET } from '../engine/select/evidence-set.ts';
import { artefactPenalty, DEFAULT_TRUST_POLICY } from '../engine/select/trust-policy.ts';

export interface InstanceSize {
  readonly claims: number;
  readonly artefacts: number;
}

const LICENCES = ['CC-BY-4.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC0-1.0', 'LicenseRef-Unknown'];
const MAX_AGE_DAYS = 3_650;
/** Shares: of artefacts that repeat another one, of claims that want a second publisher, of artefacts that roam. */
const MIRRORS = 0.08;
const SECOND_PUBLISHER = 0.2;
const ROAMING = 0.25;
/** How likely it is that an artefact which covers some claims covers another one. */
const ONE_MORE = 0.6;
const MAX_COVERED = 8;

/** A number from 0 to just below 1. */
type Random = () => number;

/**
 * An instance of at most a size; those of even seeds are of exactly that size, the others of any up to it.
 * Artefacts cover claims of one topic beside each other, a few roam; publishers and claims are popular by rank, as
 * in real corpora; penalties are those of the default policy for licence, age and support.
 * @param seed any 32-bit integer
 * @param most at least 3 claims and as many artefacts
 */
export function selectionInstance(seed: number, most: InstanceSize): SelectionInput {
  const random = randomFrom(seed);
  const isLargest = seed % 2 === 0;
  const claims = isLargest ? most.claims : between(random, 3, most.claims);
  const size = isLargest ? most.artefacts : between(random, claims, most.artefacts);
  const publishers = between(random, 5, Math.max(6, Math.floor(size / 2)));
  const artefacts: SelectionArtefact[] = [];
  for (let index = 0; index < size; index += 1) artefacts.push(artefact(random, index, claims, publishers));
  return {
    claims: Array.from({ length: claims }, (_, index) => ({
      id: `c${index}`,
      demand: random() < SECOND_PUBLISHER ? 2 : 1,
    })),
    artefacts: artefacts.map((one) => (random() < MIRRORS ? mirrorOf(one, artefacts, random) : one)),
    policy: DEFAULT_TRUST_POLICY.set,
    nodeBudget: DEFAULT_NODE_BUDGET,
  };
}

function artefact(random: Random, index: number, claims: number, publishers: number): SelectionArtefact {
  const covers = coveredClaims(random, claims).map((claim) => ({
    claim: `c${claim}`,
    score: Math.round((0.2 + 0.8 * random()) * 100) / 100,
  }));
  const support = covers.reduce((sum, { score }) => sum + score, 0) / Math.max(1, covers.length);
  return {
    id: `a${index}`,
    hash: hashLike(random),
    publisher: `p${popular(random, publishers)}`,
    penalty: artefactPenalty(DEFAULT_TRUST_POLICY, {
      licence: LICENCES[between(random, 0, LICENCES.length - 1)] ?? '',
      ageDays: between(random, 0, MAX_AGE_DAYS),
      support,
    }),
    independent: true,
    covers,
  };
}

function coveredClaims(random: Random, claims: number): number[] {
  const roams = random() < ROAMING;
  const topic = popular(random, claims);
  const covered = new Set([topic]);
  while (covered.size < Math.min(MAX_COVERED, claims) && random() < ONE_MORE) {
    covered.add(roams ? between(random, 0, claims - 1) : (topic + between(random, 1, 6)) % claims);
  }
  return [...covered];
}

/** The same words at another publisher. */
function mirrorOf(
  one: SelectionArtefact,
  all: readonly SelectionArtefact[],
  random: Random,
): SelectionArtefact {
  const original = all[between(random, 0, all.length - 1)] ?? one;
  return { ...one, covers: original.covers, hash: original.hash, independent: false };
}

/** A rank from 0: the first ones are the most likely. */
function popular(random: Random, ranks: number): number {
  return Math.floor(ranks * random() ** 1.7);
}

function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

function hashLike(random: Random): string {
  const words = Array.from({ length: 8 }, () => Math.floor(random() * 2 ** 32));
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Mulberry32: integers alone, so that every machine draws the same. */
function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
