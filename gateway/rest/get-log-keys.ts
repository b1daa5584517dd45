/** GET /.well-known/adduce-log-keys: what checkpoints are verified with (C2SP signed-note). */

import { verifierText } from '../../graph/log/checkpoint.ts';
import { getLogKeys as CONTRACT } from '../wire/log.ts';
import type { AgentOperation, Call } from './operation.ts';
import { type Reply, reply } from './reply.ts';

/** For everybody: a token that is sent only says whose call is counted. */
export const getLogKeys: AgentOperation = { contract: CONTRACT, plane: 'agent', handle: list };

async function list({ engine }: Call): Promise<Reply> {
  const known = (await engine.log.keys()).toReversed();
  const keys = known.map(({ verifier, fromSize, untilSize }) => {
    return { key: verifierText(verifier), from_size: fromSize, until_size: untilSize };
  });
  const signing = keys.filter(({ until_size }) => until_size === null).map(({ key }) => `${key}\n`);
  const { type } = CONTRACT.reply.plain;
  const plain = { type, bytes: Buffer.from(signing.join('')), cacheControl: 'no-cache' };
  return reply(200, { log_keys: { origin: known[0]?.verifier.name ?? null, keys } }, { plain });
}
