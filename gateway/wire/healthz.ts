/** GET /healthz (docs/spec/contract.md#ae-healthz, #ae-versioning; docs/spec/decisions.md#5-healthz). */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import type { OperationContract } from './operation.ts';

export const healthzResponse = envelope
  .extend({
    ok: z.boolean().describe('Whether the store answers reads and takes writes, and its log is not damaged.'),
    status: z.int().describe('200, or the status with which what the store refuses is answered: 503.'),
    refuses: z
      .array(z.enum(['reads', 'writes']))
      .describe(
        'What the store refuses now; empty where `ok`. Asking is a write. Where only writes are refused, reads go on and the reply itself is 200.',
      ),
    refused_because: z.string().nullable().describe('Why, for an operator; null where `ok`.'),
    log_damage: z
      .string()
      .nullable()
      .describe(
        'What is wrong with the log, for an operator: an entry that is not what was once written, or a tree that contradicts what was signed. Null where nothing was found; after a start the log is verified beside requests. The reply itself stays 200.',
      ),
    version: z.string().describe('Build version.'),
    compatibility: z
      .record(z.string(), z.string())
      .describe(
        'The version of each format that this build reads and writes, by name (`api`, `envelope`, `receipt`, `fold`, `token` and others), and the Node that it runs on: check it before upgrading.',
      ),
  })
  .meta({ id: 'HealthzResponseV1' });
export type HealthzResponse = z.infer<typeof healthzResponse>;

export const getHealthz = {
  id: 'getHealthz',
  method: 'GET',
  route: '/healthz',
  tag: 'service',
  summary: 'Say whether the store answers and takes writes, and what this build is compatible with',
  capability: null,
  credential: 'none',
  reply: { status: 200, description: 'The service answers', schema: healthzResponse },
  reasons: [],
} as const satisfies OperationContract;
