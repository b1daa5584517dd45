/** Sends an attempt in one format and checks all that every reply of the plane must be, whatever it says. */
import { expect } from 'vitest';
import { checkReply } from '../../../../gateway/client/check-receipt.ts';
import type { RestOperation } from '../../../../gateway/operations/operation.ts';
import { createOperations } from '../../../../gateway/operations/operations.ts';
import { envelope } from '../../../../gateway/wire/envelope.ts';
import { ERROR_REASONS, type ErrorReason, errorResponse } from '../../../../gateway/wire/error.ts';
import type { OperationContract } from '../../../../gateway/wire/operation.ts';
import { undescribed } from '../../openapi/description.ts';
import { type Format, NOW, type Received, received, requestTo } from '../rest-fixture.ts';
import type { Attempt } from './cases.ts';
import { CALLER, type Scene } from './scene.ts';
import { INSIDE } from './shared-cases.ts';

/** How a call ends. */
export type Ending = 'ok' | ErrorReason;

/** The route table. */
export const OPERATIONS: readonly RestOperation[] = createOperations();

/** Refused before it is known which operation is meant. */
const BEFORE_ROUTE: ReadonlySet<Ending> = new Set(['denied:host', 'invalid:headers']);
/** Refused before the caller is counted. */
const BEFORE_RATE: ReadonlySet<Ending> = new Set([...BEFORE_ROUTE, 'invalid:method', 'invalid:accept']);
/** Refused before there is a body, or since there is none that can be read. */
const WITHOUT_BODY: ReadonlySet<Ending> = new Set([
  ...BEFORE_RATE,
  'limited:rate',
  'invalid:cbor',
  'invalid:media_type',
  'invalid:size',
]);
/** Nobody knows what the caller reads: it was not read, or none of it is written here. */
const ALWAYS_JSON: ReadonlySet<Ending> = new Set(['invalid:headers', 'invalid:accept']);

/** An attempt on its way. */
export interface Sending {
  readonly scene: Scene;
  readonly contract: OperationContract;
  readonly attempt: Attempt;
  readonly format: Format;
  readonly ending: Ending;
}

/** The reply, which ends as it must. */
export async function exchange(sending: Sending): Promise<Received> {
  const { scene, contract, attempt, format, ending } = sending;
  const { path, method = contract.method, body, bearer: token = null, headers = {} } = attempt;
  const { rest = scene.rest, connection = CALLER, at = NOW } = attempt;
  scene.fixture.setTime(at);
  const reply = await received(
    await rest(requestTo(path, { method, body, format, token, headers }), connection),
  );
  scene.fixture.setTime(NOW);
  const reason = reply.body.error?.reason ?? 'ok';
  expect(reason, reply.body.error?.message).toBe(ending);
  expect(reply.headers.get('content-type')).toBe(`application/${ALWAYS_JSON.has(ending) ? 'json' : format}`);
  const { pathname } = new URL(path, 'http://engine.example');
  expect(undescribed({ ...reply, method, path: pathname })).toBeNull();
  expectEnvelope(sending, reply);
  await expectToken(sending, reply);
  expectReceipt(sending, reply);
  expectHeaders(sending, reply);
  return reply;
}

function expectEnvelope({ contract, ending }: Sending, { status, body }: Received): void {
  envelope.parse(body);
  if (ending === 'ok') {
    expect(status).toBe(contract.reply.status);
    contract.reply.schema.parse(body);
    return;
  }
  const { error } = errorResponse.parse(body);
  contract.refusals?.[status]?.parse(body);
  expect(error).toMatchObject({ ...ERROR_REASONS[ending], status });
  expect(error.message).not.toBe('');
  expect(JSON.stringify(body)).not.toContain(INSIDE);
}

/** Whose token it was, where that was known; what its use cost, where the call succeeded. */
async function expectToken(sending: Sending, { body }: Received): Promise<void> {
  const { scene, contract, attempt, ending } = sending;
  const { bearer, at = NOW, isTurnedAway = false } = attempt;
  const isRead = contract.credential !== 'key' && !BEFORE_RATE.has(ending) && !isTurnedAway;
  scene.fixture.setTime(at);
  const grant = isRead && bearer !== undefined ? await scene.fixture.engine.keys.verifyToken(bearer) : null;
  scene.fixture.setTime(NOW);
  const isGood = grant?.ok === true;
  // A token that has just ended itself is known no more.
  if (contract.id !== 'revokeKey' || ending !== 'ok') {
    expect(body.rcx).toEqual({ token_id: isGood ? grant.value.tokenId : null });
  }
  const { capability } = contract;
  const isSpent = ending === 'ok' && isGood && capability !== null;
  expect(body.spend).toEqual(isSpent ? { capability, cost: 1, unit: 'call' } : undefined);
}

function expectReceipt({ contract, attempt, ending }: Sending, { status, headers, body }: Received): void {
  const isUnread = ending === 'invalid:headers';
  const isBodyless = WITHOUT_BODY.has(ending) || attempt.isTurnedAway || attempt.body instanceof Uint8Array;
  const exchanged = {
    // The type is the client's, which never asks for a path that is none.
    route: (BEFORE_ROUTE.has(ending) ? null : contract.route) as string,
    method: isUnread ? '' : (attempt.method ?? contract.method),
    url: new URL(isUnread ? '/' : attempt.path, 'http://engine.example'),
    body: isBodyless ? null : (attempt.body ?? null),
    status,
    policy: headers.get('x-adduce-policy'),
  };
  expect(checkReply(exchanged, body)).toEqual({ ok: true });
}

function expectHeaders({ contract, attempt, ending }: Sending, { status, headers, body }: Received): void {
  const isCounted =
    contract.reasons.includes('limited:rate') && !BEFORE_RATE.has(ending) && !attempt.isTurnedAway;
  const told = {
    'retry-after': status === 429 || status === 503 ? secondsOf(body.error.retry_after_ms) : null,
    allow: status === 405 ? allowOf(contract.route) : null,
    'www-authenticate': challengeOf(contract, ending),
    'cache-control': 'no-store',
    vary: 'accept, authorization',
    'x-content-type-options': 'nosniff',
    'x-adduce-policy': 'fold/1',
  };
  expect(Object.fromEntries(Object.keys(told).map((name) => [name, headers.get(name)]))).toEqual(told);
  expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([isCounted, isCounted]);
}

function secondsOf(ms: unknown): string {
  expect(ms).toBeGreaterThan(0);
  return String(Math.ceil(Number(ms) / 1_000));
}

function allowOf(route: string): string {
  const methods = OPERATIONS.filter(({ contract }) => contract.route === route).map(
    ({ contract }) => contract.method,
  );
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].toSorted().join(', ');
}

/** Another credential changes nothing about evidence, nor about the server's name. */
function challengeOf({ credential }: OperationContract, ending: Ending): string | null {
  if (!/^denied:(?:token|capability|corpus|key)_/.test(ending)) return null;
  return credential === 'key' ? 'Bearer realm="adduce"' : 'Bearer realm="rcx"';
}
