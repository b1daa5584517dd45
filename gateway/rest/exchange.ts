/** One request on its way to a reply: path, method, format, rate, body, operation — in this order (decisions §6). */
import type { Engine } from '../../engine/engine.ts';
import { type Admission, admit } from './authenticate.ts';
import type { Operation } from './operation.ts';
import type { RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { refuse } from './refusals.ts';
import { type Reply, refusalReply, reply } from './reply.ts';
import type { Connection, RestConfig } from './rest-config.ts';
import { allowed, type Match, type Router } from './router.ts';
import type { RequestFacts } from './seal.ts';

/** What every request of one gateway shares. */
export interface Gateway {
  readonly engine: Engine;
  readonly config: RestConfig;
  readonly router: Router;
  readonly rate: RateLimit;
}

/** Filled in as more becomes known, so that a refusal's receipt says what was known when it was refused. */
type Facts = { -readonly [K in keyof RequestFacts]: RequestFacts[K] };

export interface Exchange {
  readonly request: Request;
  readonly connection: Connection;
  readonly facts: Facts;
  /** Whether the caller reads any of our formats. */
  readonly isAcceptable: boolean;
}

const NO_BODY = refuse('invalid:body', 'this operation takes no body');

/** Faults pass through. */
export async function respond(gateway: Gateway, exchange: Exchange): Promise<Reply> {
  const { facts, connection } = exchange;
  if (!isOwnHost(gateway, exchange)) {
    return refusalReply(refuse('denied:host', 'this server does not answer under that name').refusal);
  }
  const match = gateway.router.match(facts.path);
  const allow = allowed(match);
  if (connection.method !== null) return refuseMethod(allow);
  if (match === null) return refusalReply(refuse('missing:route', 'there is nothing at this path').refusal);
  facts.route = match.route;
  if (facts.method === 'OPTIONS') return reply(200, {}, { headers: { allow } });
  const operation = match.methods.get(facts.method === 'HEAD' ? 'GET' : facts.method);
  if (operation === undefined) return refuseMethod(allow);
  if (!exchange.isAcceptable) {
    return refusalReply(refuse('invalid:accept', 'replies are application/json or application/cbor').refusal);
  }
  return withChallenge(operation, await operate(gateway, exchange, match, operation));
}

/** A caller in this process comes by no name. */
function isOwnHost({ config }: Gateway, { request, connection }: Exchange): boolean {
  if (config.answersTo === null || connection.remoteAddress === null) return true;
  return config.answersTo(new URL(request.url).hostname);
}

function refuseMethod(allow: string): Reply {
  return refusalReply(refuse('invalid:method', `this path takes ${allow}`).refusal, { headers: { allow } });
}

async function operate(
  gateway: Gateway,
  exchange: Exchange,
  match: Match,
  operation: Operation,
): Promise<Reply> {
  const { request, connection, facts } = exchange;
  const { engine, config } = gateway;
  const admission = await admit(operation, gateway, request.headers);
  facts.tokenId = admission.tokenId;
  const limited = await gateway.rate.refuse(countedCaller(operation, admission, connection));
  if (limited !== null) return refusalReply(limited);
  const body = operation.contract.method === 'POST' ? await readBody(request) : NO_BODY;
  if (body.ok) facts.body = body.value;
  const { params } = match;
  return admission.run({
    engine,
    config,
    connection,
    headers: request.headers,
    params,
    query: facts.query,
    body,
  });
}

/** Null for who is not counted: health checks, and callers of this process without a key. */
function countedCaller(
  { plane }: Operation,
  { principal }: Admission,
  { remoteAddress }: Connection,
): string | null {
  if (plane === 'public') return null;
  return principal ?? (remoteAddress && `address ${remoteAddress}`);
}

/** Which credential would be accepted. There is no 401 on the agent plane (decisions §6). */
function withChallenge({ plane }: Operation, done: Reply): Reply {
  const isRefused = plane === 'agent' ? done.status === 403 : done.status === 401;
  if (!isRefused) return done;
  const realm = plane === 'agent' ? 'rcx' : 'adduce';
  return { ...done, headers: { ...done.headers, 'www-authenticate': `Bearer realm="${realm}"` } };
}
