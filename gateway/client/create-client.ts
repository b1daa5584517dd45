/**
 * The server-side client of an engine: one method per operation, typed by the wire's own contracts
 * (docs/spec/contract.md#ae-callers). Not for browsers: it refuses to hold a key there.
 */
import { z } from 'zod';
import { type AgentSearchRequest, type AgentSearchResponse, agentSearch } from '../wire/agent-search.ts';
import {
  type AnnotationRequestV1,
  type AnnotationResponse,
  type AnnotationsQuery,
  type AnnotationsResponse,
  createAnnotation,
  listAnnotations,
} from '../wire/annotations.ts';
import {
  type AnswerResponse,
  type AskRequestV1,
  ask,
  type ContradictionResponse,
  contradictionResponse,
} from '../wire/answers.ts';
import { type EngineSearchQuery, type EngineSearchResponse, engineSearch } from '../wire/engine-search.ts';
import { appendEvidence, type EvidenceRequestV1, type EvidenceResponse } from '../wire/evidence.ts';
import { type HandshakeRequest, handshake, type SessionPlan } from '../wire/handshake.ts';
import { getHealthz, type HealthzResponse } from '../wire/healthz.ts';
import { type ItemQuery, type ItemResponse, readItem } from '../wire/items.ts';
import {
  getKeySelf,
  type KeySelfResponse,
  listRevocations,
  type MintResponse,
  mintKey,
  type RevocationsQuery,
  type RevocationsResponse,
  type RevokeResponse,
  revokeKey,
} from '../wire/keys.ts';
import { type LedgerQuery, type LedgerResponse, readLedger } from '../wire/ledger.ts';
import {
  type CheckpointResponse,
  type ConsistencyQuery,
  type ConsistencyResponse,
  getCheckpoint,
  getConsistencyProof,
  getInclusionProof,
  getLogKeys,
  type InclusionQuery,
  type InclusionResponse,
  type LogKeysResponse,
} from '../wire/log.ts';
import type { OperationContract } from '../wire/operation.ts';
import { getLivez, getReadyz, type LivezResponse, type ReadyzResponse } from '../wire/probes.ts';
import { getProvenance, type ProvenanceResponse } from '../wire/provenance.ts';
import {
  type AnswerReceipt,
  getReceipt,
  RECEIPT_FILES,
  type ReceiptDownload,
  type ReceiptResponse,
  type VerifyReceiptRequest,
  type VerifyReceiptResponse,
  verifyReceipt,
} from '../wire/receipt.ts';
import { getStats, type StatsResponse } from '../wire/stats.ts';
import { getTrustReport, TRUST_REPORT_FILES, type TrustReportResponse } from '../wire/trust-report.ts';
import { AdduceError } from './adduce-error.ts';
import type { LogOptions } from './checkpoint-memory.ts';
import type { CircuitView } from './circuit.ts';
import type { VerifiedReceiptOptions, VerifyAnswerOptions } from './receipt-checks.ts';
import { pathOf, type SentCall } from './sent.ts';
import { type CallOptions, type SentDocument, Transport, type TransportOptions } from './transport.ts';
import { verifications } from './verifications.ts';

export interface ClientOptions extends TransportOptions {
  /** What `verifiedReceipt` trusts and stores. */
  readonly log?: LogOptions;
}

/** Options of the operations that read one corpus. */
export interface CorpusOptions extends CallOptions {
  /** The engine's default corpus where it is left out. */
  readonly corpus?: string;
}

export interface ReceiptOptions extends CallOptions {
  /** `documents`: the reply also has titles and places of the documents that the receipt names. */
  readonly include?: 'documents';
}

export interface AskOptions extends CorpusOptions {
  /** `receipt`: the reply also has the receipt, for `verifiedReceipt`, and the documents that it names. */
  readonly include?: 'receipt';
}

/** Options of a write that may be repeated. */
export interface WriteOptions extends CallOptions {
  /** The same key with the same body is the same entry; with another body 422 `invalid:idempotency_key`. */
  readonly idempotencyKey?: string;
}

export interface EvidenceOptions extends CorpusOptions, WriteOptions {}

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
  answers(request: AskRequestV1, options?: AskOptions): Promise<AnswerResponse>;
  /** GET /v1/answers/{id}/receipt. */
  receipt(answerId: string, options?: ReceiptOptions): Promise<ReceiptResponse>;
  /**
   * GET /v1/answers/{id}/receipt, verified: hash, entries, checkpoint, quotes, that the log only grows, and that the receipt
   * is of what was answered. Read it with the answer before that is shown to anybody. The steps
   * that the same receipt has passed before are not repeated.
   * @throws {AdduceError} `client:receipt_…` and `client:log_…` for what does not hold
   */
  verifiedReceipt(answerId: string, options?: VerifiedReceiptOptions): Promise<AnswerReceipt>;
  /**
   * Verifies the answer's receipt as `verifiedReceipt` does, for a caller that needs the answer alone. The receipt of an answer that
   * has passed before is not read again: that the log continues is verified, unless it was within the last second.
   * @throws {AdduceError} as `verifiedReceipt`
   */
  verifyAnswer(answer: AnswerResponse | ContradictionResponse, options?: VerifyAnswerOptions): Promise<void>;
  /** GET /v1/answers/{id}/receipt as a file for an auditor, whose bytes stay the same. */
  receiptFile(answerId: string, download: ReceiptDownload, options?: CallOptions): Promise<SentDocument>;
  /** GET /v1/provenance/{artifactId}. */
  provenance(artefactId: string, options?: CallOptions): Promise<ProvenanceResponse>;
  /** POST /v1/receipts/verify: what each step of a verification found. */
  verifyReceipt(receipt: VerifyReceiptRequest, options?: CallOptions): Promise<VerifyReceiptResponse>;
  /** GET /v1/answers/{id}/trust-report. */
  trustReport(answerId: string, options?: CallOptions): Promise<TrustReportResponse>;
  /** GET /v1/answers/{id}/trust-report as a file for people. */
  trustReportFile(answerId: string, format: 'html' | 'pdf', options?: CallOptions): Promise<SentDocument>;
  /** GET /v1/search. */
  search(query: EngineSearchQuery, options?: CallOptions): Promise<EngineSearchResponse>;
  /** POST /v1/claims/{addr}/evidence; `addr` is the full address or the bare `c1…` id. */
  evidence(addr: string, event: EvidenceRequestV1, options?: EvidenceOptions): Promise<EvidenceResponse>;
  /** GET /v1/claims/{addr}/ledger. */
  ledger(addr: string, query?: LedgerQuery, options?: CallOptions): Promise<LedgerResponse>;
  /** POST /v1/agent/handshake; with the digests of an earlier one the plan is not sent again while they hold. */
  handshake(request?: HandshakeRequest, options?: CallOptions): Promise<SessionPlan>;
  /** POST /v1/search: an agent's, pointers first. */
  searchPointers(request: AgentSearchRequest, options?: CallOptions): Promise<AgentSearchResponse>;
  /** GET /v1/items/{addr}: the text behind a pointer. */
  item(addr: string, query?: ItemQuery, options?: CallOptions): Promise<ItemResponse>;
  /** POST /v1/annotations. */
  annotate(request: AnnotationRequestV1, options?: WriteOptions): Promise<AnnotationResponse>;
  /** GET /v1/annotations. */
  annotations(query: AnnotationsQuery, options?: CallOptions): Promise<AnnotationsResponse>;
  readonly keys: {
    /** POST /v1/keys: a token of one's own, shown this once. */
    mint(options?: CallOptions): Promise<MintResponse>;
    /** GET /v1/keys/self: what the token that the client sends allows. */
    self(options?: CallOptions): Promise<KeySelfResponse>;
    /** DELETE /v1/keys/{token_id}: ends the token that the client sends, and every token narrowed from it. */
    revoke(tokenId: string, options?: CallOptions): Promise<RevokeResponse>;
    /** GET /v1/keys/revocations. */
    revocations(query?: RevocationsQuery, options?: CallOptions): Promise<RevocationsResponse>;
  };
  /** The transparency log. Tiles are for clients of C2SP tlog-tiles, under `{baseUrl}/v1/log`. */
  readonly log: {
    /** GET /v1/log/checkpoint. */
    checkpoint(options?: CallOptions): Promise<CheckpointResponse>;
    /**
     * GET /v1/log/checkpoint, verified: a trusted key has signed it, and the log has only grown since the last one.
     * @throws {AdduceError} `client:log_…` for what does not hold
     */
    verifiedCheckpoint(options?: CallOptions): Promise<CheckpointResponse>;
    /** GET /v1/log/proof/inclusion. */
    inclusion(query: InclusionQuery, options?: CallOptions): Promise<InclusionResponse>;
    /** GET /v1/log/proof/consistency. */
    consistency(query: ConsistencyQuery, options?: CallOptions): Promise<ConsistencyResponse>;
    /** GET /.well-known/adduce-log-keys. */
    keys(options?: CallOptions): Promise<LogKeysResponse>;
  };
  /** GET /healthz. */
  healthz(options?: CallOptions): Promise<HealthzResponse>;
  /** GET /livez. */
  livez(options?: CallOptions): Promise<LivezResponse>;
  /** GET /readyz. Rejects with `upstream:unavailable` where the service is not ready. */
  readyz(options?: CallOptions): Promise<ReadyzResponse>;
  /** GET /v1/stats. */
  stats(options?: CallOptions): Promise<StatsResponse>;
  /** POST /graphql: queries only, subscriptions need a stream. */
  graphql(request: GraphqlRequest, options?: CallOptions): Promise<GraphqlReply>;
  circuit(): CircuitView;
}

/** As much as `POST /v1/receipts/verify` takes: what is larger would also take long to hash. */
const MAX_RECEIPT_BYTES = 1_048_576;

const graphqlReply = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** @throws {Error} with a key in a browser, as its calls do, for a `baseUrl` that is not http(s), and for log keys that are none */
export function createClient(options: ClientOptions): AdduceClient {
  const transport = new Transport(options);
  const send = <T>(
    { method, route, reply }: OperationContract & { readonly reply: { readonly schema: z.ZodType<T> } },
    sent: SentCall,
    callOptions?: CallOptions,
  ): Promise<T> => {
    const path = pathOf(route, sent);
    const { body, maxBytes, repeatable = method === 'GET' } = sent;
    const call = { method, route, path, body, schema: reply.schema, repeatable };
    return transport.call(maxBytes === undefined ? call : { ...call, maxBytes }, callOptions);
  };
  const log: Omit<AdduceClient['log'], 'verifiedCheckpoint'> = {
    checkpoint: (one) => send(getCheckpoint, {}, one),
    inclusion: (query, one) => send(getInclusionProof, { query: { ...query } }, one),
    consistency: (query, one) => send(getConsistencyProof, { query: { ...query } }, one),
    keys: (one) => send(getLogKeys, {}, one),
  };
  const verifying = verifications(transport, options.log ?? {}, {
    log,
    receipt: async (param, one) =>
      (await send(getReceipt, { param, maxBytes: MAX_RECEIPT_BYTES }, one)).receipt,
  });

  return {
    answers: (body, { include, ...one } = {}) =>
      send(ask, { body, query: { corpus: one.corpus, include }, repeatable: true, ...boundOf(include) }, one),
    receipt: (param, { include, ...one } = {}) =>
      send(getReceipt, { param, query: { include }, ...boundOf(include) }, one),
    verifiedReceipt: verifying.receipt,
    verifyAnswer: verifying.answer,
    receiptFile: (param, download, one) => {
      const path = pathOf(getReceipt.route, { param, query: { download } });
      return transport.document({ path, type: mediaType(RECEIPT_FILES[download].type) }, one);
    },
    provenance: (param, one) => send(getProvenance, { param }, one),
    verifyReceipt: (body, one) => send(verifyReceipt, { body, repeatable: true }, one),
    trustReport: (param, one) => send(getTrustReport, { param, query: { format: 'json' } }, one),
    trustReportFile: (param, format, one) => {
      const path = pathOf(getTrustReport.route, { param, query: { format } });
      return transport.document({ path, type: mediaType(TRUST_REPORT_FILES[format].type) }, one);
    },
    search: (query, one) => send(engineSearch, { query: { ...query } }, one),
    evidence: (param, body, one = {}) =>
      send(
        appendEvidence,
        { param, body, query: { corpus: one.corpus }, repeatable: isOnce(one) },
        withIdempotency(one),
      ),
    ledger: (param, query = {}, one) => send(readLedger, { param, query: { ...query } }, one),
    handshake: (body, one) => send(handshake, { body, repeatable: true }, one),
    searchPointers: (body, one) => send(agentSearch, { body, repeatable: true }, one),
    item: (param, query = {}, one) => send(readItem, { param, query: { ...query } }, one),
    annotate: (body, one = {}) =>
      send(createAnnotation, { body, repeatable: isOnce(one) }, withIdempotency(one)),
    annotations: (query, one) => send(listAnnotations, { query: { ...query } }, one),
    keys: {
      mint: (one) => send(mintKey, {}, one),
      self: (one) => send(getKeySelf, {}, one),
      revoke: (param, one) => send(revokeKey, { param }, one),
      revocations: (query = {}, one) => send(listRevocations, { query: { ...query } }, one),
    },
    log: { ...log, verifiedCheckpoint: verifying.checkpoint },
    healthz: (one) => send(getHealthz, {}, one),
    livez: (one) => send(getLivez, {}, one),
    readyz: (one) => send(getReadyz, {}, one),
    stats: (one) => send(getStats, {}, one),
    graphql: (body, one) => {
      const call = { method: 'POST', route: null, path: '/graphql', body, schema: graphqlReply } as const;
      return transport.call({ ...call, repeatable: true }, one);
    },
    circuit: () => transport.circuit.view(),
  };
}

/** A receipt and about as much beside it. */
function boundOf(include: string | undefined): Pick<SentCall, 'maxBytes'> {
  return include === undefined ? {} : { maxBytes: 2 * MAX_RECEIPT_BYTES };
}

/** Without parameters such as `charset`. */
function mediaType(type: string): string {
  return type.replace(/;.*/, '');
}

/** The contradicted answer that a 409 carries, null for any other error. */
export function contradictionOf(error: unknown): ContradictionResponse | null {
  if (!(error instanceof AdduceError) || error.kind !== 'Contradiction') return null;
  return contradictionResponse.safeParse(error.envelope).success
    ? (error.envelope as ContradictionResponse)
    : null;
}

/** Whether the engine takes it once, however often it comes. */
function isOnce({ idempotencyKey }: WriteOptions): boolean {
  return idempotencyKey !== undefined;
}

function withIdempotency(options: WriteOptions): CallOptions {
  if (options.idempotencyKey === undefined) return options;
  return { ...options, headers: { ...options.headers, 'idempotency-key': options.idempotencyKey } };
}
