/**
 * Which sentences are claims, as data: `claim-policy.json` beside this file, learned by `npm run train:claims` from the
 * rated sentences in eval/claims. A changed file is a new version of the policy.
 */
import type { BlockKind } from '../document/layout.ts';
import policy from './claim-policy.json' with { type: 'json' };
import type { ReadSentence } from './claim-sentence.ts';
import { CONTEXT_FEATURES } from './context-features.ts';
import type { ClaimFeature } from './feature.ts';
import { GRAMMAR_FEATURES } from './grammar-features.ts';
import { SHAPE_FEATURES } from './shape-features.ts';

/** A logistic model: `1 / (1 + exp(−(bias + Σ weight · feature)))`. A feature without a weight does not count. */
export interface WeightedFeatures {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Models of a language: `claim` says whether a sentence is a claim, `alone` whether a claim needs no context. */
export interface ClaimModels {
  readonly claim: WeightedFeatures;
  readonly alone: WeightedFeatures;
}

export interface ClaimPolicy {
  readonly id: string;
  /** A sentence is a claim from this probability on. */
  readonly claimFrom: number;
  /** A claim stands without its context from this probability on. */
  readonly aloneFrom: number;
  readonly english: ClaimModels;
  /** Of languages whose words are not tagged. */
  readonly other: ClaimModels;
}

export const CLAIM_FEATURES: readonly ClaimFeature[] = [
  ...SHAPE_FEATURES,
  ...CONTEXT_FEATURES,
  ...GRAMMAR_FEATURES,
];

/** Blocks that state nothing by themselves: they name, head, lead or run. */
export const UNSTATED_KINDS: ReadonlySet<BlockKind> = new Set([
  'heading',
  'header',
  'term',
  'code',
  'navigation',
]);

export const CLAIM_POLICY: ClaimPolicy = policy;

/** The probability that a model gives to a sentence. */
export function probabilityOf({ bias, weights }: WeightedFeatures, sentence: ReadSentence): number {
  let score = bias;
  for (const { name, of } of CLAIM_FEATURES) {
    const weight = weights[name];
    if (weight !== undefined) score += weight * of(sentence);
  }
  return 1 / (1 + Math.exp(-score));
}
