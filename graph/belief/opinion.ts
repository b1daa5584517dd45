/**
 * Subjective logic over two masses (docs/spec/decisions.md#4.6), in exact integers: a product of masses can pass 2^53.
 */
import type { FoldPolicy } from './policy.ts';

/** Support and opposition in micro. */
export interface Masses {
  readonly support: number;
  readonly opposition: number;
}

/** Belief, disbelief and uncertainty in micro; together exactly 1,000,000. */
export interface Opinion {
  readonly belief: number;
  readonly disbelief: number;
  readonly uncertainty: number;
}

const MICRO = 1_000_000n;
const CONFIDENCE_STEPS = 10_000n;

/** `(r+1)/(r+s+2)` in micro, rounded down. */
export function confidenceMicro(masses: Masses, policy: FoldPolicy): number {
  const numerator = BigInt(masses.support + policy.priorMicro);
  return Number((numerator * MICRO) / BigInt(total(masses, policy)));
}

/** `(r+1)/(r+s+2)` rounded half up to four decimals, as the wire shows it (docs/spec/decisions.md#4.6). */
export function effectiveConfidence(masses: Masses, policy: FoldPolicy): number {
  const numerator = BigInt(masses.support + policy.priorMicro);
  const denominator = BigInt(total(masses, policy));
  const steps = (2n * CONFIDENCE_STEPS * numerator + denominator) / (2n * denominator);
  return Number(steps) / Number(CONFIDENCE_STEPS);
}

/** Whether the exact, unrounded confidence is below a threshold in micro. */
export function confidenceBelow(masses: Masses, thresholdMicro: number, policy: FoldPolicy): boolean {
  const numerator = BigInt(masses.support + policy.priorMicro);
  return numerator * MICRO < BigInt(thresholdMicro) * BigInt(total(masses, policy));
}

/** `r/(r+s+2)` and `s/(r+s+2)` rounded down; uncertainty takes the rest. */
export function opinion(masses: Masses, policy: FoldPolicy): Opinion {
  const denominator = BigInt(total(masses, policy));
  const belief = Number((BigInt(masses.support) * MICRO) / denominator);
  const disbelief = Number((BigInt(masses.opposition) * MICRO) / denominator);
  return { belief, disbelief, uncertainty: Number(MICRO) - belief - disbelief };
}

function total(masses: Masses, policy: FoldPolicy): number {
  return masses.support + masses.opposition + 2 * policy.priorMicro;
}
