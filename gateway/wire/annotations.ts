/**
 * POST and GET /v1/annotations: additive, cited facts about an address
 * (docs/spec/contract.md#ap-annotation, #ap-stub-result).
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { BODY_REASONS, CAPABILITY_REASONS, RESERVED_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { ADDRESS, address, idempotencyHeaders, instant, queryTokenBudget } from './scalars.ts';

/** Unicode code points. */
export const MAX_ANNOTATION_LENGTH = 8_192;
const MAX_REF_LENGTH = 2_048;
const MAX_QUOTE_LENGTH = 2_048;

const kind = z.enum(['note', 'correction', 'context']);

/**
 * A URL, also with characters beyond ASCII. White space, ends of lines, quotes and angle brackets are refused: no URL
 * holds them (RFC 3986), and they could end it where it is shown.
 */
const UNWRITTEN =
  '\\u0000-\\u0020"<>\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const CITATION = new RegExp(`^(?:${ADDRESS}|[Hh][Tt][Tt][Pp][Ss]?://[^${UNWRITTEN}]+)$`);

/** It is never fetched. */
const citationRef = z
  .string()
  .min(1)
  .max(MAX_REF_LENGTH)
  .regex(CITATION, 'not a wx:// address or an http(s) URL');

const citation = z.object({ ref: z.string().min(1), quote: z.string().optional() });

const stubId = z.string().regex(/^stub_[A-Za-z0-9_-]{1,59}$/, 'not the id of a stub');

export const annotationRequest = z
  .strictObject({
    target: address.describe('A `wx://` address in a known corpus; what it names need not exist.'),
    body: z.string().min(1).max(MAX_ANNOTATION_LENGTH),
    citation: z.strictObject({ ref: citationRef, quote: z.string().max(MAX_QUOTE_LENGTH).optional() }),
    kind: kind.default('note'),
    stub_id: stubId.optional().describe('Of a coverage gap that this annotation closes.'),
  })
  .meta({ id: 'AnnotationRequestV1' });
export type AnnotationRequestV1 = z.input<typeof annotationRequest>;

export const annotation = z
  .object({
    id: z.string().describe('Its address is `wx://<corpus>/annotation/<id>`.'),
    target: z.string(),
    kind,
    body: z.string().min(1),
    citation,
    actor: z.string().describe('The authenticated writer.'),
    licence: z.literal('CC-BY-SA-4.0'),
    created_at: instant,
  })
  .meta({ id: 'AnnotationV1', description: 'An additive, cited fact about an address.' });
export type Annotation = z.infer<typeof annotation>;

const closure = z.object({
  id: z.string(),
  actor: z.string(),
  closed_at: instant,
  annotation_id: z.string(),
  annotation_target: z.string().optional(),
  claim_id: z.string().optional().describe('Never present in v1.'),
});

export const stubResult = z
  .object({
    stub_id: stubId,
    closed: z.boolean(),
    already_closed: z.boolean().optional(),
    reason: z
      .enum(['unknown_stub', 'close_failed', 'upstream_unavailable'])
      .optional()
      .describe('Where it is not closed; the annotation is stored regardless.'),
    closure: closure.optional(),
  })
  .meta({
    id: 'StubResultV1',
    description: 'What became of the coverage gap that the annotation was to close.',
  });
export type StubResult = z.infer<typeof stubResult>;

export const annotationResponse = envelope
  .extend({
    annotation,
    stub: stubResult.optional().describe('Present when a `stub_id` was sent and the stub lifecycle is on.'),
  })
  .meta({ id: 'AnnotationResponseV1' });
export type AnnotationResponse = z.infer<typeof annotationResponse>;

export const annotationsQuery = z.object({
  target: address,
  token_budget: queryTokenBudget.optional(),
  after: z
    .string()
    .min(1)
    .max(64)
    .meta({ pattern: '^n1[a-z2-7]{26}$' })
    .optional()
    .describe('Only annotations behind this one: how a trimmed list goes on.'),
});
/** As a client writes it, before it becomes text in a URL. */
export interface AnnotationsQuery {
  readonly target: string;
  readonly token_budget?: number;
  readonly after?: string;
}

export const annotationsResponse = envelope
  .extend({
    annotations: z
      .array(annotation)
      .describe(
        'Oldest first; `token_budget` drops from the newest end, and a page has at most as many as GET /v1/stats names. ' +
          '`budget.dropped` counts all that are left behind it, and names the kinds of those that were looked at.',
      ),
    next: z
      .string()
      .optional()
      .describe(
        'The query string of the next page, where there is one. `?after=…` goes on behind the last annotation; where not ' +
          'even the first one fits, `?token_budget=…` asks for the page again with what that annotation costs, or, where ' +
          'the token allows no such budget, `?after=…` passes it over.',
      ),
  })
  .meta({ id: 'AnnotationsResponseV1' });
export type AnnotationsResponse = z.infer<typeof annotationsResponse>;

export const createAnnotation = {
  id: 'createAnnotation',
  method: 'POST',
  route: '/v1/annotations',
  tag: 'agent',
  summary: 'Add a cited annotation to an address; may close a coverage gap',
  capability: 'wiki.annotate',
  credential: 'token',
  headers: idempotencyHeaders,
  body: { schema: annotationRequest, required: true },
  reply: { status: 201, description: 'The stored annotation', schema: annotationResponse },
  reasons: [
    ...BODY_REASONS,
    ...CAPABILITY_REASONS,
    'invalid:addr',
    'invalid:corpus_unknown',
    'invalid:idempotency_key',
    'limited:rate',
  ],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;

export const listAnnotations = {
  id: 'listAnnotations',
  method: 'GET',
  route: '/v1/annotations',
  tag: 'agent',
  summary: 'List the annotations of an address, oldest first',
  capability: 'wiki.annotations',
  credential: 'token',
  query: annotationsQuery,
  reply: { status: 200, description: 'The annotations', schema: annotationsResponse },
  reasons: [...CAPABILITY_REASONS, 'invalid:query', 'invalid:addr', 'invalid:corpus_unknown', 'limited:rate'],
  reserved: RESERVED_REASONS,
} as const satisfies OperationContract;
