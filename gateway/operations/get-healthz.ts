/**
 * GET /healthz: whether the store answers and takes writes, which build this is and what it speaks
 * (docs/spec/contract.md#ae-healthz, #ae-versioning).
 */

import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import { OPENAPI_VERSION } from '../openapi/describe-api.ts';
import { RETRY_AFTER_MS } from '../refusal/refusal-of-fault.ts';
import { refuse } from '../refusal/refusals.ts';
import { getHealthz as CONTRACT } from '../wire/healthz.ts';
import type { Call, PublicOperation } from './operation.ts';
import { type Reply, refusalReply, reply } from './reply.ts';
import { RECEIPT_VERSION } from './write-envelope.ts';

export const getHealthz: PublicOperation = {
  contract: CONTRACT,
  plane: 'public',
  handle: check,
};

/** What a client can check before it upgrades; the versions of formats that stored or sent things are in. */
const COMPATIBILITY = {
  api: 'v1',
  openapi: OPENAPI_VERSION,
  envelope: 'EnvelopeV1',
  receipt: `v${RECEIPT_VERSION}`,
  ledger_entry: 'LedgerEntryV1',
  fold: FOLD_POLICY.id,
  token: 'rcx1',
  log: 'rfc6962+tlog-checkpoint+tlog-tiles',
  cbor: 'rfc8949-4.2.1',
  node: '>=24',
};

async function check({ engine, config: { version } }: Call): Promise<Reply> {
  const log_damage = engine.log.damage();
  const members = { log_damage, version, compatibility: COMPATIBILITY };
  try {
    await engine.store.head();
    const because = await engine.store.writeRefusal();
    if (because === null) {
      const state = log_damage === null ? { ok: true, status: 200 } : { ok: false, status: 503 };
      return reply(CONTRACT, { ...state, refuses: [], refused_because: null, ...members });
    }
    // A load balancer that sees only the status must not remove a service that can still read.
    const refused = { ok: false, status: 503, refused_because: because };
    return reply(CONTRACT, { ...refused, refuses: ['writes'], ...members });
  } catch (fault) {
    if (!(fault instanceof StoreUnavailable)) throw fault;
    const because = 'the store cannot be reached';
    const { refusal } = refuse('upstream:unavailable', because, { retryAfterMs: RETRY_AFTER_MS });
    const refused = { refuses: ['reads', 'writes'], refused_because: because };
    return refusalReply(refusal, { members: { ok: false, status: 503, ...refused, ...members } });
  }
}
