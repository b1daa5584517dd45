/** Learns the policy of the judge of pairs; the same data give the same bytes. */

import type { LogisticWeights } from '../../engine/reading/logistic.ts';
import { FEATURES } from '../../engine/reading/relate/features.ts';
import type { RelatePolicy } from '../../engine/reading/relate/relate-policy.ts';
import { type LogisticModel, trainLogistic } from './logistic.ts';
import { bareExamples, type RelateExample, titledExamples } from './relate-examples.ts';

/** Another version where the features, the data or the thresholds change. */
const VERSION = '4';
export const TITLED_L2 = 1;
export const BARE_L2 = 0.1;
/**
 * Chosen for precision, on the development pairs and on the corpora left out of the training: a missed contradiction
 * costs a line under an answer, an invented one costs trust (docs/quality.md has the figures).
 */
const THRESHOLDS: RelatePolicy['thresholds'] = {
  superseded: 0.965,
  disputed: 0.695,
  oneTitled: 0.84,
  untitled: 0.66,
};

export interface RelateTraining {
  readonly titled: readonly RelateExample[];
  readonly bare: readonly RelateExample[];
}

export async function readTraining(): Promise<RelateTraining> {
  return { titled: await titledExamples(), bare: await bareExamples() };
}

export function trainRelatePolicy({ titled, bare }: RelateTraining): RelatePolicy {
  return {
    version: VERSION,
    titled: named(trainLogistic(titled, { l2: TITLED_L2 })),
    bare: named(trainLogistic(bare, { l2: BARE_L2 })),
    thresholds: THRESHOLDS,
  };
}

/** By name; a feature that never occurs has no weight. */
function named({ bias, weights }: LogisticModel): LogisticWeights {
  const rows = FEATURES.map(({ name }, at): [string, number] => [name, weights[at] ?? 0]);
  return { bias, weights: Object.fromEntries(rows.filter(([, weight]) => weight !== 0)) };
}

/** As the repository holds it. */
export function policyText(policy: RelatePolicy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}
