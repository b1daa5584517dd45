/** What a service answers before it has a store to read from: GET /livez says that it lives, everything else is refused. */

import type { Handle } from '../http/connection.ts';
import { NO_CORPUS } from '../operations/envelope-corpus.ts';
import { JSON_TYPE, negotiate } from '../operations/negotiate.ts';
import { type Reply, refusalReply, reply } from '../operations/reply.ts';
import { writeEnvelope } from '../operations/write-envelope.ts';
import { RETRY_AFTER_MS } from '../refusal/refusal-of-fault.ts';
import { refuse } from '../refusal/refusals.ts';
import { getLivez } from '../wire/probes.ts';

const LIVEZ = '/livez';
const READYZ = '/readyz';

/** @param because why, in words for an operator, at the time of each request */
export function notReady(because: () => string): Handle {
  return async (request, connection) => {
    const { pathname: path, searchParams: query } = new URL(request.url);
    const facts = {
      route: path === LIVEZ || path === READYZ ? path : null,
      method: connection?.method ?? request.method,
      path,
      query,
      body: null,
      tokenId: null,
      trace: null,
    };
    const format = negotiate(request.headers.get('accept')) ?? JSON_TYPE;
    return writeEnvelope(replyTo(path, because()), { facts, format, corpus: NO_CORPUS, enforce: 'off' });
  };
}

function replyTo(path: string, because: string): Reply {
  if (path === LIVEZ) return reply(getLivez, { live: true });
  const { refusal } = refuse('upstream:unavailable', because, { retryAfterMs: RETRY_AFTER_MS });
  return refusalReply(refusal, path === READYZ ? { members: { ready: false, because } } : {});
}
