/** GET /healthz (contract: answer engine, "Versioning"; decisions §5). */
import { z } from 'zod';
import { envelope } from './envelope.ts';

export const healthzResponse = envelope.extend({
  ok: z.boolean(),
  status: z.int(),
  /** Build version. */
  version: z.string(),
  /** What this build speaks, by name: check it before upgrading. */
  compatibility: z.record(z.string(), z.string()),
});
export type HealthzResponse = z.infer<typeof healthzResponse>;
