/**
 * GET /v1/stats: the corpora that may be named, how much there is of what, and the state of the log
 * (docs/spec/decisions.md#7-stats).
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import type { OperationContract } from './operation.ts';
import { hexDigest, instant } from './scalars.ts';

const count = z.int().min(0);

const counts = z.object({
  snapshot: z.string().describe('What was counted: the present snapshot, or an earlier one.'),
  artefacts: count.describe('Every version of every document.'),
  documents: count,
  sections: count,
  claims: count,
  events: count.describe('Entries of the ledgers of claims.'),
  annotations: count,
  closed_stubs: count,
});

const beliefCounts = z
  .object({
    snapshot: z.string().describe('What was counted: the present snapshot, or an earlier one.'),
    as_of: instant.describe('When the beliefs are of.'),
    settled: count,
    contested: count,
    disputed: count,
    stale: count,
    superseded: count,
    none: count.describe('Claims with an empty ledger.'),
  })
  .describe('Claims by the state of belief in them.');

const findingsCounts = z
  .object({
    log_size: count.describe('What was counted: the log at this size.'),
    PASS: count,
    WARN: count,
    FAIL: count,
    UNKNOWN: count,
  })
  .describe("The caller's answers by their verdict.");

const corpusStats = z.object({
  name: z.string(),
  snapshot: z.string(),
  newest: z.string().describe('Latest effective time of what is known.'),
  observed_at: z.string().nullable().describe('When its sources were last looked at, null when never.'),
  lanes: z.array(z.string()).describe('How its sections are found.'),
  counts,
  licences: z.record(z.string(), count).describe('Artefacts by licence, counted with the rest.'),
  oldest_observation: instant.nullable().describe('Of an artefact, null without one.'),
  newest_observation: instant.nullable().describe('Of an artefact, null without one.'),
  beliefs: beliefCounts.nullable().describe('Null until a large corpus has been counted for the first time.'),
});

const capabilityCost = z.object({
  capability: z.string(),
  cost: count,
  unit: z.enum(['call', 'token', 'byte']),
});

export const statsResponse = envelope
  .extend({
    corpora: z.array(corpusStats),
    findings: findingsCounts
      .nullable()
      .describe(
        "Of the tenant `local` in open mode, of the key's organisation with an engine key, else null.",
      ),
    log: z.object({
      origin: z.string().describe('The name that its checkpoints are signed under.'),
      size: count,
      root: hexDigest,
    }),
    policies: z
      .record(z.string(), z.string())
      .describe('Versions in force of what answers and beliefs depend on.'),
    capabilities: z.array(capabilityCost).describe('What a call costs that a capability is used for.'),
    limits: z
      .record(z.string(), z.int())
      .describe(
        'What bounds a request and its reply. `body_members` are those of all objects of a body together. `token_reserve` and ' +
          '`annotations_token_reserve` are the most that a body costs beside the items of its `token_budget`. ' +
          '`keys_per_address_and_day` is how many keys POST /v1/keys mints for one address (of IPv6 for its network), and ' +
          '`key_days` how long they last.',
      ),
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
  reasons: ['limited:rate'],
} as const satisfies OperationContract;
