/** GET /v1/log/tile/…: the log in the pieces that mirrors and witnesses read it in (C2SP tlog-tiles; docs/adr/0018-…). */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import {
  entryBundle,
  MAX_BUNDLED_BYTES,
  parseTileLevel,
  parseTileSpan,
  type TileSpan,
} from '../../graph/log/tile.ts';
import { type GatewayOutcome, type GatewayRefusal, refuse } from '../refusal/refusals.ts';
import { getLogEntries as ENTRIES, getTile as TILE } from '../wire/log.ts';
import { requireCapability } from './authorize.ts';
import { hexOf } from './hex-of.ts';
import type { AgentOperation, Call } from './operation.ts';
import { FOR_EVER, prefersPlain } from './plain-form.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

/** Public: a hash reveals nothing, and confirms an entry only to somebody who has it. */
export const getTile: AgentOperation = { contract: TILE, plane: 'agent', handle: readTile };

/** For the operator's own mirrors: entries are of every tenant. */
export const getLogEntries: AgentOperation = { contract: ENTRIES, plane: 'agent', handle: readEntries };

const NO_TILE = refuse('missing:tile', 'this is no address of a tile').refusal;
const TOO_LONG = refuse(
  'invalid:accept',
  `an entry is longer than the ${MAX_BUNDLED_BYTES} bytes that a bundle can say: ask for application/json`,
).refusal;
/** Only for holders of the token. */
const KEPT_BY_CALLER = FOR_EVER.replace('public', 'private');

async function readTile({ engine, params }: Call): Promise<Reply> {
  const level = parseTileLevel(params.level ?? '');
  const span = spanOf(params);
  if (level === null || span === null) return refusalReply(NO_TILE);
  const read = await engine.log.tile({ level, ...span });
  if (!read.ok) return refusalReply(read.refusal);
  const { type } = TILE.reply.plain;
  const plain = { type, bytes: Buffer.concat(read.value), cacheControl: FOR_EVER };
  return reply(TILE, { tile: { level, index: span.index, hashes: read.value.map(hexOf) } }, { plain });
}

async function readEntries(
  { engine, params, headers }: Call,
  token: GatewayOutcome<TokenGrant | null>,
): Promise<Reply> {
  // Whatever is not enforced on the agents' plane: tenants have not agreed to it.
  const grant = requireCapability(token, 'svc.log', { enforce: 'enforce' });
  if (!grant.ok) return refusalReply(grant.refusal);
  const narrowed = refuseNarrowed(grant.value);
  if (narrowed !== null) return refusalReply(narrowed);
  const span = spanOf(params);
  if (span === null) return refusalReply(NO_TILE);
  const read = await engine.log.entries(span);
  if (!read.ok) return refusalReply(read.refusal);
  const bytes = entryBundle(read.value);
  const { type } = ENTRIES.reply.plain;
  if (bytes === null && prefersPlain(headers.get('accept'), type)) return refusalReply(TOO_LONG);
  const plain = bytes && { type, bytes, cacheControl: KEPT_BY_CALLER };
  const entries = read.value.map((one) => Buffer.from(one).toString('base64'));
  return reply(ENTRIES, { bundle: { index: span.index, entries } }, { plain });
}

/** A client that encodes path parameters sends its slashes encoded. */
function spanOf({ span = '' }: Call['params']): TileSpan | null {
  return parseTileSpan(span.replaceAll(/%2f/gi, '/'));
}

/** The log has no parts by corpus or by address. */
function refuseNarrowed({ corpora, prefixes }: TokenGrant): GatewayRefusal | null {
  if (corpora === null && prefixes === null) return null;
  return refuse('denied:corpus_forbidden', 'this token is for a part of the corpora, and the log is of all')
    .refusal;
}
