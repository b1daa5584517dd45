/** Belief in a claim and what its readers said of it (contract: Pointer). */
import { z } from 'zod';

const beliefState = z.enum(['settled', 'contested', 'disputed', 'stale', 'superseded']);

export const belief = z.object({
  state: beliefState,
  /** Four decimals. */
  effective_confidence: z.number().min(0).max(1),
  /** The newest open dispute's event id. */
  contest_ref: z.string().optional(),
  /** Address of the accepted successor. */
  superseded_by: z.string().optional(),
});

const count = z.int().min(0);

export const feedback = z.object({
  contested_by: count,
  contested_by_unweighted: count,
  helpful_by: count,
  applied: z.enum(['none', 'penalty', 'boost']),
  max_score_delta: z.number().min(0).max(1),
  negative_state_min_actors: z.int().min(1),
});
