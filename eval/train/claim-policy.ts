/** Learns the policy that decides which sentences are claims, from rated sentences. Pure: the same ratings, the same bytes. */

import {
  CLAIM_FEATURES,
  type ClaimPolicy,
  UNSTATED_KINDS,
} from '../../engine/reading/claims/claim-policy.ts';
import { CONTEXT_FEATURES } from '../../engine/reading/claims/context-features.ts';
import type { ClaimFeature } from '../../engine/reading/claims/feature.ts';
import { SHAPE_FEATURES } from '../../engine/reading/claims/shape-features.ts';
import type { LogisticWeights } from '../../engine/reading/logistic.ts';
import { isEnglish } from '../../engine/text/tokens.ts';
import { type Example, leaveGroupsOut, trainLogistic } from './logistic.ts';
import type { RatedSentence } from './rated-sentences.ts';

const ID = 'claims/1';
/** Chosen from documents held out (docs/quality.md): a wrong claim costs more than a lost one, which can still be quoted. */
const CLAIM_FROM = 0.7;
/** A context too many splits what two publishers say together; one too few leaves words as they were stated. */
const ALONE_FROM = 0.2;
const OPTIONS = { l2: 0.3 };

/** Standing alone is a matter of a sentence's own words, so that the same words stand alone in every document or in none. */
const OWN_WORDS: readonly ClaimFeature[] = named([
  'code',
  'title-case',
  'kind-item',
  'clause-subject',
  'begins-with-inflected-verb',
  'addresses-reader',
  'pronoun-subject',
  'demonstrative',
  'definite-subject',
  'begins-with-name',
  'named-subject',
  'names',
]);
const UNTAGGED_WORDS: readonly ClaimFeature[] = [...SHAPE_FEATURES, ...named(['kind-item'])];
const UNTAGGED: readonly ClaimFeature[] = [...SHAPE_FEATURES, ...CONTEXT_FEATURES];

interface Task {
  readonly name: string;
  readonly features: readonly ClaimFeature[];
  readonly rated: readonly RatedSentence[];
  readonly isWanted: (one: RatedSentence) => boolean;
}

interface Grouped extends Example {
  readonly doc: string;
}

export function trainClaimPolicy(rated: readonly RatedSentence[]): ClaimPolicy {
  const [claim, alone, otherClaim, otherAlone] = tasksOf(rated).map(learn);
  if (!claim || !alone || !otherClaim || !otherAlone) throw new RangeError('a model is missing');
  return {
    id: ID,
    claimFrom: CLAIM_FROM,
    aloneFrom: ALONE_FROM,
    english: { claim, alone },
    other: { claim: otherClaim, alone: otherAlone },
  };
}

export interface HeldOutFigures {
  readonly model: string;
  readonly sentences: number;
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
}

/** Precision and recall at several thresholds, each document judged by a model that has not seen it. */
export function heldOutFigures(rated: readonly RatedSentence[]): HeldOutFigures[] {
  return tasksOf(rated).flatMap((task) => {
    const examples = examplesOf(task);
    const scores = leaveGroupsOut(examples, ({ doc }) => doc, OPTIONS);
    return [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((threshold) => {
      const said = examples.filter((_, i) => (scores[i] ?? 0) >= threshold);
      const right = said.filter(({ label }) => label === 1).length;
      const wanted = examples.filter(({ label }) => label === 1).length;
      return {
        model: task.name,
        sentences: examples.length,
        threshold,
        precision: right / said.length,
        recall: right / wanted,
      };
    });
  });
}

/** Blocks that state nothing are never scored, so that nothing is learned of them. */
function tasksOf(all: readonly RatedSentence[]): Task[] {
  const rated = all.filter(({ sentence }) => !UNSTATED_KINDS.has(sentence.kind));
  const english = rated.filter(({ sentence }) => isEnglish(sentence.lang));
  const isClaim = ({ rating }: RatedSentence) => rating !== 'not';
  const mayStandAlone = (one: RatedSentence) => isClaim(one) && one.sentence.kind !== 'row';
  const isAlone = ({ rating }: RatedSentence) => rating === 'alone';
  return [
    { name: 'claim', features: CLAIM_FEATURES, rated: english, isWanted: isClaim },
    { name: 'alone', features: OWN_WORDS, rated: english.filter(mayStandAlone), isWanted: isAlone },
    { name: 'claim, untagged', features: UNTAGGED, rated, isWanted: isClaim },
    {
      name: 'alone, untagged',
      features: UNTAGGED_WORDS,
      rated: rated.filter(mayStandAlone),
      isWanted: isAlone,
    },
  ];
}

function learn(task: Task): LogisticWeights {
  const { bias, weights } = trainLogistic(examplesOf(task), OPTIONS);
  const named = task.features.map(({ name }, i) => [name, weights[i] ?? 0] as const);
  return { bias, weights: Object.fromEntries(named.filter(([, weight]) => weight !== 0)) };
}

function examplesOf({ features, rated, isWanted }: Task): Grouped[] {
  return rated.map((one) => ({
    doc: one.doc,
    label: isWanted(one) ? 1 : 0,
    features: features.map(({ of }) => of(one.sentence)),
  }));
}

function named(names: readonly string[]): ClaimFeature[] {
  return CLAIM_FEATURES.filter(({ name }) => names.includes(name));
}
