/** The key operations (contract: tag `keys`; decisions §7): POST /v1/keys, GET /v1/keys/self, DELETE /v1/keys/{token_id}. */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { instant } from './scalars.ts';

/** A self-minted token has fixed capabilities and lifetime: there is nothing to ask for. */
export const mintRequest = z.strictObject({});

const tokenMembers = {
  token_id: z.string(),
  actor: z.string(),
  capabilities: z.array(z.string()),
  expires_at: instant,
};

export const mintResponse = envelope.extend({ token: z.string(), ...tokenMembers });

export const keySelfResponse = envelope.extend({
  ...tokenMembers,
  /** 0 to 1000 per mille, now. */
  standing: z.int().min(0).max(1_000),
  /** Null: every corpus. */
  corpora: z.array(z.string()).nullable(),
  /** Null: every address. */
  prefixes: z.array(z.string()).nullable(),
});

export const revokeResponse = envelope.extend({ token_id: z.string(), revoked: z.literal(true) });
