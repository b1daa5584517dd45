/** GET /v1/stats: the corpora that may be named, and the state of the log (decisions §7). */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import type { OperationContract } from './operation.ts';
import { hexDigest } from './scalars.ts';

const corpusStats = z.object({
  name: z.string(),
  snapshot: z.string(),
  newest: z.string().describe('Latest effective time of what is known.'),
  observed_at: z.string().nullable().describe('When its sources were last looked at, null when never.'),
});

export const statsResponse = envelope
  .extend({
    corpora: z.array(corpusStats),
    log: z.object({ size: z.int().min(0), root: hexDigest }),
    policies: z.record(z.string(), z.string()),
    limits: z.record(z.string(), z.int()),
    build: z.object({ version: z.string() }),
  })
  .meta({ id: 'StatsResponseV1' });
export type StatsResponse = z.infer<typeof statsResponse>;

export const getStats = {
  id: 'getStats',
  method: 'GET',
  route: '/v1/stats',
  tag: 'service',
  summary: 'Read the corpora, counts, limits, prices and policies of this deployment',
  capability: null,
  credential: 'none',
  reply: { status: 200, description: 'What there is', schema: statsResponse },
  reasons: [],
} as const satisfies OperationContract;
