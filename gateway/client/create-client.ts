/**
 * The server-side client of an engine: one method per operation, typed by the wire's own schemas (contract: "server-side
 * client libraries"). Not for browsers: it refuses to hold a key there.
 */
import { z } from 'zod';
import {
  type AnswerResponse,
  type AskRequest,
  answerResponse,
  type ContradictionResponse,
  contradictionResponse,
} from '../wire/answers.ts';
import {
  type EngineSearchQuery,
  type EngineSearchResponse,
  engineSearchResponse,
} from '../wire/engine-search.ts';
import { type EvidenceRequest, type EvidenceResponse, evidenceResponse } from '../wire/evidence.ts';
import { type HealthzResponse, healthzResponse } from '../wire/healthz.ts';
import { type LedgerQuery, type LedgerResponse, ledgerResponse } from '../wire/ledger.ts';
import { type ReceiptResponse, receiptResponse } from '../wire/receipt.ts';
import { type StatsResponse, statsResponse } from '../wire/stats.ts';
import { AdduceError } from './adduce-error.ts';
import type { CircuitView } from './circuit.ts';
import { type CallOptions, Transport, type TransportOptions } from './transport.ts';

/** Options of the operations that read one corpus. */
export interface CorpusOptions extends CallOptions {
  /** The engine's default corpus where it is left out. */
  readonly corpus?: string;
}

export interface EvidenceOptions extends CorpusOptions {
  /** The same key with the same body is the same entry; with another body 422 `invalid:idempotency_key`. */
  readonly idempotencyKey?: string;
}

/** A GraphQL request over HTTP POST. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** A GraphQL reply (graphql.org/learn/serving-over-http): `data` may be partial where there are `errors`. */
export interface GraphqlReply {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/** Every method throws `AdduceError` for what is no success. */
export interface AdduceClient {
  /** POST /v1/answers. A contradiction is an error of kind `Contradiction`: `contradictionOf` reads both sides. */
  answers(request: AskRequest, options?: CorpusOptions): Promise<AnswerResponse>;
  /** GET /v1/answers/{id}/receipt. */
  receipt(answerId: string, options?: CallOptions): Promise<ReceiptResponse>;
  /** GET /v1/search. */
  search(query: EngineSearchQuery, options?: CallOptions): Promise<EngineSearchResponse>;
  /** POST /v1/claims/{addr}/evidence; `addr` is the full address or the bare `c1…` id. */
  evidence(addr: string, event: EvidenceRequest, options?: EvidenceOptions): Promise<EvidenceResponse>;
  /** GET /v1/claims/{addr}/ledger. */
  ledger(addr: string, query?: LedgerQuery, options?: CallOptions): Promise<LedgerResponse>;
  /** GET /healthz. */
  healthz(options?: CallOptions): Promise<HealthzResponse>;
  /** GET /v1/stats. */
  stats(options?: CallOptions): Promise<StatsResponse>;
  /** POST /graphql: queries only, subscriptions need a stream. */
  graphql(request: GraphqlRequest, options?: CallOptions): Promise<GraphqlReply>;
  circuit(): CircuitView;
}

const graphqlReply = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** @throws {Error} with an `apiKey` in a browser, and for a `baseUrl` that is not http(s) */
export function createClient(options: TransportOptions): AdduceClient {
  const transport = new Transport(options);
  const get = <T>(path: string, schema: z.ZodType<T>, options?: CallOptions): Promise<T> =>
    transport.call({ method: 'GET', path, schema }, options);
  const post = <T>(path: string, body: unknown, schema: z.ZodType<T>, options?: CallOptions): Promise<T> =>
    transport.call({ method: 'POST', path, body, schema }, options);

  return {
    answers: (request, options = {}) =>
      post(`/v1/answers${queryOf({ corpus: options.corpus })}`, request, answerResponse, options),
    receipt: (id, options) => get(`/v1/answers/${encodeURIComponent(id)}/receipt`, receiptResponse, options),
    search: (query, options) => get(`/v1/search${queryOf({ ...query })}`, engineSearchResponse, options),
    evidence: (addr, event, options = {}) =>
      post(
        `${claimPath(addr)}/evidence${queryOf({ corpus: options.corpus })}`,
        event,
        evidenceResponse,
        withIdempotency(options),
      ),
    ledger: (addr, query = {}, options) =>
      get(`${claimPath(addr)}/ledger${queryOf({ ...query })}`, ledgerResponse, options),
    healthz: (options) => get('/healthz', healthzResponse, options),
    stats: (options) => get('/v1/stats', statsResponse, options),
    graphql: (request, options) => post('/graphql', request, graphqlReply, options),
    circuit: () => transport.circuit.view(),
  };
}

/** The contradicted answer that a 409 carries, null for any other error. */
export function contradictionOf(error: unknown): ContradictionResponse | null {
  if (!(error instanceof AdduceError) || error.kind !== 'Contradiction') return null;
  return contradictionResponse.safeParse(error.envelope).success
    ? (error.envelope as ContradictionResponse)
    : null;
}

function claimPath(addr: string): string {
  return `/v1/claims/${encodeURIComponent(addr)}`;
}

function withIdempotency(options: EvidenceOptions): CallOptions {
  if (options.idempotencyKey === undefined) return options;
  return { ...options, headers: { ...options.headers, 'idempotency-key': options.idempotencyKey } };
}

function queryOf(members: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
