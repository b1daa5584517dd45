/**
 * Which sentences are claims: statements that stand by themselves, or with their named context. The models are data:
 * `claim-policy.json`, learned by `npm run train:claims` from the rated sentences in eval/claims. A changed file is a new version.
 */
import { isEnglish } from '../../text/tokens.ts';
import type { BlockKind } from '../document/layout.ts';
import { type LogisticWeights, probabilityOf } from '../logistic.ts';
import policy from './claim-policy.json' with { type: 'json' };
import type { ReadSentence } from './claim-sentence.ts';
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

const CLAIM_POLICY: ClaimPolicy = policy;

/** How likely a sentence is a claim; 0 in a block that states nothing by itself. */
export function scoreClaim(sentence: ReadSentence): number {
  if (UNSTATED_KINDS.has(sentence.kind)) return 0;
  return probabilityOf(modelsOf(sentence).claim, CLAIM_FEATURES, sentence);
}

/** Whether a sentence is asserted when its document is ingested; any other one stays a sentence to quote. */
export function isClaim(sentence: ReadSentence): boolean {
  return scoreClaim(sentence) >= CLAIM_POLICY.claimFrom;
}

/** Whether what a sentence states can be understood without its context; cells mean nothing without their head row. */
export function standsAlone(sentence: ReadSentence): boolean {
  if (sentence.kind === 'row' || !isClaim(sentence)) return false;
  return probabilityOf(modelsOf(sentence).alone, CLAIM_FEATURES, sentence) >= CLAIM_POLICY.aloneFrom;
}

function modelsOf({ lang }: ReadSentence): ClaimModels {
  return isEnglish(lang) ? CLAIM_POLICY.english : CLAIM_POLICY.other;
}
