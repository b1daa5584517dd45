/**
 * One request on its way to a reply: path, method, format, rate, body, operation — in this order
 * (docs/spec/decisions.md#6-order).
 */
import type { Engine } from '../../engine/engine.ts';
import { forCaller } from '../../graph/caller.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import type { HttpConnection, Unread } from '../http/connection.ts';
import { type Admission, admit } from '../operations/authenticate.ts';
import { envelopeCorpusSoon, NO_CORPUS } from '../operations/envelope-corpus.ts';
import type { GatewayConfig } from '../operations/gateway-config.ts';
import type { RestOperation } from '../operations/operation.ts';
import { prefersPlain } from '../operations/plain-form.ts';
import { FILE_METHODS, type PublicFile } from '../operations/public-file.ts';
import { callerAt, joinHeaders, type RateLimit } from '../operations/rate-limit.ts';
import { bareReply, type Reply, refusalReply } from '../operations/reply.ts';
import type { RequestFacts } from '../operations/write-envelope.ts';
import { RETRY_AFTER_MS, refusalOfFault } from '../refusal/refusal-of-fault.ts';
import { type GatewayRefusal, refuse } from '../refusal/refusals.ts';
import { CHALLENGED_REASONS } from '../wire/error.ts';
import type { PublicFiles } from './public-files.ts';
import { readBody } from './read-body.ts';
import { allowed, type Match, type Router } from './router.ts';

/** What every request of one gateway shares. */
export interface Gateway {
  readonly engine: Engine;
  readonly config: GatewayConfig;
  readonly router: Router;
  /** By path. */
  readonly files: PublicFiles;
  readonly rate: RateLimit;
}

/** Filled in as more becomes known, so that a refusal's receipt says what was known when it was refused. */
type Facts = { -readonly [K in keyof RequestFacts]: RequestFacts[K] };

export interface Exchange {
  readonly request: Request;
  readonly connection: HttpConnection;
  readonly facts: Facts;
  /** Whether the caller reads any of our formats. */
  readonly isAcceptable: boolean;
}

const NO_BODY = refuse('invalid:body', 'this operation takes no body');
const BAD_QUERY = refuse('invalid:query', 'the query is not UTF-8 in percent-encoding');
const BROKEN_OFF = refuse('invalid:body', 'the request broke off');
/** The parameter that asks for a file. */
const DOWNLOAD = 'download';
const CHALLENGED: ReadonlySet<string> = CHALLENGED_REASONS;
const UNREAD: Readonly<Record<Unread, string>> = {
  'invalid:http': 'this is not HTTP/1.1 as it is taken here',
  'invalid:headers': 'the headers are longer than what is taken here',
  'limited:time': 'the request took too long to arrive',
  'upstream:unavailable': 'more requests are under way than can be answered in time',
};

/** Never rejects: a fault becomes a refusal, and `config.onFault` is notified. */
export async function respond(gateway: Gateway, exchange: Exchange): Promise<Reply> {
  const { connection, facts } = exchange;
  const known: KnownFacts = { headers: {}, keyId: null };
  const done = await respondSafely(gateway, exchange, known);
  const { route, tokenId } = facts;
  connection.note?.({ route, tokenId, keyId: known.keyId, reason: reasonOf(done) });
  return { ...done, headers: joinHeaders(known.headers, done.headers) };
}

/** What becomes known on the way, for the response's headers and the log; it holds whatever the outcome is. */
interface KnownFacts {
  headers: Readonly<Record<string, string>>;
  keyId: string | null;
}

async function respondSafely(gateway: Gateway, exchange: Exchange, known: KnownFacts): Promise<Reply> {
  try {
    return await route(gateway, exchange, known);
  } catch (fault) {
    // The caller broke the upload off: there is no fault to report, and nobody reads the reply.
    if (exchange.request.signal.aborted) return refusalReply(BROKEN_OFF.refusal);
    gateway.config.onFault(fault);
    const refusal = refusalOfFault(fault);
    if (!(fault instanceof StoreUnavailable)) return refusalReply(refusal);
    return refusalReply(refusal, { corpus: await envelopeCorpusSoon(gateway, exchange.facts.query) });
  }
}

function reasonOf({ members: { error } }: Reply): string | null {
  return typeof error === 'object' && error !== null && 'reason' in error ? String(error.reason) : null;
}

async function route(gateway: Gateway, exchange: Exchange, known: KnownFacts): Promise<Reply> {
  const { facts, connection } = exchange;
  if (connection.unread !== undefined) {
    return refuseUnread(connection.unread);
  }
  if (!isOwnHost(gateway, exchange)) {
    return refusalReply(refuse('denied:host', 'this server does not answer under that name').refusal);
  }
  const file = await gateway.files.get(facts.path)?.();
  if (file !== undefined) return fileReply(gateway, file, exchange, known);
  const match = gateway.router.match(facts.path);
  const allow = allowed(match);
  facts.route = match?.route ?? null;
  if (connection.method !== null) return refuseMethod(allow);
  if (match === null) return refusalReply(refuse('missing:route', 'there is nothing at this path').refusal);
  if (facts.method === 'OPTIONS') return bareReply({ headers: { allow } });
  const operation = match.methods.get(facts.method === 'HEAD' ? 'GET' : facts.method);
  if (operation === undefined) return refuseMethod(allow);
  const unread = unacceptable(operation, exchange);
  if (unread !== null) return refusalReply(unread);
  return withChallenge(operation, await operate(gateway, exchange, { match, operation, known }));
}

function refuseUnread(unread: Unread): Reply {
  if (unread !== 'upstream:unavailable') return refusalReply(refuse(unread, UNREAD[unread]).refusal);
  const { refusal } = refuse(unread, UNREAD[unread], { retryAfterMs: RETRY_AFTER_MS });
  // Under overload the store is not read.
  return refusalReply(refusal, { corpus: NO_CORPUS });
}

/** Null where the caller reads a format that the operation replies in. */
function unacceptable(
  { contract: { reply: replied } }: RestOperation,
  { request, facts, isAcceptable }: Exchange,
): GatewayRefusal | null {
  const { plain, files = [] } = replied;
  if (isAcceptable || (files.length > 0 && facts.query.has(DOWNLOAD))) return null;
  const forms = [
    ...(plain === undefined ? [] : [plain]),
    ...files.filter(({ isNegotiated }) => isNegotiated),
  ];
  const accept = request.headers.get('accept');
  if (forms.some(({ type }) => prefersPlain(accept, type))) return null;
  const own = forms.map(({ type }) => `${type.split(';')[0]}, `).join('');
  return refuse('invalid:accept', `replies are ${own}application/json or application/cbor`).refusal;
}

/** A caller in this process uses no host name. */
function isOwnHost({ config }: Gateway, { request, connection }: Exchange): boolean {
  if (config.answersTo === null || connection.remoteAddress === null) return true;
  return config.answersTo(new URL(request.url).hostname);
}

/** Counted by address, like calls without a credential: files are large. */
async function fileReply(
  { rate }: Gateway,
  file: PublicFile | GatewayRefusal,
  { facts: { method }, connection }: Exchange,
  known: KnownFacts,
): Promise<Reply> {
  if (method === 'OPTIONS') return bareReply({ headers: { allow: FILE_METHODS } });
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(FILE_METHODS);
  const counted = await rate.count(callerAt(connection.remoteAddress));
  known.headers = counted.headers;
  if (counted.refusal !== null) return refusalReply(counted.refusal);
  return 'reason' in file ? refusalReply(file) : bareReply({ file });
}

function refuseMethod(allow: string): Reply {
  const message = allow === '' ? 'no path takes this method' : `this path takes ${allow}`;
  return refusalReply(refuse('invalid:method', message).refusal, { headers: { allow } });
}

interface Routed {
  readonly match: Match;
  readonly operation: RestOperation;
  readonly known: KnownFacts;
}

async function operate(
  gateway: Gateway,
  exchange: Exchange,
  { match, operation, known }: Routed,
): Promise<Reply> {
  const { request, connection, facts } = exchange;
  const { engine, config } = gateway;
  const admission = await admit(operation, gateway, request.headers);
  facts.tokenId = admission.tokenId;
  known.keyId = admission.keyId;
  const counted = await gateway.rate.count(countedCaller(operation, admission, connection));
  known.headers = counted.headers;
  if (counted.refusal !== null) return refusalReply(counted.refusal);
  if (operation.contract.query !== undefined && !isEncoded(request)) return refusalReply(BAD_QUERY.refusal);
  const body =
    operation.contract.method === 'POST' ? await readBody(request, operation.contract.body) : NO_BODY;
  if (body.ok) facts.body = body.value ?? null;
  const { params } = match;
  const call = {
    engine,
    config,
    connection,
    headers: request.headers,
    origin: config.publicUrl?.()?.replace(/\/+$/, '') ?? new URL(request.url).origin,
    params,
    query: facts.query,
    body,
    signal: request.signal,
  };
  const run = () => admission.run(call);
  // A write runs to its end: a repeated request finds its result.
  return isRead(operation) ? forCaller(request.signal, run) : run();
}

function isRead(operation: RestOperation): boolean {
  return operation.contract.method === 'GET' || operation.isRead === true;
}

/** `URLSearchParams` accepts malformed encodings and decodes them to other characters. */
function isEncoded({ url }: Request): boolean {
  try {
    decodeURIComponent(new URL(url).search);
    return true;
  } catch {
    return false;
  }
}

/** Null for calls that are not counted: health checks, and callers of this process without a key. */
function countedCaller(
  { plane }: RestOperation,
  { principal }: Admission,
  connection: HttpConnection,
): string | null {
  return plane === 'public' ? null : (principal ?? callerAt(connection.remoteAddress));
}

/**
 * Which credential would be accepted, where one would help. There is no 401 on the agent plane
 * (docs/spec/decisions.md#6-no-401).
 */
function withChallenge({ plane }: RestOperation, done: Reply): Reply {
  const reason = reasonOf(done);
  if (reason === null || !CHALLENGED.has(reason)) return done;
  const realm = plane === 'agent' ? 'rcx' : 'adduce';
  return { ...done, headers: { ...done.headers, 'www-authenticate': `Bearer realm="${realm}"` } };
}
