/**
 * The REST surface of both planes: one function from a request to its response
 * (docs/spec/contract.md#ap-operations, #ae-operations; docs/spec/decisions.md#6, #7, #8).
 */
import type { Engine } from '../../engine/engine.ts';
import { refusalOfFault } from '../refusal/refusal-of-fault.ts';
import { TRACE_HEADER, type Trace, traceOf } from '../trace.ts';
import { envelopeCorpus } from './envelope-corpus.ts';
import { type Exchange, type Gateway, respond } from './exchange.ts';
import { JSON_TYPE, negotiate } from './negotiate.ts';
import { prefersPlain } from './plain-form.ts';
import { fileResponse } from './public-file.ts';
import { publicFiles } from './public-files.ts';
import { refusalReply } from './reply.ts';
import { requestTarget } from './request-target.ts';
import { type Handle, type HttpConnection, IN_PROCESS, type RestConfig } from './rest-config.ts';
import { createRestSurface, type RestSurface } from './rest-surface.ts';
import { Router } from './router.ts';
import { sendPlain, writeEnvelope } from './write-envelope.ts';

export interface RestOptions {
  readonly engine: Engine;
  readonly config: RestConfig;
  /** What other transports of this process count with; by default nothing is. */
  readonly shared?: RestSurface;
}

/** Serves `/v1/…`, `/healthz` and their description. Never rejects: a fault is a 5xx envelope, and `config.onFault` is notified. */
export function createRest({ engine, config, shared = createRestSurface(config) }: RestOptions): Handle {
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
