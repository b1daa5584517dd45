/**
 * What one operation is on the wire (docs/spec/contract.md#ap-operations, #ae-operations): the one source of its
 * validators, its line in the route table, its description in OpenAPI and its schema digests.
 */
import type { z } from 'zod';
import type { ErrorReason } from './error.ts';

/** Media types of forms that a standard gives. */
export type PlainType = 'text/plain; charset=utf-8' | 'application/octet-stream';

/** A file that an operation sends to callers that ask for it by a parameter of the query. */
export interface FileForm {
  readonly type:
    | 'application/vnd.adduce.receipt+json'
    | 'application/vnd.adduce.receipt+cbor'
    | 'text/html; charset=utf-8'
    | 'application/pdf';
  readonly description: string;
  /** Also to callers whose `Accept` prefers it to JSON and CBOR. */
  readonly isNegotiated?: boolean;
}

export interface OperationContract {
  /** Unique, in camelCase: the `operationId` of the description. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with its parameters, as OpenAPI writes it. */
  readonly route: string;
  readonly tag: 'agent' | 'keys' | 'answers' | 'log' | 'service';
  /** One line, in the imperative. */
  readonly summary: string;
  /** The capability that a token must grant, null where none is named (docs/spec/contract.md#ap-operations). */
  readonly capability: string | null;
  /** `token` and `key` are needed (a key not in open mode), `optional token` may be sent. */
  readonly credential: 'token' | 'optional token' | 'key' | 'none';
  /** Path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the operation reads, beside the transport's. */
  readonly headers?: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodType;
    readonly required: boolean;
    /** Members of all its objects together, where it may have more than other bodies. */
    readonly maxMembers?: number;
  };
  readonly reply: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly schema: z.ZodType;
    /**
     * A standard's own form of the same, which is sent instead of the envelope to callers that do not ask for JSON or CBOR.
     * Refusals are envelopes all the same.
     */
    readonly plain?: { readonly type: PlainType; readonly description: string };
    /** Sent instead of the envelope to callers that ask for it, whatever `Accept` says; refusals are envelopes all the same. */
    readonly files?: readonly FileForm[];
  };
  /** Whether it answers without the store: only the request itself can be refused then (`REQUEST_REASONS`). */
  readonly isStoreless?: true;
  /** Why it may be refused, beside what every operation may be refused for (`COMMON_REASONS`). */
  readonly reasons: readonly ErrorReason[];
  /** Reasons that are described although nothing gives them yet. */
  readonly reserved?: readonly ErrorReason[];
  /** Bodies of refusals that carry more than the error. */
  readonly refusals?: Readonly<Record<number, z.ZodType>>;
}
