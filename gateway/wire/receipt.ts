/**
 * GET /v1/answers/{id}/receipt: what an answer rests on, and its proof in the log; POST /v1/receipts/verify
 * (docs/spec/decisions.md#5-receipt, #8-receipt).
 */
import { z } from 'zod';
import { answerMode, answerSentence, claimCluster, evidenceSet } from './answer-content.ts';
import { envelope } from './envelope.ts';
import { BODY_REASONS, KEY_REASONS } from './error.ts';
import type { FileForm, OperationContract } from './operation.ts';
import { hexDigest } from './scalars.ts';

const count = z.int().min(0);

const costEnvelope = z
  .looseObject({
    candidates_scored: count.describe('Sections that retrieval found.'),
    sentences_scored: count,
    nodes_explored: count.describe('Of the search for the smallest evidence set.'),
    bytes_read: count.describe('Of the texts that sentences were read from.'),
    tokens: count
      .optional()
      .describe(
        'What the answer costs a language model that reads it: its canonical JSON (RFC 8785) without its `receipt`, by the ' +
          'estimator of `budget.spent`. Absent in receipts of before it was counted.',
      ),
  })
  .describe('What the answer took, as counts and never as times.');

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
  cost: costEnvelope,
  choice: z
    .looseObject({
      chooser: z.string(),
      version: z.string(),
      offered: z
        .array(z.looseObject({ artefact_id: z.string(), start: z.int(), end: z.int(), span_hash: hexDigest }))
        .describe('At most 12 sentences, best first: the first has number 1.'),
      chosen: z.array(z.int()).describe('Numbers of those that answer, best first; empty: none does.'),
    })
    .optional()
    .describe(
      'What a chooser was offered and chose, so that nobody has to ask it again; absent where none was asked.',
    ),
  unavailable_models: z
    .array(z.looseObject({ model: z.string(), model_hash: hexDigest }))
    .optional()
    .describe(
      'Models that were to rank the candidates or to choose among sentences and could not be asked; absent where none failed.',
    ),
});

const inclusion = z.array(hexDigest).describe("From the leaf's sibling to the root (RFC 9162 §2.1.3).");
const entryBytes = z.base64().describe("The entry's bytes in base64: its leaf is SHA-256(0x00 || bytes).");
const position = z.int().min(0);

/** Where an entry stands in the transparency log: enough to check its inclusion offline (RFC 9162 §2.1.3). */
export const logProof = z.object({
  seq: position,
  tree_size: z.int().min(1).describe('Of the tree that the proof is for.'),
  root: hexDigest,
  inclusion,
  entry: entryBytes,
  checkpoint: z.string().describe('Signed note of that tree (C2SP tlog-checkpoint).'),
});

/** In place of an entry whose words are withheld. */
export const withheldEntry = {
  entry: entryBytes.optional().describe('Absent where nothing of the artefact may be quoted.'),
  leaf: hexDigest.optional().describe('SHA-256(0x00 || bytes) of the entry, in its place.'),
};

const artefactProof = z.object({ artefact_id: z.string(), seq: position, ...withheldEntry, inclusion });

const snapshotProof = z.object({
  size: position,
  root: hexDigest.describe('Of the tree at the snapshot, which the seed is made of.'),
  consistency: z.array(hexDigest).describe('That the signed tree begins with it (RFC 9162 §2.1.4).'),
});

const signers = z
  .array(z.string())
  .describe(
    "Verifiers of the keys that signed the checkpoint (C2SP signed-note): compare them with the log's own.",
  );
const ARTEFACTS = "The `artefact.observed` entry of each of the receipt's artefacts, in their order.";

/** Where the answer and its artefacts stand in the transparency log, all under one tree. */
const receiptProofs = logProof.extend({
  keys: signers,
  snapshot: snapshotProof,
  artefacts: z.array(artefactProof).describe(ARTEFACTS),
});

const content = receiptContent.describe(
  'Hashed whole: keep members that you do not know. Those that only a replay of the selection needs are not typed here.',
);
const contentHash = hexDigest.describe("BLAKE3-256 of `content`'s canonical CBOR.");

export const answerReceipt = z
  .object({
    receipt_id: z.string(),
    class: z.literal('verified'),
    hash: contentHash,
    content,
    log: receiptProofs,
  })
  .meta({ id: 'AnswerReceiptV1', description: 'What an answer rests on, and its proof in the log.' });
export type AnswerReceipt = z.infer<typeof answerReceipt>;

/** What a receipt and an answer's passages name by artefact id, as it may be shown now. */
export const namedDocuments = z
  .array(
    z.object({
      artefact_id: z.string(),
      title: z.string(),
      url: z.string(),
      domain: z.string(),
      lang: z.string(),
      observed_at: z.string(),
    }),
  )
  .meta({ id: 'NamedDocumentsV1', description: 'The documents of the candidates and passages, each once.' });
export type NamedDocumentV1 = z.infer<typeof namedDocuments>[number];

export const receiptResponse = envelope
  .extend({ receipt: answerReceipt, documents: namedDocuments.optional() })
  .meta({ id: 'ReceiptResponseV1' });
export type ReceiptResponse = z.infer<typeof receiptResponse>;

/** Encodings of a receipt as a file, one file each: the same receipt is the same bytes. */
export const RECEIPT_FILES = {
  json: {
    type: 'application/vnd.adduce.receipt+json',
    description: 'With `download=json`: the receipt alone, in canonical JSON (RFC 8785).',
  },
  cbor: {
    type: 'application/vnd.adduce.receipt+cbor',
    description: 'With `download=cbor`: the receipt alone, in canonical CBOR (RFC 8949 §4.2.1).',
  },
  html: {
    type: 'text/html; charset=utf-8',
    description: 'With `download=html`: a page that shows the receipt and verifies itself offline.',
  },
} as const satisfies Readonly<Record<string, FileForm>>;

export const receiptDownload = z.enum(['json', 'cbor', 'html']);
export type ReceiptDownload = z.infer<typeof receiptDownload>;

export const receiptQuery = z.object({
  download: receiptDownload
    .optional()
    .describe('The receipt alone as a file, in bytes that never change, instead of an envelope.'),
  include: z
    .literal('documents')
    .optional()
    .describe('Adds `documents`: titles and places, which no receipt has.'),
});

export const getReceipt = {
  id: 'getReceipt',
  method: 'GET',
  route: '/v1/answers/{id}/receipt',
  tag: 'answers',
  summary: 'Read what an answer rests on, with its proof in the log',
  capability: null,
  credential: 'key',
  params: z.object({ id: z.string() }),
  query: receiptQuery,
  reply: {
    status: 200,
    description: "The answer's receipt",
    schema: receiptResponse,
    files: Object.values(RECEIPT_FILES),
  },
  reasons: [...KEY_REASONS, 'invalid:query', 'missing:answer', 'limited:rate'],
} as const satisfies OperationContract;

/** A receipt of whatever class, from anybody: nothing is known of it but its shape. */
export const verifyRequest = z
  .strictObject({
    receipt_id: z.string(),
    class: z.enum(['dev', 'verified', 'replay']),
    hash: contentHash,
    content: z
      .record(z.string(), z.unknown())
      .describe('As it was given out, whatever is in it: it is hashed whole.'),
    log: z.strictObject({
      ...logProof.shape,
      keys: signers,
      snapshot: z.strictObject(snapshotProof.shape),
      artefacts: z.array(z.strictObject(artefactProof.shape)).describe(ARTEFACTS),
    }),
  })
  .meta({
    id: 'VerifyReceiptRequestV1',
    description: 'A receipt as it was given out: the `receipt` of a reply, or a downloaded file.',
  });

const verification = z.object({
  ok: z.boolean().describe('Whether every step passed.'),
  steps: z.array(
    z.object({
      step: z.string(),
      ok: z.boolean(),
      not_checked: z
        .literal(true)
        .optional()
        .describe('Present where nothing is wrong, and nothing is known to be right: no key was at hand.'),
      detail: z.string().describe('What was checked, or what is wrong, in one line.'),
    }),
  ),
  replay: z
    .object({ receipt_id: z.string(), class: z.literal('replay'), hash: hexDigest })
    .nullable()
    .describe('The receipt that re-executing it made: of the same hash where they are byte-equal.'),
});

const verifyResponse = envelope.extend({ verification }).meta({ id: 'VerifyReceiptResponseV1' });
export type VerifyReceiptRequest = z.input<typeof verifyRequest>;
export type VerifyReceiptResponse = z.infer<typeof verifyResponse>;

export const verifyReceipt = {
  id: 'verifyReceipt',
  method: 'POST',
  route: '/v1/receipts/verify',
  tag: 'answers',
  summary: "Check a receipt's hashes and proofs, and select again from it",
  capability: null,
  credential: 'key',
  body: { schema: verifyRequest, required: true, maxMembers: 32_768 },
  reply: {
    status: 200,
    description: 'What each step found; a forged receipt is no error',
    schema: verifyResponse,
  },
  reasons: [...KEY_REASONS, ...BODY_REASONS, 'limited:rate'],
} as const satisfies OperationContract;
