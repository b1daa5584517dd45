/**
 * POST /v1/answers: a question in, an answer with its evidence out (docs/spec/contract.md#ae-answers;
 * docs/spec/decisions.md#5-answer).
 */
import { z } from 'zod';
import { answerMode, answerSentence, citation, claimCluster, evidenceSet } from './answer-content.ts';
import { belief } from './belief.ts';
import { envelope, receipt } from './envelope.ts';
import { BODY_REASONS, errorResponse, KEY_REASONS } from './error.ts';
import { trust } from './findings.ts';
import { ledgerEntry } from './ledger-entry.ts';
import type { OperationContract } from './operation.ts';
import { answerReceipt, namedDocuments } from './receipt.ts';
import { asOf, corpusName, duration, hexDigest } from './scalars.ts';

export const MAX_QUESTION_LENGTH = 2_000;
export const MAX_RESULTS = 50;
export const DEFAULT_RESULTS = 10;

export const askRequest = z
  .strictObject({
    q: z.string().min(1).max(MAX_QUESTION_LENGTH),
    k: z
      .int()
      .min(1)
      .max(MAX_RESULTS)
      .default(DEFAULT_RESULTS)
      .describe('How many candidates are kept after fusion.'),
    mode: answerMode.default('verified'),
    freshness: z
      .strictObject({ max_snapshot_age: duration.optional() })
      .optional()
      .describe("Can only narrow the mode's own window."),
    as_of: asOf.optional(),
  })
  .meta({ id: 'AskRequestV1' });
/** As a client writes it: everything but `q` may be left out. */
export type AskRequestV1 = z.input<typeof askRequest>;

export const askQuery = z.object({
  corpus: corpusName.optional(),
  include: z
    .literal('receipt')
    .optional()
    .describe('Adds `receipt_document` and `documents`, so that one call is enough to verify and to show.'),
});

const passage = citation.extend({
  title: z.string(),
  probability: z.number().min(0).max(1).describe('Its share of the ranking of all sentences that were read.'),
});
export type PassageV1 = z.infer<typeof passage>;

const answerClaim = z.object({
  addr: z.string(),
  text: z.string(),
  context: z
    .array(z.string())
    .optional()
    .describe(
      'What the text leaves unsaid, outermost first: title, headings, what leads in. Absent where it stands by itself.',
    ),
  claim_cluster_id: z.string(),
  belief: belief.nullable().describe("When the answer was made; null where the claim's ledger was empty."),
});

export const answerArtefact = z.object({
  artefact_id: z.string(),
  url: z.string(),
  title: z.string(),
  summary: z.string(),
  domain: z.string(),
  licence: z.string(),
  lang: z.string(),
  published: z.string().nullable(),
  observed_at: z.string(),
  hash: hexDigest,
  role: z.enum(['evidence', 'counterfactual']),
});
export type AnswerArtefactV1 = z.infer<typeof answerArtefact>;

const answerMembers = {
  answer_id: z.string(),
  summary: z.string(),
  sentences: z.array(answerSentence),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('That the summary answers the question, calibrated; absent from an empty answer.'),
  passages: z
    .array(passage)
    .optional()
    .describe('Of an empty answer: the nearest sentences, verbatim. Nothing vouches that they answer.'),
  claims: z.array(answerClaim),
  artefacts: z.array(answerArtefact),
  evidence_set: evidenceSet,
  claim_clusters: z.array(claimCluster),
  trust,
  receipt: receipt.describe(
    "The answer's own receipt, of class `verified`; `receipts` hold those of this response.",
  ),
  receipt_document: answerReceipt
    .optional()
    .describe('With `include=receipt`: what `GET /v1/answers/{id}/receipt` gives.'),
  documents: namedDocuments.optional().describe('With `include=receipt`.'),
};

export const answerResponse = envelope.extend(answerMembers).meta({ id: 'AnswerResponseV1' });
export type AnswerResponse = z.infer<typeof answerResponse>;

const entries = z.array(ledgerEntry);

export const contradictedClaim = z
  .object({
    claim: z.string().describe('A claim of the answer.'),
    text: z.string(),
    belief: belief.nullable().describe('Over the whole ledger, as it folds now; null for an empty one.'),
    supported_by: entries.describe(
      'The evidence for it, oldest first: entries whose actors have not changed sides.',
    ),
    disputed_by: entries.describe(
      'The evidence against it, in the same form: who disputes it, with which refs. Empty where a contradicting claim alone ' +
        'stands against it.',
    ),
    rivals: z
      .array(z.string())
      .describe(
        'Claims that contradict it by what they state; `claim_clusters` quotes them as counterfactuals.',
      ),
    left: z
      .object({ supported_by: z.int().min(0), disputed_by: z.int().min(0) })
      .describe('Older entries that are not here: GET /v1/claims/{addr}/ledger has all of them.'),
  })
  .meta({ id: 'ContradictedClaimV1', description: 'Both sides of a claim that is contradicted.' });
export type ContradictedClaimV1 = z.infer<typeof contradictedClaim>;

/** 409: the answer was made and stored, and what it rests on is contradicted: both sides are in the body. */
const contradictions = z
  .array(contradictedClaim)
  .optional()
  .describe('Both sides of each claim that is contradicted. Engines of before it was shown leave it out.');

export const contradictionResponse = errorResponse.extend({ ...answerMembers, contradictions }).meta({
  id: 'ContradictionResponseV1',
  description: 'The answer was made and stored, and what it rests on is contradicted: both sides are here.',
});
export type ContradictionResponse = z.infer<typeof contradictionResponse>;

export const ask = {
  id: 'ask',
  method: 'POST',
  route: '/v1/answers',
  tag: 'answers',
  summary: 'Answer a question with its minimal evidence set',
  capability: null,
  credential: 'key',
  query: askQuery,
  body: { schema: askRequest, required: true },
  reply: { status: 200, description: 'The answer', schema: answerResponse },
  reasons: [
    ...BODY_REASONS,
    ...KEY_REASONS,
    'invalid:query',
    'invalid:corpus_unknown',
    'missing:corpus',
    'conflict:contradiction',
    'stale:snapshot',
    'limited:rate',
  ],
  refusals: { 409: contradictionResponse },
} as const satisfies OperationContract;
