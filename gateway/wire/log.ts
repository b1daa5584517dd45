/**
 * The transparency log as auditors, witnesses and mirrors read it (RFC 6962 §2.1; C2SP tlog-checkpoint, tlog-tiles,
 * signed-note). `/v1/log` is the prefix of its tlog-tiles URLs.
 */
import { z } from 'zod';
import { envelope } from './envelope.ts';
import { CAPABILITY_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { hexDigest, queryInteger } from './scalars.ts';

const size = z.int().min(0);
const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';

export const checkpointResponse = envelope
  .extend({
    checkpoint: z.object({
      origin: z.string().describe("The log's name."),
      size,
      root: hexDigest,
      note: z.string().describe('The signed note itself (C2SP tlog-checkpoint, Ed25519).'),
    }),
  })
  .meta({ id: 'CheckpointResponseV1' });
export type CheckpointResponse = z.infer<typeof checkpointResponse>;

const ofSize = queryInteger.optional().describe('Entries of the tree; left out: all that there are now.');

export const inclusionQuery = z.object({
  index: queryInteger.describe('Position of the entry, from 0: its `seq`.'),
  size: ofSize,
});
/** As a client writes it, before it becomes text in a URL. */
export interface InclusionQuery {
  readonly index: number;
  readonly size?: number;
}

export const inclusionResponse = envelope
  .extend({
    inclusion: z
      .object({
        index: size,
        size,
        leaf_hash: hexDigest.describe("SHA-256(0x00 || the entry's bytes)."),
        root: hexDigest.describe('Of the tree of `size` entries: compare it with a checkpoint.'),
        hashes: z.array(hexDigest).describe('From the leaf upwards (RFC 6962 §2.1.1).'),
      })
      .describe('Proof that the tree holds the entry.'),
  })
  .meta({ id: 'InclusionResponseV1' });
export type InclusionResponse = z.infer<typeof inclusionResponse>;

export const consistencyQuery = z.object({
  old_size: queryInteger.describe('Entries of the earlier tree.'),
  size: ofSize,
});
/** As a client writes it, before it becomes text in a URL. */
export interface ConsistencyQuery {
  readonly old_size: number;
  readonly size?: number;
}

export const consistencyResponse = envelope
  .extend({
    consistency: z
      .object({
        old_size: size,
        old_root: hexDigest,
        size,
        root: hexDigest,
        hashes: z
          .array(hexDigest)
          .describe('As RFC 6962 §2.1.2 orders them; none from 0 and to the same size.'),
      })
      .describe('Proof that the later tree begins with the earlier one.'),
  })
  .meta({ id: 'ConsistencyResponseV1' });
export type ConsistencyResponse = z.infer<typeof consistencyResponse>;

export const logKeysResponse = envelope
  .extend({
    log_keys: z.object({
      origin: z
        .string()
        .nullable()
        .describe("The log's name, under which each key signs; null before the first."),
      keys: z
        .array(
          z.object({
            key: z.string().describe('Verifier key, `<name>+<key id>+<base64>` (C2SP signed-note).'),
            from_size: size.describe('The first size that it may have signed.'),
            until_size: size.nullable().describe('The last one, null for a key that signs now.'),
            endorsement: z
              .string()
              .nullable()
              .optional()
              .describe(
                'Signed note (C2SP signed-note) in which the key before names this one: `adduce log key/1`, this ' +
                  'verifier key and `from_size`, a line each. Null for the first key, and where none was made.',
              ),
          }),
        )
        .describe('Newest first. Two sign together while one takes over from the other.'),
    }),
  })
  .meta({ id: 'LogKeysResponseV1' });
export type LogKeysResponse = z.infer<typeof logKeysResponse>;

const SPAN = '(?:x[0-9]{3}/){0,4}[0-9]{3}(?:\\.p/[1-9][0-9]{0,2})?';
const span = z
  .string()
  .describe(
    'Its index in groups of three digits, all but the last after an x; `.p/` and a width for a part of it.',
  )
  .meta({ pattern: `^${SPAN}$` });

const tileResponse = envelope
  .extend({
    tile: z.object({
      level: size,
      index: size,
      hashes: z.array(hexDigest).min(1).max(256).describe('Left to right; 256 of a full tile.'),
    }),
  })
  .meta({ id: 'TileResponseV1' });

const logEntriesResponse = envelope
  .extend({
    bundle: z.object({
      index: size,
      entries: z
        .array(z.base64())
        .min(1)
        .max(256)
        .describe("Each entry's bytes in base64: its leaf is SHA-256(0x00 || bytes)."),
    }),
  })
  .meta({ id: 'LogEntriesResponseV1' });

export const getCheckpoint = {
  id: 'getCheckpoint',
  method: 'GET',
  route: '/v1/log/checkpoint',
  tag: 'log',
  summary: "Read the log's size and root, signed",
  capability: null,
  credential: 'none',
  reply: {
    status: 200,
    description: 'The tree as it is now',
    schema: checkpointResponse,
    plain: { type: TEXT, description: 'The signed note (C2SP tlog-checkpoint).' },
  },
  reasons: ['limited:rate'],
} as const satisfies OperationContract;

export const getInclusionProof = {
  id: 'getInclusionProof',
  method: 'GET',
  route: '/v1/log/proof/inclusion',
  tag: 'log',
  summary: 'Prove that an entry is in the log',
  capability: null,
  credential: 'none',
  query: inclusionQuery,
  reply: { status: 200, description: 'The proof', schema: inclusionResponse },
  reasons: ['invalid:query', 'missing:entry', 'limited:rate'],
} as const satisfies OperationContract;

export const getConsistencyProof = {
  id: 'getConsistencyProof',
  method: 'GET',
  route: '/v1/log/proof/consistency',
  tag: 'log',
  summary: 'Prove that the log begins with an earlier state of itself',
  capability: null,
  credential: 'none',
  query: consistencyQuery,
  reply: { status: 200, description: 'The proof', schema: consistencyResponse },
  reasons: ['invalid:query', 'missing:entry', 'limited:rate'],
} as const satisfies OperationContract;

export const getLogKeys = {
  id: 'getLogKeys',
  method: 'GET',
  route: '/.well-known/adduce-log-keys',
  tag: 'log',
  summary: 'List the public keys that checkpoints are signed with',
  capability: null,
  credential: 'none',
  reply: {
    status: 200,
    description: 'The keys, also those that sign no more',
    schema: logKeysResponse,
    plain: {
      type: TEXT,
      description:
        'Verifier keys that sign now, one a line, newest first; then those that sign no more, each in a comment (`#`) with the sizes of the trees that it signed.',
    },
  },
  reasons: ['limited:rate'],
} as const satisfies OperationContract;

export const getTile = {
  id: 'getTile',
  method: 'GET',
  route: '/v1/log/tile/{level}/{span}',
  tag: 'log',
  summary: "Read a tile of the log's hashes",
  capability: null,
  credential: 'none',
  params: z.object({
    level: z
      .string()
      .describe('0 for leaf hashes; each level stands on 256 of the one below.')
      .meta({ pattern: '^[0-9]$' }),
    span,
  }),
  reply: {
    status: 200,
    description: 'The hashes; they never change',
    schema: tileResponse,
    plain: { type: BYTES, description: 'The hashes, 32 bytes each (C2SP tlog-tiles).' },
  },
  reasons: ['missing:tile', 'limited:rate'],
} as const satisfies OperationContract;

export const getLogEntries = {
  id: 'getLogEntries',
  method: 'GET',
  route: '/v1/log/tile/entries/{span}',
  tag: 'log',
  summary: 'Read the entries under a tile of leaf hashes, whosever they are',
  capability: 'svc.log',
  credential: 'token',
  params: z.object({ span }),
  reply: {
    status: 200,
    description: 'The entries; they never change',
    schema: logEntriesResponse,
    plain: {
      type: BYTES,
      description: 'The entries, each behind its length in two bytes (C2SP tlog-tiles).',
    },
  },
  reasons: [...CAPABILITY_REASONS, 'missing:tile', 'limited:rate'],
} as const satisfies OperationContract;
