/** GET /.well-known/adduce-log-keys: what checkpoints are verified with (C2SP signed-note). */

import { verifierText } from '../../graph/log/checkpoint.ts';
import { keyListText } from '../../graph/log/key-list.ts';
import { getLogKeys as CONTRACT } from '../wire/log.ts';
import type { AgentOperation, Call } from './operation.ts';
import { type Reply, reply } from './reply.ts';

/** Public: a token that is sent only decides whose limit counts the call. */
export const getLogKeys: AgentOperation = { contract: CONTRACT, plane: 'agent', handle: list };

async function list({ engine }: Call): Promise<Reply> {
  const known = await engine.log.keys();
  const keys = known.toReversed().map(({ verifier, fromSize, untilSize, endorsement = null }) => {
    return { key: verifierText(verifier), from_size: fromSize, until_size: untilSize, endorsement };
  });
  const { type } = CONTRACT.reply.plain;
  const plain = { type, bytes: Buffer.from(keyListText(known)), cacheControl: 'no-cache' };
  return reply(CONTRACT, { log_keys: { origin: known[0]?.verifier.name ?? null, keys } }, { plain });
}
