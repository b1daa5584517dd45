/** The REST surface of both planes: one function from a request to its response (contract: "Endpoints"; decisions §6–§8). */
import type { Engine } from '../../engine/engine.ts';
import { WriterOverloaded } from '../../graph/log/writer.ts';
import { StoreUnavailable } from '../../graph/store.ts';
import { deleteKey } from './delete-key.ts';
import { type Exchange, type Gateway, respond } from './exchange.ts';
import { getHealthz } from './get-healthz.ts';
import { getKeySelf } from './get-key-self.ts';
import { getLedger } from './get-ledger.ts';
import { getReceipt } from './get-receipt.ts';
import { getRevocations } from './get-revocations.ts';
import { getSearch } from './get-search.ts';
import { getStats } from './get-stats.ts';
import { JSON_TYPE, negotiate } from './negotiate.ts';
import { postAnswers } from './post-answers.ts';
import { postEvidence } from './post-evidence.ts';
import { postKeys } from './post-keys.ts';
import { postSearch } from './post-search.ts';
import { RateLimit } from './rate-limit.ts';
import { type GatewayRefusal, refuse } from './refusals.ts';
import { corpusOf, type Reply, refusalReply } from './reply.ts';
import { type Connection, type Handle, IN_PROCESS, type RestConfig } from './rest-config.ts';
import { Router } from './router.ts';
import { seal } from './seal.ts';

const MINUTE_SECONDS = 60;
/** When a caller may try again what an outage or overload has refused. */
const RETRY_AFTER_MS = 1_000;
/** `corpus` of an envelope where there is none yet, or no telling which. */
const NO_CORPUS = { name: '', snapshot: '' };

export interface RestOptions {
  readonly engine: Engine;
  readonly config: RestConfig;
}

/** Serves `/v1/…` and `/healthz`. Never rejects: a fault is a 5xx envelope, and `config.onFault` hears of it. */
export function createRest({ engine, config }: RestOptions): Handle {
  const gateway: Gateway = {
    engine,
    config,
    rate: new RateLimit(config.ratePerMinute, MINUTE_SECONDS, 'requests within a minute'),
    router: new Router([
      postAnswers,
      getReceipt,
      postSearch,
      getSearch,
      postEvidence,
      getLedger,
      getHealthz,
      getStats,
      postKeys(),
      getKeySelf,
      getRevocations,
      deleteKey,
    ]),
  };
  return (request, connection = IN_PROCESS) => handle(gateway, request, connection);
}

async function handle(gateway: Gateway, request: Request, connection: Connection): Promise<Response> {
  const { path, query } = targetOf(request, connection);
  const format = negotiate(request.headers.get('accept'));
  const facts = {
    route: null,
    method: connection.method ?? request.method,
    path,
    query,
    body: null,
    tokenId: null,
  };
  const exchange: Exchange = { request, connection, facts, isAcceptable: format !== null };
  const done = await respondSafely(gateway, exchange);
  const corpus = done.corpus ?? (await corpusMeant(gateway, query));
  const sealing = { facts, format: format ?? JSON_TYPE, corpus, enforce: gateway.config.enforce };
  try {
    return seal(done, sealing);
  } catch (fault) {
    // A reply of ours that has no canonical form: the receipt of the fault must not stumble over it again.
    gateway.config.onFault(fault);
    return seal(refusalReply(refusalOfFault(fault)), { ...sealing, facts: { ...facts, body: null } });
  }
}

/** The path and query as they were sent, where the server knows them; an absolute target is the `Request`'s own. */
function targetOf({ url }: Request, { target }: Connection): { path: string; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(url);
  const sent = target?.startsWith('/') ? (target.split(/[?#]/, 1)[0] ?? '') : pathname;
  return { path: sent, query: searchParams };
}

async function respondSafely(gateway: Gateway, exchange: Exchange): Promise<Reply> {
  try {
    return await respond(gateway, exchange);
  } catch (fault) {
    // An upload that broke off is nobody's fault here, and nobody reads the reply.
    if (!exchange.request.signal.aborted) gateway.config.onFault(fault);
    return refusalReply(refusalOfFault(fault));
  }
}

/** Nothing of the fault is shown: its text may name paths, queries or people. */
function refusalOfFault(fault: unknown): GatewayRefusal {
  if (fault instanceof StoreUnavailable || fault instanceof WriterOverloaded) {
    const more = { retryAfterMs: RETRY_AFTER_MS };
    return refuse('upstream:unavailable', 'the store cannot be reached or cannot take more now', more)
      .refusal;
  }
  return refuse('internal:fault', 'something went wrong here').refusal;
}

/** The corpus that the request means by its query, else the one that reads mean without a name. */
async function corpusMeant(
  { engine, config }: Gateway,
  query: URLSearchParams,
): Promise<{ name: string; snapshot: string }> {
  try {
    const named = await engine.resolveCorpus(query.get('corpus'), null);
    const meant = named.ok ? named : await engine.resolveCorpus(null, null);
    return meant.ok ? corpusOf(meant.value) : NO_CORPUS;
  } catch (fault) {
    config.onFault(fault);
    return NO_CORPUS;
  }
}
