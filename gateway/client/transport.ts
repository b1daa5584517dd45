/**
 * One call to the engine: headers, deadline, retries with jitter on 502, 503 and 504 only, circuit breaker, and every
 * failure as an `AdduceError` (contract: "Client rules").
 */
import { DelegateBackoff, handleWhen, type IRetryBackoffContext, retry } from 'cockatiel';
import type { z } from 'zod';
import type { ErrorKind } from '../wire/error.ts';
import { AdduceError, kindOfStatus } from './adduce-error.ts';
import { checkReply } from './check-receipt.ts';
import { Circuit, HALF_OPEN_AFTER_MS } from './circuit.ts';
import { refuseBrowser } from './refuse-browser.ts';
import { retryAfterMs } from './retry-after.ts';

/** Statuses that say "not this time" (contract: Errors). */
const TRANSIENT = new Set([502, 503, 504]);
/** Without a `Retry-After`, the n-th retry waits a random part of this times 2^n. */
const BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** A longer `Retry-After` is not waited for here: the caller gets it with the error. */
const MAX_RETRY_AFTER_MS = 10_000;
/** Answers with receipts stay far below; what is longer is no reply of an engine. */
const MAX_BODY_BYTES = 16 * 1_048_576;

export type Fetch = (request: Request) => Promise<Response>;

export interface TransportOptions {
  /** Where the engine's paths begin, e.g. `https://engine.example`. */
  readonly baseUrl: string;
  /** Organisation-scoped key, or an agent's capability token; the library refuses to hold one in a browser. */
  readonly apiKey?: string;
  /** In one process the gateway's own handler; by default the global `fetch`. */
  readonly fetch?: Fetch;
  /** For one attempt, body included. */
  readonly timeoutMs?: number;
  /** How often a call is repeated at most after a transient failure. */
  readonly retries?: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** 0 ≤ n < 1, for jitter. */
  readonly random?: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly halfOpenAfterMs?: number;
  /**
   * Refuses a success whose envelope has no receipt of this very request and reply. Not where something on the way
   * rewrites paths: a receipt has the path as the engine got it.
   */
  readonly checkReceipts?: boolean;
}

/** What one call adds (contract: "Per-request headers may be added by the caller"). */
export interface CallOptions {
  readonly tenant?: string;
  readonly trace?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with its parameters, as OpenAPI writes it; null for what is no operation of the wire. */
  readonly route: string | null;
  /** From `/`, with the query. */
  readonly path: string;
  readonly body?: unknown;
  /** What a successful body must be. */
  readonly schema: z.ZodType<T>;
}

/** A reply that is no envelope: a file for people. */
export interface DocumentCall {
  /** From `/`, with the query. */
  readonly path: string;
  /** The media type that it must have. */
  readonly type: string;
}

export interface SentDocument {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What is sent, and what becomes of the response. */
interface Exchange<T> {
  readonly request: (signal: AbortSignal) => Request;
  readonly read: (response: Response, request: Request) => Promise<T>;
}

export class Transport {
  readonly circuit: Circuit;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #checkReceipts: boolean;
  readonly #retry;

  /** @throws {Error} with an `apiKey` in a browser, and for a base URL that is not http(s) */
  constructor(options: TransportOptions) {
    if (options.apiKey !== undefined) refuseBrowser();
    const { random = Math.random, now = Date.now } = options;
    this.#base = baseOf(options.baseUrl);
    this.#headers = { ...options.headers, ...authorization(options.apiKey) };
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    this.#timeoutMs = options.timeoutMs ?? 5_000;
    this.#now = now;
    this.#checkReceipts = options.checkReceipts ?? false;
    this.circuit = new Circuit(now, options.halfOpenAfterMs ?? HALF_OPEN_AFTER_MS);
    this.#retry = retry(handleWhen(isTransient), {
      maxAttempts: options.retries ?? 2,
      backoff: new DelegateBackoff((context: IRetryBackoffContext<unknown>) => pause(context, random)),
    });
  }

  /** Without a slash at the end. */
  get baseUrl(): string {
    return this.#base;
  }

  /** @throws {AdduceError} for every way in which the call can fail, except the caller's own abort */
  async call<T>(call: Call<T>, options: CallOptions = {}): Promise<T> {
    const body = await this.#send(options, {
      request: (signal) => this.#request(call, options, signal),
      read: (response, request) => this.#readReply(call, response, request),
    });
    const parsed = call.schema.safeParse(body);
    // The body as it came: members that a later engine adds are kept, and a receipt's content hashes as it was sent.
    if (parsed.success) return body as T;
    throw notUnderstood(`${call.method} ${call.path}`, parsed.error);
  }

  /** GET of a document; it has no envelope, and so no receipt. @throws as `call` */
  document({ path, type }: DocumentCall, options: CallOptions = {}): Promise<SentDocument> {
    return this.#send(options, {
      request: (signal) => {
        // Refusals are envelopes all the same.
        const accept = `${type}, application/json;q=0.9`;
        const headers = { ...options.headers, accept };
        return this.#request({ method: 'GET', path }, { ...options, headers }, signal);
      },
      read: async (response) => {
        if (!response.ok) throw failureOf(response, await readJson(response), this.#now());
        const [sent] = (response.headers.get('content-type') ?? '').split(';');
        if (sent !== type) throw notUnderstood(`GET ${path}`, `${sent} is not ${type}`);
        return { type, bytes: await readBytes(response) };
      },
    });
  }

  #send<T>(options: CallOptions, exchange: Exchange<T>): Promise<T> {
    return this.#retry.execute(
      () => this.circuit.run(() => this.#attempt(exchange, options)),
      options.signal,
    );
  }

  async #attempt<T>({ request, read }: Exchange<T>, options: CallOptions): Promise<T> {
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    const exchanged = async () => {
      const sent = request(signal);
      return read(await this.#fetch(sent), sent);
    };
    try {
      // The race holds the deadline also against a fetch that ignores its signal, as a handler in-process may.
      return await Promise.race([exchanged(), aborted(signal)]);
    } catch (error) {
      if (error instanceof AdduceError || options.signal?.aborted) throw error;
      throw deadline.aborted ? timedOut(this.#timeoutMs, error) : unreachable(error);
    }
  }

  async #readReply<T>(call: Call<T>, response: Response, request: Request): Promise<unknown> {
    const body = await readJson(response);
    if (!response.ok || body === undefined) throw failureOf(response, body, this.#now());
    if (this.#checkReceipts && !hasItsReceipt(call, request, response, body)) throw notItsReceipt(response);
    return body;
  }

  #request(
    call: Pick<Call<unknown>, 'method' | 'path' | 'body'>,
    options: CallOptions,
    signal: AbortSignal,
  ): Request {
    const headers = new Headers({ accept: 'application/json', ...this.#headers, ...options.headers });
    if (options.tenant !== undefined) headers.set('x-tenant', options.tenant);
    if (options.trace !== undefined) headers.set('x-trace', options.trace);
    if (call.body !== undefined) headers.set('content-type', 'application/json');
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    return new Request(`${this.#base}${call.path}`, { method: call.method, headers, body, signal });
  }
}

/** True also for what has no receipt: it is no operation of the wire. */
function hasItsReceipt<T>(call: Call<T>, { url }: Request, response: Response, reply: unknown): boolean {
  const { route, method, body = null } = call;
  if (route === null) return true;
  if (typeof reply !== 'object' || reply === null) return false;
  const policy = response.headers.get('x-adduce-policy');
  const exchange = { route, method, url: new URL(url), body, status: response.status, policy };
  return checkReply(exchange, { ...reply }).ok;
}

function notUnderstood(what: string, cause: unknown): AdduceError {
  return new AdduceError({
    status: 200,
    kind: 'Upstream',
    reason: 'client:reply_not_understood',
    message: `the engine's reply to ${what} is not what this version knows`,
    cause,
  });
}

function notItsReceipt({ status }: Response): AdduceError {
  const message = 'the reply carries no receipt of this request and this reply';
  return new AdduceError({ status, kind: 'Upstream', reason: 'client:receipt_mismatch', message });
}

function baseOf(url: string): string {
  const base = new URL(url);
  if (base.protocol !== 'https:' && base.protocol !== 'http:')
    throw new Error(`${url} is not an http(s) URL`);
  return base.href.replace(/\/+$/, '');
}

function authorization(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function isTransient(error: Error): boolean {
  if (!(error instanceof AdduceError) || !TRANSIENT.has(error.status)) return false;
  return (error.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS;
}

/** Full jitter; never earlier than the engine asked for. */
function pause(context: IRetryBackoffContext<unknown>, random: () => number): number {
  const jitter = random() * Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** context.attempt);
  const error = 'error' in context.result ? context.result.error : null;
  return error instanceof AdduceError ? Math.max(error.retryAfterMs ?? 0, jitter) : jitter;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** @returns undefined where the body is no JSON */
async function readJson(response: Response): Promise<unknown> {
  const bytes = await readBytes(response);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLong(response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The members of an envelope's `error` (decisions §6), as far as a stranger's body has them. */
interface WireError {
  readonly kind?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly retry_after_ms?: unknown;
}

function failureOf(response: Response, body: unknown, nowMs: number): AdduceError {
  const stated = statedError(body);
  const { kind, reason, message } = stated;
  const wait = typeof stated.retry_after_ms === 'number' ? stated.retry_after_ms : null;
  return new AdduceError({
    status: response.status,
    // A kind that this version does not know is still the engine's word.
    kind: typeof kind === 'string' ? (kind as ErrorKind) : kindOfStatus(response.status),
    reason: typeof reason === 'string' ? reason : 'client:no_reason',
    message: typeof message === 'string' ? message : `the engine answered ${response.status}`,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), nowMs) ?? wait,
    envelope: body,
  });
}

function statedError(body: unknown): WireError {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  return typeof body.error === 'object' && body.error !== null ? body.error : {};
}

function tooLong(status: number): AdduceError {
  const message = `the reply is longer than ${MAX_BODY_BYTES} bytes`;
  return new AdduceError({ status, kind: 'Upstream', reason: 'client:reply_too_long', message });
}

function timedOut(timeoutMs: number, cause: unknown): AdduceError {
  const message = `no reply within ${timeoutMs} ms`;
  return new AdduceError({ status: 0, kind: 'Timeout', reason: 'client:timeout', message, cause });
}

function unreachable(cause: unknown): AdduceError {
  const message = 'the engine cannot be reached';
  return new AdduceError({ status: 0, kind: 'Unavailable', reason: 'client:unreachable', message, cause });
}
