/** GET /livez and GET /readyz: what a scheduler and a load balancer ask of a gateway. */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import type { OperationContract } from './operation.ts';

export const livezResponse = envelope
  .extend({ live: z.literal(true).describe('The process answers. It says nothing of the store.') })
  .meta({ id: 'LivezResponseV1' });
export type LivezResponse = z.infer<typeof livezResponse>;

export const readyzResponse = envelope
  .extend({
    ready: z.boolean().describe('Whether requests may be sent here.'),
    because: z.string().nullable().describe('Why not, for an operator; null where `ready`.'),
  })
  .meta({ id: 'ReadyzResponseV1' });
export type ReadyzResponse = z.infer<typeof readyzResponse>;

const PROBE = { method: 'GET', tag: 'service', capability: null, credential: 'none', reasons: [] } as const;

export const getLivez = {
  ...PROBE,
  id: 'getLivez',
  isStoreless: true,
  route: '/livez',
  summary: 'Say that the process answers: restart it where this fails',
  reply: { status: 200, description: 'The process answers', schema: livezResponse },
} as const satisfies OperationContract;

export const getReadyz = {
  ...PROBE,
  id: 'getReadyz',
  route: '/readyz',
  summary:
    'Say whether requests may be sent here: 503 where the store does not answer, and once the service ends',
  reply: { status: 200, description: 'Requests may be sent here', schema: readyzResponse },
} as const satisfies OperationContract;
