/**
 * One call to the engine: headers, one deadline for all of it, retries with jitter on 502, 503, 504 and faults of the
 * network, bulkhead, circuit breaker, and every failure as an `AdduceError` (docs/spec/contract.md#ae-client-rules).
 */
import { DelegateBackoff, handleWhen, type IRetryBackoffContext, retry } from 'cockatiel';
import type { z } from 'zod';
import { AdduceError } from './adduce-error.ts';
import { Bulkhead } from './bulkhead.ts';
import { checkReply } from './check-receipt.ts';
import { Circuit, OwnDelay, PROBE_AFTER_MS } from './circuit.ts';
import { type Deadline, deadlineIn, unlessAborted } from './deadline.ts';
import { failureOf, readBytes, readJson } from './read-reply.ts';
import { refuseBrowser, refuseCredentials } from './refuse-browser.ts';

/** Statuses that say "not this time" (docs/spec/contract.md#ae-errors). */
const TRANSIENT = new Set([502, 503, 504]);
/** Without a `Retry-After`, the n-th retry waits a random part of this times 2^n. */
const BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2_000;
/** Share of the client's time: an engine that had less than this and did not answer does not count as down. */
const FAIR_SHARE = 0.5;
/** A probe needs hardly any work of the engine. */
const PROBE_TIMEOUT_MS = 2_000;

export type Fetch = (request: Request) => Promise<Response>;

export interface TransportOptions {
  /** Where the engine's paths begin, e.g. `https://engine.example`. */
  readonly baseUrl: string;
  /** Organisation-scoped key, or an agent's capability token; the library refuses to hold one in a browser. */
  readonly apiKey?: string;
  /** In one process the gateway's own handler; by default the global `fetch`. */
  readonly fetch?: Fetch;
  /** For one call, with its retries and pauses; 5,000 where it is left out. */
  readonly timeoutMs?: number;
  /** How often a call is repeated at most after a transient failure. */
  readonly retries?: number;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** 0 ≤ n < 1, for jitter. */
  readonly random?: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** While the circuit is open, `GET /healthz` is asked about this often; 1,000 where it is left out. */
  readonly probeAfterMs?: number;
  /** Calls that may be under way at once; as many as there are where it is left out. */
  readonly maxConcurrent?: number;
  /** Calls that may wait for a place; twice `maxConcurrent` where it is left out. One more is `client:busy`. */
  readonly maxQueued?: number;
  /**
   * Refuses a success whose envelope has no receipt of this very request and reply. Do not set it where a proxy
   * rewrites paths: a receipt has the path as the engine got it.
   */
  readonly checkReceipts?: boolean;
}

/** What one call adds (docs/spec/contract.md#ae-headers). */
export interface CallOptions {
  readonly tenant?: string;
  readonly trace?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** In place of the client's own. */
  readonly timeoutMs?: number;
}

export interface ClientRequest<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with its parameters, as OpenAPI writes it; null where the path is no operation of the wire. */
  readonly route: string | null;
  /** From `/`, with the query. */
  readonly path: string;
  readonly body?: unknown;
  /** Whether it may be sent again after an unknown outcome: it only reads, or the engine executes it once. */
  readonly repeatable: boolean;
  /** Of the reply's body. */
  readonly maxBytes?: number;
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

/** What is sent, and how the response is read. */
interface Exchange<T> {
  readonly request: (signal: AbortSignal) => Request;
  readonly read: (response: Response, request: Request) => Promise<T>;
  readonly repeatable: boolean;
}

export class Transport {
  readonly circuit: Circuit;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: Fetch;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #retries: number;
  readonly #checkReceipts: boolean;
  readonly #bulkhead: Bulkhead;

  /** @throws {Error} with a key in a browser, for a base URL that is not http(s), and for bounds that are no counts */
  constructor(options: TransportOptions) {
    if (options.apiKey !== undefined) refuseBrowser();
    refuseCredentials(options.headers ?? {});
    const { random = Math.random, now = Date.now, probeAfterMs = PROBE_AFTER_MS } = options;
    this.baseUrl = baseOf(options.baseUrl);
    this.timeoutMs = options.timeoutMs ?? 5_000;
    this.#headers = { ...options.headers, ...authorization(options.apiKey) };
    this.#fetch = options.fetch ?? ((request) => fetch(request));
    this.#now = now;
    this.#random = random;
    this.#retries = options.retries ?? 2;
    this.#checkReceipts = options.checkReceipts ?? false;
    this.#bulkhead = new Bulkhead(options.maxConcurrent, options.maxQueued);
    this.circuit = new Circuit({ probe: () => this.#probe(), probeAfterMs, random, now });
  }

  /** @throws {AdduceError} for every failure of the call, except the caller's own abort */
  async call<T>(call: ClientRequest<T>, options: CallOptions = {}): Promise<T> {
    const body = await this.#send(options, {
      request: (signal) => this.#request(call, options, signal),
      read: (response, request) => this.#readReply(call, response, request),
      repeatable: call.repeatable,
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
      repeatable: true,
    });
  }

  /**
   * A call that pauses before a retry holds no place in the bulkhead, and a call in the queue does not count against
   * the engine.
   */
  async #send<T>(options: CallOptions, exchange: Exchange<T>): Promise<T> {
    const { tenant = '', trace = '' } = options;
    refuseCredentials({ ...options.headers, 'x-tenant': tenant, 'x-trace': trace });
    const deadline = deadlineIn(options.timeoutMs ?? this.timeoutMs, options.signal);
    const { signal } = deadline;
    const attempt = () => this.circuit.run(() => this.#attempt(exchange, deadline));
    const repeated = retry(
      handleWhen((error) => isTransient(error, exchange.repeatable) && waitOf(error) < deadline.left()),
      { maxAttempts: this.#retries, backoff: this.#backoff(deadline) },
    ).execute(() => this.#bulkhead.run(attempt, signal));
    try {
      return await unlessAborted(signal, repeated);
    } catch (error) {
      if (error instanceof AdduceError || !deadline.hasPassed()) throw error;
      throw timedOut(deadline, error);
    }
  }

  /**
   * Full jitter: never earlier than the engine asked for, and early enough to leave half of the time for the answer.
   */
  #backoff(deadline: Deadline) {
    return new DelegateBackoff(({ attempt, result }: IRetryBackoffContext<unknown>) => {
      const jitter = this.#random() * Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt);
      const asked = 'error' in result ? waitOf(result.error) : 0;
      return Math.max(asked, Math.min(jitter, deadline.left() / 2));
    });
  }

  /** @param fairMs an engine that has not answered after so long counts as down */
  async #attempt<T>(
    { request, read }: Exchange<T>,
    deadline: Deadline,
    fairMs = this.timeoutMs * FAIR_SHARE,
  ): Promise<T> {
    const { signal } = deadline;
    const hadTime = deadline.left() >= fairMs;
    const exchanged = async () => {
      const sent = request(signal);
      return read(await this.#fetch(sent), sent);
    };
    try {
      // Enforces the deadline also on a fetch that ignores its signal, as an in-process handler may.
      return await unlessAborted(signal, exchanged());
    } catch (error) {
      if (error instanceof AdduceError) throw error;
      if (!signal.aborted) throw unreachable(error);
      if (!deadline.hasPassed()) throw error;
      throw hadTime ? timedOut(deadline, error) : new OwnDelay(timedOut(deadline, error));
    }
  }

  /** The cheapest call that tells whether the engine is well. */
  async #probe(): Promise<void> {
    const deadline = deadlineIn(PROBE_TIMEOUT_MS, undefined);
    const read = async (response: Response) => {
      if (response.status >= 500) throw failureOf(response, await readJson(response), this.#now());
      await response.body?.cancel();
    };
    const request = (signal: AbortSignal) => this.#request({ method: 'GET', path: '/healthz' }, {}, signal);
    await this.#attempt({ request, read, repeatable: false }, deadline, 0);
  }

  async #readReply<T>(call: ClientRequest<T>, response: Response, request: Request): Promise<unknown> {
    const body = await readJson(response, call.maxBytes);
    if (!response.ok || body === undefined) throw failureOf(response, body, this.#now());
    if (this.#checkReceipts && !hasItsReceipt(call, request, response, body)) throw notItsReceipt(response);
    return body;
  }

  #request(
    call: Pick<ClientRequest<unknown>, 'method' | 'path' | 'body'>,
    options: CallOptions,
    signal: AbortSignal,
  ): Request {
    const headers = new Headers({ accept: 'application/json', ...this.#headers, ...options.headers });
    if (options.tenant !== undefined) headers.set('x-tenant', options.tenant);
    if (options.trace !== undefined) headers.set('x-trace', options.trace);
    if (call.body !== undefined) headers.set('content-type', 'application/json');
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    return new Request(`${this.baseUrl}${call.path}`, { method: call.method, headers, body, signal });
  }
}

/** True also where there is no receipt to check: the path is no operation of the wire. */
function hasItsReceipt<T>(
  call: ClientRequest<T>,
  { url }: Request,
  response: Response,
  reply: unknown,
): boolean {
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

/** @param repeatable whether the call may be sent again although the engine may have received it */
function isTransient(error: Error, repeatable: boolean): boolean {
  if (!(error instanceof AdduceError)) return false;
  return TRANSIENT.has(error.status) || (repeatable && error.reason === 'client:unreachable');
}

function waitOf(error: Error): number {
  return error instanceof AdduceError ? (error.retryAfterMs ?? 0) : 0;
}

function timedOut({ timeoutMs }: Deadline, cause: unknown): AdduceError {
  const message = `no reply within ${Math.ceil(timeoutMs)} ms`;
  return new AdduceError({ status: 0, kind: 'Timeout', reason: 'client:timeout', message, cause });
}

function unreachable(cause: unknown): AdduceError {
  const message = 'the engine cannot be reached';
  return new AdduceError({ status: 0, kind: 'Unavailable', reason: 'client:unreachable', message, cause });
}
