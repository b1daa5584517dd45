/** Whether a sentence is a claim: a statement that stands by itself, or with its named context. */
import { isEnglish } from '../../text/tokens.ts';
import { probabilityOf } from '../logistic.ts';
import { CLAIM_FEATURES, CLAIM_POLICY, type ClaimModels, UNSTATED_KINDS } from './claim-policy.ts';
import type { ReadSentence } from './claim-sentence.ts';

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
