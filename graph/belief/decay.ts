/**
 * Decay by whole UTC days, from an integer table.
 *
 * The law is `decay(d) = floor(10^6 · 2^(-d / halfLife))`, exactly. The table holds one halving in 2,920 steps
 * and is computed with integers only, from the 2,920th root of one half in 128-bit fixed point, so that no
 * platform's floating point is involved; a later halving is a shift, because floor(floor(x) / 2) = floor(x / 2).
 */

/** Steps in which the table covers one halving; a half-life divides it. */
export const TABLE_STEPS = 2920;

/** A weight that has not decayed at all, in millionths. */
export const FULL_MICRO = 1_000_000;

const FRACTION_BITS = 128n;

/** floor(2^128 · 2^(-1/2920)): the largest q with q^2920 ≤ 2^(128·2920 - 1). */
export const STEP_ROOT = 0xfff071e9387ec4ae9c53d567d4f7499cn;

/** Halvings after which a millionth is gone (2^20 > 10^6). */
const LAST_HALVING = 20;

const TABLE: readonly number[] = buildTable();

function buildTable(): number[] {
  const table: number[] = [];
  let power = 1n << FRACTION_BITS;
  for (let step = 0; step < TABLE_STEPS; step += 1) {
    table.push(Number((power * BigInt(FULL_MICRO)) >> FRACTION_BITS));
    power = (power * STEP_ROOT) >> FRACTION_BITS;
  }
  return table;
}

/**
 * What is left of a full weight after `ageDays`, in millionths.
 *
 * @param ageDays whole days; an age below zero counts as none
 * @param halfLifeDays a divisor of {@link TABLE_STEPS}
 */
export function decayMicro(ageDays: number, halfLifeDays: number): number {
  if (TABLE_STEPS % halfLifeDays !== 0)
    throw new RangeError(`half-life ${halfLifeDays} does not divide 2,920`);
  if (ageDays <= 0) return FULL_MICRO;
  const steps = ageDays * (TABLE_STEPS / halfLifeDays);
  const halvings = Math.floor(steps / TABLE_STEPS);
  if (halvings >= LAST_HALVING) return 0;
  return (TABLE[steps % TABLE_STEPS] ?? 0) >> halvings;
}
