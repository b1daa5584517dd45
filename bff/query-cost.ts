/** What a query of the engine's graph counts as, by its cost. */
import { z } from 'zod';

/** Cost of a query (`extensions.cost`) that counts as one call. */
const COST_PER_CALL = 500;
const costOf = z.object({ extensions: z.object({ cost: z.object({ asked: z.number().min(0) }) }) });

/** Calls beyond `ENGINE_CALLS.graphql`; 0 for a reply that names no cost. */
export function callsWorth(reply: unknown): number {
  const cost = costOf.safeParse(reply);
  return cost.success ? Math.ceil(cost.data.extensions.cost.asked / COST_PER_CALL) : 0;
}
