/**
 * The REST surface of both planes: one function from a request to its response
 * (docs/spec/contract.md#ap-operations, #ae-operations; docs/spec/decisions.md#6, #7, #8).
 */
import type { Engine } from '../../engine/engine.ts';
import { type Handle, type HttpConnection, IN_PROCESS } from '../http/connection.ts';
import { TRACE_HEADER, type Trace, traceOf } from '../http/trace.ts';
import { envelopeCorpus } from '../operations/envelope-corpus.ts';
import type { GatewayConfig } from '../operations/gateway-config.ts';
import { JSON_TYPE, negotiate } from '../operations/negotiate.ts';
import { prefersPlain } from '../operations/plain-form.ts';
import { fileResponse } from '../operations/public-file.ts';
import { refusalReply } from '../operations/reply.ts';
import { createSurface, type Surface } from '../operations/surface.ts';
import { sendPlain, writeEnvelope } from '../operations/write-envelope.ts';
import { refusalOfFault } from '../refusal/refusal-of-fault.ts';
import { type Exchange, type Gateway, respond } from './exchange.ts';
import { publicFiles } from './public-files.ts';
import { requestTarget } from './request-target.ts';
import { Router } from './router.ts';

export interface RestOptions {
  readonly engine: Engine;
  readonly config: GatewayConfig;
  /** What other transports of this process count with; by default nothing is. */
  readonly shared?: Surface;
}

/** Serves `/v1/…`, `/healthz` and their description. Never rejects: a fault is a 5xx envelope, and `config.onFault` is notified. */
export function createRest({ engine, config, shared = createSurface(config) }: RestOptions): Handle {
  const { operations, rate } = shared;
  const gateway: Gateway = {
    engine,
    config,
    rate,
    router: new Router(operations),
    files: publicFiles(
      operations.map(({ contract }) => contract),
      config,
    ),
  };
  return async (request, connection = IN_PROCESS) => {
    const trace = connection.trace ?? traceOf((name) => request.headers.get(name));
    const response = await handle(gateway, request, connection, trace);
    response.headers.set(TRACE_HEADER, trace.id);
    return response;
  };
}

async function handle(
  gateway: Gateway,
  request: Request,
  connection: HttpConnection,
  trace: Trace,
): Promise<Response> {
  const { path, query } = requestTarget(connection.target, request.url);
  const accept = request.headers.get('accept');
  const format = negotiate(accept);
  const facts = {
    route: null,
    method: connection.method ?? request.method,
    path,
    query,
    body: null,
    tokenId: null,
    trace: trace.isSent ? trace.id : null,
  };
  const exchange: Exchange = { request, connection, facts, isAcceptable: format !== null };
  const done = await respond(gateway, exchange);
  if (done.file !== null) return fileResponse(done.file, request, done.headers);
  if (done.download !== null) return sendPlain(done, done.download, facts);
  if (done.plain !== null && prefersPlain(accept, done.plain.type)) return sendPlain(done, done.plain, facts);
  const corpus = done.corpus ?? (await envelopeCorpus(gateway, query));
  const sealing = { facts, format: format ?? JSON_TYPE, corpus, enforce: gateway.config.enforce };
  try {
    return writeEnvelope(done, sealing);
  } catch (fault) {
    // The reply has no canonical form: the receipt of the fault must not contain it.
    gateway.config.onFault(fault);
    return writeEnvelope(refusalReply(refusalOfFault(fault)), {
      ...sealing,
      facts: { ...facts, body: null },
    });
  }
}
