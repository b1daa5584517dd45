/**
 * Which sentences are claims, as data: `claim-policy.json` beside this file, learned by `npm run train:claims` from the
 * rated sentences in eval/claims. A changed file is a new version of the policy.
 */
import type { BlockKind } from '../document/layout.ts';
import type { LogisticWeights } from '../logistic.ts';
import policy from './claim-policy.json' with { type: 'json' };
import { CONTEXT_FEATURES } from './context-features.ts';
import type { ClaimFeature } from './feature.ts';
import { GRAMMAR_FEATURES } from './grammar-features.ts';
import { SHAPE_FEATURES } from './shape-features.ts';

/** Models of a language: `claim` says whether a sentence is a claim, `alone` whether a claim needs no context. */
export interface ClaimModels {
  readonly claim: LogisticWeights;
  readonly alone: LogisticWeights;
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
const UNSTATED = ['heading', 'header', 'term', 'code', 'navigation'] as const;
export const UNSTATED_KINDS: ReadonlySet<BlockKind> = new Set(UNSTATED);

export const CLAIM_POLICY: ClaimPolicy = policy;
