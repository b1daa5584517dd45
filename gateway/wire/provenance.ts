/**
 * GET /v1/provenance/{artifactId}: where an artefact is from, what it says and what rests on it
 * (docs/spec/contract.md#ae-provenance; docs/spec/decisions.md#5-healthz).
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { KEY_REASONS } from './error.ts';
import { findingsState } from './findings.ts';
import type { OperationContract } from './operation.ts';
import { logProof, withheldEntry } from './receipt.ts';
import { hexDigest, instant } from './scalars.ts';

const artefactBrief = z
  .object({
    artefact_id: z.string(),
    version: z.int().min(1),
    url: z.string(),
    publisher: z.string(),
    hash: hexDigest,
    licence: z.string(),
    observed_at: instant,
    withdrawn: z.boolean(),
  })
  .meta({ id: 'ArtefactBriefV1', description: 'Another artefact, in short.' });

const operatorWord = z
  .object({
    reason: z.string(),
    by: z.string().nullable().describe('Null: nobody was named.'),
    at: instant,
    seq: z.int().min(0).describe('Position of its entry in the log.'),
  })
  .meta({ id: 'OperatorWordV1', description: 'What an operator said of the artefact, and when.' });

const freshness = z
  .object({
    score: z
      .number()
      .min(0)
      .max(1)
      .describe('What is left of the full weight of its evidence; six decimals.'),
    formula: z.string().describe('How it is computed, from the members beside it.'),
    age_days: z.int().min(0).describe('Whole UTC days from `last_observed_at` to `as_of`.'),
    half_life_days: z.int().min(1),
    last_observed_at: instant.describe(
      'When the same bytes were last seen, in whatever document; else since when it holds.',
    ),
    as_of: instant,
    policy: z.string().describe('Whose constants these are: beliefs decay by the same.'),
  })
  .meta({ id: 'ArtefactFreshnessV1', description: 'How fresh the artefact is, and how that is computed.' });

const bounded = <T extends z.ZodType>(item: T, what: string) =>
  z
    .object({
      items: z.array(item),
      more: z.int().min(0).describe('How many there are beyond these.'),
    })
    .describe(what);

const claim = z
  .object({
    claim: z.string(),
    text: z
      .string()
      .describe(
        'Empty where its words are withheld: it stood in a text that was redacted, or those that state it were all redacted or are under a refused licence.',
      ),
    stance: z
      .enum(['supports', 'disputes', 'supersedes'])
      .describe('`supersedes`: it says that another value has taken over.'),
    spans: z
      .array(z.object({ start: z.int().min(0), end: z.int().min(0) }))
      .describe('Sentences that say so, `[start, end)` in UTF-16 code units; none where other words agree.'),
    events: z
      .array(z.string())
      .describe("Entries of the claim's ledger that cite the artefact, oldest first."),
  })
  .meta({ id: 'ProvenanceClaimV1' });

const restingAnswer = z
  .object({ answer_id: z.string(), set_id: z.string(), at: instant, findings_state: findingsState })
  .meta({ id: 'RestingAnswerV1' });

export const provenance = z
  .object({
    artefact_id: z.string(),
    doc_id: z.string(),
    version: z.int().min(1),
    url: z.string(),
    title: z.string(),
    summary: z.string().describe('Empty where the artefact was redacted, or its licence is refused.'),
    media_type: z.string(),
    lang: z.string(),
    hash: hexDigest.describe("BLAKE3-256 of the artefact's bytes."),
    text_hash: hexDigest.describe('BLAKE3-256 of its extracted text, which spans count in.'),
    layout_hash: hexDigest.describe('BLAKE3-256 of the layout of that text: its blocks, in canonical CBOR.'),
    bytes: z
      .enum(['stored', 'redacted', 'changed', 'missing'])
      .describe(
        'Whether the stored bytes are those that the log names; `redacted`: an operator had them erased.',
      ),
    record_fault: z
      .string()
      .nullable()
      .describe(
        'What the store holds otherwise than the log; null where the two agree. What is shown here is what the log holds.',
      ),
    licence: z.string(),
    domain: z.string(),
    publisher: z.string().describe('The registrable domain.'),
    published: z.string().nullable(),
    observed_at: instant,
    freshness,
    observations: bounded(instant, 'Days on which these bytes were seen in this document, newest first.'),
    versions: bounded(artefactBrief, 'Every version of the document, this one too, oldest first.'),
    original: artefactBrief
      .nullable()
      .describe('The artefact that this one repeats, null where it repeats none.'),
    mirrors: bounded(artefactBrief, 'Artefacts that repeat this one.'),
    claims: bounded(claim, 'What it says of claims, in the order of its text.'),
    answers: bounded(
      restingAnswer,
      "The caller's own answers that rest on it, with their sets; newest first.",
    ),
    withdrawn: operatorWord.nullable(),
    redacted: operatorWord.nullable(),
    log: logProof.extend(withheldEntry).describe('Where the log holds the entry that observed it.'),
  })
  .meta({
    id: 'ProvenanceV1',
    description: 'Where an artefact is from, what it says, and what rests on it.',
  });
export type WireProvenance = z.infer<typeof provenance>;

export const provenanceResponse = envelope.extend({ provenance }).meta({ id: 'ProvenanceResponseV1' });
export type ProvenanceResponse = z.infer<typeof provenanceResponse>;

export const getProvenance = {
  id: 'getProvenance',
  method: 'GET',
  route: '/v1/provenance/{artifactId}',
  tag: 'answers',
  summary: 'Read where an artefact is from, what it says, and what rests on it',
  capability: null,
  credential: 'key',
  params: z.object({ artifactId: z.string() }),
  reply: { status: 200, description: "The artefact's provenance", schema: provenanceResponse },
  reasons: [...KEY_REASONS, 'missing:artefact', 'limited:rate'],
} as const satisfies OperationContract;
