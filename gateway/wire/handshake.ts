/** POST /v1/agent/handshake: what an agent needs to know before it works (docs/spec/contract.md#ap-session-plan). */
import { z } from 'zod';
import { envelope, receipt } from './envelope.ts';
import { BODY_REASONS, TOKEN_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { hexDigest } from './scalars.ts';

const MAX_KNOWN_DIGESTS = 256;
const MAX_DIGEST_NAME_LENGTH = 128;

const knownDigests = z
  .record(z.string().min(1).max(MAX_DIGEST_NAME_LENGTH), hexDigest)
  .refine((digests) => Object.keys(digests).length <= MAX_KNOWN_DIGESTS, {
    error: `more than ${MAX_KNOWN_DIGESTS} digests`,
  })
  .meta({ maxProperties: MAX_KNOWN_DIGESTS });

export const handshakeRequest = z
  .strictObject({
    known_digests: knownDigests
      .optional()
      .describe(
        '`schema_digests` of an earlier handshake: where they still hold, the plan is not sent again.',
      ),
  })
  .meta({ id: 'HandshakeRequestV1' });
export type HandshakeRequest = z.input<typeof handshakeRequest>;

const tokens = z.int().min(0);

/** What an agent can call; the summary names the capability that it needs. */
const routeCapability = z.object({ route: z.string(), method: z.enum(['GET', 'POST']), summary: z.string() });

export const sessionPlan = envelope
  .extend({
    session_id: z.string(),
    plan_receipt: receipt.describe("The envelope's receipt: it covers the plan."),
    unchanged: z
      .boolean()
      .optional()
      .describe(
        'Only where `known_digests` were sent: whether they are the present ones, all of them. Where true, `capabilities`, `schema_digests` and `token_targets` are left out.',
      ),
    capabilities: z.array(routeCapability).optional(),
    schema_digests: z
      .record(z.string(), hexDigest)
      .optional()
      .describe(
        'By name of a payload type, BLAKE3-256 of the canonical CBOR of its schema in /openapi.json: without `description`, ' +
          '`examples` and `title`, each `required` sorted, and each `$ref` replaced by the schema that it names.',
      ),
    token_targets: z
      .object({
        pointer: tokens,
        claim: tokens,
        epitome: tokens,
        envelope: tokens.describe(
          'Most that a reply costs beside its items, twice that for a list of annotations: `token_reserve` and ' +
            '`annotations_token_reserve` among the limits of GET /v1/stats.',
        ),
      })
      .optional()
      .describe('What an item of each tier usually costs.'),
  })
  .meta({ id: 'SessionPlanV1', description: 'What an agent needs to know before it works.' });
export type SessionPlan = z.infer<typeof sessionPlan>;

export const handshake = {
  id: 'handshake',
  method: 'POST',
  route: '/v1/agent/handshake',
  tag: 'agent',
  summary: 'Open a session: routes, schema digests, token targets',
  capability: 'wiki.handshake',
  credential: 'optional token',
  body: { schema: handshakeRequest, required: false },
  reply: { status: 200, description: 'The session plan', schema: sessionPlan },
  reasons: [...BODY_REASONS, ...TOKEN_REASONS, 'limited:rate'],
} as const satisfies OperationContract;
