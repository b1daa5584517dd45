/** GET /v1/answers/{id}/receipt: what an answer rests on, and its proof in the log (decisions §5, §8). */
import { z } from 'zod';
import { answerMode, answerSentence, claimCluster, evidenceSet } from './answers.ts';
import { envelope } from './envelope.ts';
import { KEY_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { hexDigest } from './scalars.ts';

/**
 * The content is hashed whole, so members that this version does not know are kept, not stripped. Those that only a
 * replay of the selection needs stay untyped here.
 */
const receiptContent = z.looseObject({
  v: z.literal(1),
  answer_id: z.string(),
  answer_hash: hexDigest.describe("BLAKE3-256 of the answer's canonical CBOR without its `receipt` member."),
  tenant: z.string(),
  request: z.looseObject({ q: z.string(), k: z.int(), mode: answerMode, as_of: z.string().nullable() }),
  corpus: z.looseObject({ name: z.string(), snapshot: z.string() }),
  view: z.looseObject({ seq: z.int(), until: z.string() }),
  seed: z.string(),
  summary: z.string(),
  sentences: z.array(answerSentence.loose()),
  claim_graph: z.looseObject({
    claims: z.array(
      z.looseObject({ addr: z.string(), content_hash: hexDigest, claim_cluster_id: z.string() }),
    ),
    edges: z.array(
      z.looseObject({
        claim: z.string(),
        artefact_id: z.string(),
        start: z.int(),
        end: z.int(),
        span_hash: hexDigest,
      }),
    ),
    contradictions: z.array(z.looseObject({ claim: z.string(), rival: z.string() })),
  }),
  artefacts: z.array(z.looseObject({ artefact_id: z.string(), url: z.string(), hash: hexDigest })),
  candidates: z.array(
    z.looseObject({ addr: z.string(), artefact_id: z.string(), dropped: z.string().nullable() }),
  ),
  evidence_set: evidenceSet.loose(),
  primary_artifact_id: z.string().nullable(),
  claim_clusters: z.array(claimCluster.loose()),
});

/** Where an entry stands in the transparency log: enough to check its inclusion offline (RFC 9162 §2.1.3). */
export const logProof = z.object({
  seq: z.int().min(0),
  tree_size: z.int().min(1),
  root: hexDigest,
  inclusion: z.array(hexDigest),
  entry: z.base64().describe("The entry's bytes in base64: its leaf is SHA-256(0x00 || bytes)."),
  checkpoint: z
    .string()
    .nullable()
    .describe('Signed note of that tree (C2SP tlog-checkpoint), null where the store has no signing key.'),
});

export const answerReceipt = z
  .object({
    receipt_id: z.string(),
    class: z.literal('verified'),
    hash: hexDigest.describe("BLAKE3-256 of `content`'s canonical CBOR."),
    content: receiptContent.describe(
      'Hashed whole: keep members that you do not know. Those that only a replay of the selection needs are not typed here.',
    ),
    log: logProof,
  })
  .meta({ id: 'AnswerReceiptV1', description: 'What an answer rests on, and its proof in the log.' });
export type AnswerReceipt = z.infer<typeof answerReceipt>;

export const receiptResponse = envelope.extend({ receipt: answerReceipt }).meta({ id: 'ReceiptResponseV1' });
export type ReceiptResponse = z.infer<typeof receiptResponse>;

export const getReceipt = {
  id: 'getReceipt',
  method: 'GET',
  route: '/v1/answers/{id}/receipt',
  tag: 'answers',
  summary: 'Read what an answer rests on, with its proof in the log',
  capability: null,
  credential: 'key',
  params: z.object({ id: z.string() }),
  reply: { status: 200, description: "The answer's receipt", schema: receiptResponse },
  reasons: [...KEY_REASONS, 'missing:answer', 'limited:rate'],
} as const satisfies OperationContract;
