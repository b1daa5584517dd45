import type { Relaxation } from './relaxation.ts';

/** A lower bound on what any completion of a partial cover weighs. */
export interface LowerBound {
  readonly value: number;
  /** Weight of each free option less what it is paid: what forcing it in adds at least, where positive. */
  readonly reduced: Float64Array;
  readonly prices: Float64Array;
}

/** Steps without a better bound after which the step length is halved. */
const PATIENCE = 5;
const FIRST_STEP = 1.5;
/** The step aims a little above the limit, so that it does not shrink to nothing just below it. */
const AIM = 1.01;

/**
 * Bounds by Lagrangian relaxation of the demands: each open claim pays a price to the options that help it, and an
 * option enters when it is paid more than it weighs; the prices follow the subgradient.
 * Only sums, products and quotients of doubles in a fixed order: every machine computes the same bits.
 * @param relaxation of the cover as it is now; it is refreshed here
 * @param prices where to start: the prices of the node above
 * @param limit weight of the best set known; the search for prices stops once the bound reaches it
 */
export function lagrangianBound(
  relaxation: Relaxation,
  prices: Float64Array,
  limit: number,
  steps: number,
): LowerBound {
  relaxation.refresh();
  const current = prices.slice();
  const reduced = new Float64Array(relaxation.cover.problem.options.length);
  const best = prices.slice();
  let last = relaxation.evaluate(current);
  let value = last;
  relaxation.copyReduced(reduced);
  let scale = FIRST_STEP;
  for (let step = 0, idle = 0; step < steps && value < limit; step += 1) {
    if (!followSlack(relaxation, current, scale * (limit * AIM - last))) break;
    last = relaxation.evaluate(current);
    idle += 1;
    if (last > value) {
      value = last;
      best.set(current);
      relaxation.copyReduced(reduced);
      idle = 0;
    }
    if (idle < PATIENCE) continue;
    scale /= 2;
    idle = 0;
  }
  return { value, reduced, prices: best };
}

/** Moves the prices of open claims along the slack; false where the slack is zero. */
function followSlack({ open, slack }: Relaxation, prices: Float64Array, reach: number): boolean {
  let norm = 0;
  for (const claim of open) {
    const amount = slack[claim] ?? 0;
    if (amount > 0 || (prices[claim] ?? 0) > 0) norm += amount * amount;
  }
  if (norm === 0 || reach <= 0) return false;
  const step = reach / norm;
  for (const claim of open) prices[claim] = Math.max(0, (prices[claim] ?? 0) + step * (slack[claim] ?? 0));
  return true;
}
