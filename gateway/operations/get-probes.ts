/** GET /livez: the process answers. GET /readyz: the store answers too, and the service is not about to end. */
import { StoreUnavailable } from '../../graph/store/store.ts';
import { RETRY_AFTER_MS } from '../refusal/refusal-of-fault.ts';
import { refuse } from '../refusal/refusals.ts';
import { getLivez as LIVEZ, getReadyz as READYZ } from '../wire/probes.ts';
import type { Call, PublicOperation } from './operation.ts';
import { type Reply, refusalReply, reply } from './reply.ts';

export const getLivez: PublicOperation = {
  contract: LIVEZ,
  plane: 'public',
  handle: async () => reply(LIVEZ, { live: true }),
};

export const getReadyz: PublicOperation = { contract: READYZ, plane: 'public', handle: checkReady };

async function checkReady(call: Call): Promise<Reply> {
  const because = await whyNotReady(call);
  if (because === null) return reply(READYZ, { ready: true, because });
  const { refusal } = refuse('upstream:unavailable', because, { retryAfterMs: RETRY_AFTER_MS });
  return refusalReply(refusal, { members: { ready: false, because } });
}

/** A service that takes no writes is ready all the same: its reads go on. */
async function whyNotReady({ engine, config }: Call): Promise<string | null> {
  if (config.isEnding?.() === true) return 'the service is about to end';
  try {
    await engine.store.head();
    return null;
  } catch (fault) {
    if (!(fault instanceof StoreUnavailable)) throw fault;
    return 'the store cannot be reached';
  }
}
