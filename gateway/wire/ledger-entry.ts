/** LedgerEntryV1: one entry of a claim's ledger as readers get it (docs/spec/decisions.md#3). */
import { z } from 'zod';
import { hexDigest, instant } from './scalars.ts';

const ledgerItem = z.object({
  ref: z.string(),
  hash: z.string(),
  kind: z.enum(['source', 'receipt', 'reproduction']),
  check: z
    .enum(['match', 'unknown'])
    .describe('`match`: a stored artefact of that ref has that hash; `unknown`: nothing stored says.'),
  artefact: z.string().optional(),
  domain: z.string(),
  observed_at: z.string().optional(),
  licence: z.string().optional(),
});

export const ledgerEntry = z
  .object({
    event_id: z.string(),
    claim: z.string(),
    seq: z.int().min(0).describe("Gapless within the claim's ledger, from 0."),
    at: instant,
    effective_at: instant,
    kind: z.enum(['corroborate', 'dispute', 'supersede-propose']),
    actor: z.string(),
    actor_root: z.string(),
    standing: z.int().min(0).max(1_000).describe('Per mille, frozen at append.'),
    token_id: z.string().nullable(),
    evidence: z.array(ledgerItem),
    attestations: z.array(z.string()),
    stake: z.object({ amount: z.number().min(0), charged: z.literal(false) }).nullable(),
    successor: z.string().nullable(),
    authority: z.enum(['capability', 'policy']).nullable(),
    policy: z.string(),
    prev: hexDigest.nullable(),
    entry_hash: hexDigest,
    log: z.object({ seq: z.int().min(0), tree_size: z.int().min(1), root: hexDigest }),
  })
  .meta({ id: 'LedgerEntryV1', description: "One entry of a claim's evidence ledger." });
