/**
 * How fresh an artefact is: what is left of its evidence's full weight, by the decay of the belief's own policy, so that
 * a provenance and a belief never disagree (docs/spec/decisions.md#4.3, #5-windows). Pure.
 */
import type { Observation } from '../../graph/artefact.ts';
import { decayMicro, FULL_MICRO } from '../../graph/belief/decay.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import { utcDayOf } from '../../graph/belief/utc-day.ts';

export interface FreshnessScore {
  /** 0 to 1, six decimals. */
  readonly score: number;
  /** The law, in words that a reader can compute. */
  readonly formula: string;
  /** Whole UTC days from `lastObservedAt` to `asOf`. */
  readonly ageDays: number;
  readonly halfLifeDays: number;
  /** The latest observation not after `asOf` of the same bytes, wherever it was; else since when the artefact holds. */
  readonly lastObservedAt: string;
  /** T. */
  readonly asOf: string;
  /** The policy whose constants these are. */
  readonly policy: string;
}

const FORMULA = 'floor(10^6 * 2^(-age_days / half_life_days)) / 10^6';

/**
 * @param observations of the artefact's bytes, oldest first
 * @param effectiveAt since when the artefact holds
 */
export function freshnessScore(
  observations: readonly Observation[],
  effectiveAt: string,
  asOf: string,
): FreshnessScore {
  const seen = observations.findLast(({ observed_at }) => observed_at <= asOf)?.observed_at;
  const lastObservedAt = seen ?? effectiveAt;
  const ageDays = Math.max(0, utcDayOf(asOf) - utcDayOf(lastObservedAt));
  const halfLifeDays = FOLD_POLICY.halfLifeDays.source;
  return {
    score: decayMicro(ageDays, halfLifeDays) / FULL_MICRO,
    formula: FORMULA,
    ageDays,
    halfLifeDays,
    lastObservedAt,
    asOf,
    policy: FOLD_POLICY.id,
  };
}
