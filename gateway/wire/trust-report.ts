/**
 * GET /v1/answers/{id}/trust-report: an answer as an auditor reads it
 * (docs/spec/contract.md#ae-trust-report; docs/spec/decisions.md#4-why, #5-findings).
 */
import { z } from 'zod';
import { answerMode, answerSentence } from './answer-content.ts';
import { envelope } from './envelope.ts';
import { KEY_REASONS } from './error.ts';
import { findingReason, findingsState, trust } from './findings.ts';
import type { FileForm, OperationContract } from './operation.ts';
import { hexDigest } from './scalars.ts';

export const trustReportFormat = z.enum(['html', 'pdf', 'json']);
export type TrustReportFormat = z.infer<typeof trustReportFormat>;

export const trustReportQuery = z.object({
  format: trustReportFormat
    .optional()
    .describe('Left out: what `Accept` asks for, JSON where that does not tell.'),
});

const count = z.int().min(0);
/** 1 = one million. */
const micro = count.describe('Mass in millionths.');

const position = z
  .object({
    tree_size: z.int().min(1),
    root: hexDigest,
    checkpoint: z.string().describe('Signed note of that tree (C2SP tlog-checkpoint).'),
    view: z.object({ seq: z.int(), until: z.string() }).describe('S and T of the beliefs that are shown.'),
    observed_at: z.string().nullable().describe('When the corpus was last observed.'),
    fresh_until: z
      .string()
      .nullable()
      .describe("From then on the snapshot is older than the answer's window, and the verdict WARN at best."),
  })
  .describe('Where in the log the report was made: the same position gives the same report.');

const counterEvidence = z.object({
  claim_id: z.string(),
  artefact_id: z.string(),
  reason: z.string(),
  action: z.string(),
  score: z.number().min(0).max(1),
  quote: z.string().describe('Empty where the licence is refused.'),
  start: count,
  end: count,
  found_by: z.string().nullable().describe('Null where the answer did not record it.'),
});

const artefact = z.object({
  artefact_id: z.string(),
  title: z.string(),
  url: z.string(),
  domain: z.string(),
  publisher: z.string(),
  licence: z.string(),
  lang: z.string(),
  published: z.string().nullable(),
  observed_at: z.string().describe('First.'),
  last_observed_at: z.string().describe('From that day on age takes from its freshness.'),
  hash: hexDigest,
  part: z.enum(['evidence', 'counter_evidence', 'looked_at']),
  taken: z.boolean().describe('Whether it is in the evidence set.'),
  reason: z.string().describe('`covers` where it was taken, else a word such as `mirror` or `not_needed`.'),
  covers: z.array(z.string()).describe('Claims that it was taken for.'),
  freshness: z.number().min(0).max(1),
  withdrawn: z
    .object({
      seq: count,
      at: z.string().describe('When it was said.'),
      effective_at: z.string().describe('Since when nothing rests on it; of an erasure, its own beginning.'),
      reason: z.string(),
      by: z.string().nullable(),
      redacted: z.boolean().describe('Whether its bytes and its text were erased too.'),
    })
    .nullable(),
});

const evidenceItem = z.object({
  ref: z.string(),
  kind: z.string(),
  domain: z.string(),
  check: z.enum(['match', 'unknown']),
  weight: micro,
  decayed: micro.describe('What age leaves of the weight.'),
  contribution: micro.describe('Its part of the mass of its side.'),
  discounts: z.array(z.string()).describe('Why it contributes less: `standing`, `age`, `same_domain` …'),
});

const explainedEvent = z.object({
  event_id: z.string(),
  effective_at: z.string(),
  kind: z.string(),
  actor_root: z.string(),
  vetted: z.boolean(),
  open: z.boolean().describe('Whether it still stands.'),
  evidence: z.array(evidenceItem),
});

const flip = z.object({
  kind: z.string(),
  by: z.enum(['newcomer', 'author']),
  standing: count,
  evidence: z.string(),
  successor: z.string().nullable(),
  from: z.string(),
  to: z.string(),
});

const explainedBelief = z.object({
  state: z.string(),
  effective_confidence: z.number().min(0).max(1),
  superseded_by: z.string().nullable(),
  support: micro,
  opposition: micro,
  vetted_support: micro,
  vetted_opposition: micro,
  events: count.describe('Entries of the ledger.'),
  explained: z
    .array(explainedEvent)
    .describe('The newest, in order of effect; none of a ledger that is too long.'),
  flip: flip.nullable().describe('The smallest single event that would change the state.'),
});

const claim = z.object({
  addr: z.string(),
  text: z.string(),
  answered: z
    .object({ state: z.string(), effective_confidence: z.number() })
    .nullable()
    .describe('When the answer was made.'),
  belief: explainedBelief.nullable().describe("At the report's position."),
});

export const trustReport = z
  .object({
    answer_id: z.string(),
    question: z.string(),
    mode: answerMode,
    as_of: z.string().nullable(),
    corpus: z.object({ name: z.string(), snapshot: z.string() }).describe('What was answered from.'),
    view: z.object({ seq: z.int(), until: z.string() }).describe('S and T of the answer.'),
    at: z.string().describe('When the answer was recorded.'),
    seq: count,
    position,
    trust: trust.describe('The last transition in the log by then.'),
    transitions: z.array(
      z.object({
        seq: count,
        at: z.string(),
        from: findingsState,
        to: findingsState,
        reasons: z.array(findingReason),
      }),
    ),
    summary: z.string(),
    note: z.string().nullable(),
    sentences: z.array(answerSentence),
    claims: z.array(claim),
    counter_evidence: z.array(counterEvidence),
    checked: z
      .object({ searches: count, sentences_read: count, clear: count })
      .nullable()
      .describe('How far the search for what disagrees went.'),
    artefacts: z.array(artefact),
    evidence_set: z.object({
      set_id: z.string(),
      optimality: z.enum(['proved', 'bounded']),
      uncovered: z.array(z.object({ claim: z.string(), wanted: count, found: count })),
    }),
    receipt: z.object({ receipt_id: z.string(), hash: hexDigest, url: z.string() }),
    left_out: z
      .object({
        transitions: count,
        sentences: count,
        claims: count,
        counter_evidence: count,
        artefacts: count,
      })
      .describe('How many of each list are not named: the receipt has all of them.'),
  })
  .meta({ id: 'TrustReportV1', description: 'An answer as an auditor reads it.' });

export const trustReportResponse = envelope
  .extend({ trust_report: trustReport })
  .meta({ id: 'TrustReportResponseV1' });
export type TrustReportResponse = z.infer<typeof trustReportResponse>;

/** By the name that `format` gives them. */
export const TRUST_REPORT_FILES = {
  html: {
    type: 'text/html; charset=utf-8',
    description: 'With `format=html`: one file without a script, for a screen and for paper.',
    isNegotiated: true,
  },
  pdf: {
    type: 'application/pdf',
    description: 'With `format=pdf`: tagged (PDF/UA-1); the same position gives the same bytes.',
    isNegotiated: true,
  },
} as const satisfies Readonly<Record<string, FileForm>>;

export const getTrustReport = {
  id: 'getTrustReport',
  method: 'GET',
  route: '/v1/answers/{id}/trust-report',
  tag: 'answers',
  summary:
    'Read an answer as an auditor does: verdict and history, quotes, what disagrees, why it is believed',
  capability: null,
  credential: 'key',
  params: z.object({ id: z.string() }),
  query: trustReportQuery,
  reply: {
    status: 200,
    description: "The report at the log's position now",
    schema: trustReportResponse,
    files: Object.values(TRUST_REPORT_FILES),
  },
  reasons: [...KEY_REASONS, 'invalid:query', 'missing:answer', 'limited:rate'],
} as const satisfies OperationContract;
