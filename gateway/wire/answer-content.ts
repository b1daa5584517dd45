/** What an answer says and its receipt repeats (docs/spec/decisions.md#5-answer). */
import { z } from 'zod';

export const answerMode = z.enum(['light', 'verified', 'audit']);
export type AnswerModeV1 = z.infer<typeof answerMode>;

export const citation = z.object({
  artefact_id: z.string(),
  quote: z
    .string()
    .describe("Verbatim: `[start, end)` in UTF-16 code units of the artefact's extracted text."),
  start: z.int().min(0),
  end: z.int().min(0),
});

export const answerSentence = z.object({
  text: z.string(),
  claims: z.array(z.string()),
  citations: z.array(citation),
});
export type AnswerSentenceV1 = z.infer<typeof answerSentence>;

const coverageItem = z.object({
  claim_id: z.string(),
  artefact_id: z.string(),
  domain: z.string(),
  score: z.number().min(0).max(1),
  licence: z.string(),
  observed_at: z.string(),
});

export const counterfactual = z.object({
  claim_id: z.string(),
  artefact_id: z.string(),
  /** Absent from answers of a build that did not say. */
  kind: z.enum(['superseded', 'disputed']).optional(),
  reason: z.string(),
  action: z.string(),
  score: z.number().min(0).max(1),
  rival: z.string().nullable().describe('The claim that disagrees, where one is known.'),
  quote: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
});
export type CounterfactualV1 = z.infer<typeof counterfactual>;

/** At most as many as the lane asks for one claim, as many as one search finds, and as many as are named as clear. */
const MAX_SEARCHES = 4;
const MAX_SECTIONS = 12;
const MAX_CLEAR = 20;

const checkedClaim = z.object({
  claim_id: z.string(),
  searches: z
    .array(
      z.object({
        kind: z.string().describe('`other_value`, `negation`, `succession` or `antonym`.'),
        terms: z.array(z.string()).describe('The words that the index was asked for, stemmed.'),
        sections: z.int().min(0).max(MAX_SECTIONS),
      }),
    )
    .max(MAX_SEARCHES)
    .describe('Full-text searches for what would say otherwise.'),
  sentences_read: z.int().min(0).describe('Sentences that were compared with the claim.'),
  clear: z
    .array(z.string())
    .max(MAX_CLEAR)
    .describe('Artefacts of these sentences in which nothing disagrees.'),
  found_by: z
    .array(z.string())
    .describe(
      "How each of the claim's counterfactuals was found: `graph`, `ranking`, `ledger`, `opposite_search` or `stance`.",
    ),
});
export type CheckedClaimV1 = z.infer<typeof checkedClaim>;

export const claimCluster = z.object({
  claim_cluster_id: z.string(),
  coverage: z.array(coverageItem),
  counterfactuals: z.array(counterfactual),
  checked: z
    .array(checkedClaim)
    .optional()
    .describe('What was looked at on the other side of each claim; absent where it was not recorded.'),
});

export const evidenceSet = z.object({
  set_id: z.string(),
  artefact_ids: z.array(z.string()),
  optimality: z
    .enum(['proved', 'bounded'])
    .describe('Whether no smaller set covers the claims (`proved`), or the search ended at its bound.'),
});
