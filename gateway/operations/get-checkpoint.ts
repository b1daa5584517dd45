/** GET /v1/log/checkpoint: the log's size and root, signed (C2SP tlog-checkpoint). */

import { getCheckpoint as CONTRACT } from '../wire/log.ts';
import { hexOf } from './hex-of.ts';
import type { AgentOperation, Call } from './operation.ts';
import { type Reply, reply } from './reply.ts';

/** Public: a token that is sent only decides whose limit counts the call. */
export const getCheckpoint: AgentOperation = { contract: CONTRACT, plane: 'agent', handle: read };

async function read({ engine }: Call): Promise<Reply> {
  const { origin, size, root, note } = await engine.log.checkpoint();
  const { type } = CONTRACT.reply.plain;
  const plain = { type, bytes: Buffer.from(note), cacheControl: 'no-store' };
  return reply(CONTRACT, { checkpoint: { origin, size, root: hexOf(root), note } }, { plain });
}
