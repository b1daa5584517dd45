/** Belief in a claim and what its readers said of it (docs/spec/contract.md#ap-belief, #ap-feedback). */
import { z } from 'zod';

const beliefState = z.enum(['settled', 'contested', 'disputed', 'stale', 'superseded']);

export const belief = z
  .object({
    state: beliefState,
    effective_confidence: z.number().min(0).max(1).describe('Four decimals.'),
    contest_ref: z.string().optional().describe("The newest open dispute's event id."),
    superseded_by: z.string().optional().describe('Address of the accepted successor.'),
  })
  .meta({ id: 'BeliefV1', description: "What a claim's ledger folds to." });

const count = z.int().min(0);

export const feedback = z
  .object({
    contested_by: count.describe('Vetted actors with an open dispute or a correction.'),
    contested_by_unweighted: count.describe('All such actors.'),
    helpful_by: count.describe('Vetted actors with live corroboration or a checked context.'),
    applied: z.enum(['none', 'penalty', 'boost']),
    max_score_delta: z.number().min(0).max(1),
    negative_state_min_actors: z.int().min(1),
  })
  .meta({ id: 'FeedbackV1', description: 'What readers said of a claim, and what that did to its score.' });
