/** The verdict of an answer (docs/spec/contract.md#ae-findings; docs/spec/decisions.md#5-findings). */
import { z } from 'zod';

export const findingsState = z.enum(['PASS', 'WARN', 'FAIL', 'UNKNOWN']);
export type FindingsStateV1 = z.infer<typeof findingsState>;

export const findingReason = z.object({
  code: z.string().describe('A word such as `superseded_contradicting`.'),
  claim: z.string().nullable(),
  artefact: z.string().optional(),
  event: z.string().optional(),
});
export type FindingReasonV1 = z.infer<typeof findingReason>;

export const trust = z
  .object({
    findings_state: findingsState,
    reasons: z.array(findingReason),
    seq: z
      .int()
      .min(-1)
      .describe(
        'Log position of the transition that this is, -1 before the first: later verdicts have a greater one.',
      ),
    at: z.string().nullable(),
  })
  .meta({ id: 'TrustV1', description: 'The verdict of an answer; it follows the evidence.' });
export type TrustV1 = z.infer<typeof trust>;
