import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import { authenticate, type Session } from '../../../../gateway/graphql/session/session.ts';
import { SessionWatch } from '../../../../gateway/graphql/session/session-watch.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine, TestClock } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';

let opened: OpenedStore;
let clock: TestClock;
let engine: Engine;
let watch: SessionWatch;
let ended: string[];

const onEnd = ({ reason }: Refusal) => ended.push(reason);

beforeEach(async () => {
  opened = await openEmptyEmbedded();
  clock = new TestClock('2026-10-01T12:00:00.000Z');
  engine = createTestEngine(opened.store, clock);
  ended = [];
  watch = new SessionWatch(engine, (fault) => {
    throw fault;
  });
});
afterEach(() => opened.dispose());

async function sessionOf(credential: string): Promise<Session> {
  const session = await authenticate(engine, 'required', {
    authorization: `Bearer ${credential}`,
    xTenant: null,
  });
  if (!session.ok) throw new Error(session.refusal.reason);
  return session.value;
}

async function mintToken(ttl: string) {
  const minted = await engine.keys.mintToken({ capabilities: [], standing: null, ttl, actor: null });
  if (!minted.ok) throw new Error(minted.refusal.message);
  return minted.value;
}

it('ends a session whose key was revoked, and no other', async () => {
  const [mine, other] = [await engine.keys.mintKey('mine'), await engine.keys.mintKey('mine')];
  watch.guard(await sessionOf(mine.key), onEnd);
  const release = watch.guard(await sessionOf(other.key), () => ended.push('the other one'));
  await engine.keys.revoke(mine.key_id);
  await eventually(() => expect(ended).toEqual(['denied:token_revoked']));
  release();
});

it('ends a session that was revoked between its verification and now', async () => {
  const { key, key_id } = await engine.keys.mintKey('mine');
  const session = await sessionOf(key);
  await engine.keys.revoke(key_id);
  watch.guard(session, onEnd);
  await eventually(() => expect(ended).toEqual(['denied:token_revoked']));
});

it('says nothing to who has left', async () => {
  const { key, key_id } = await engine.keys.mintKey('mine');
  watch.guard(await sessionOf(key), onEnd)();
  await engine.keys.revoke(key_id);
  await sleep(50);
  expect(ended).toEqual([]);
});

it('ends a session at the expiry of its token, not before', async () => {
  const { token, expires_at } = await mintToken('PT0.1S');
  watch.guard(await sessionOf(token), onEnd);
  await sleep(150);
  // By the service's clock it is not over yet.
  expect(ended).toEqual([]);
  clock.set(expires_at);
  await eventually(() => expect(ended).toEqual(['denied:token_expired']));
});

it('waits for an expiry that is further away than a timer reaches', async () => {
  const { token } = await mintToken('P3650D');
  const release = watch.guard(await sessionOf(token), onEnd);
  await sleep(30);
  expect(ended).toEqual([]);
  release();
});

it('has nothing to watch without a credential', async () => {
  const session = await authenticate(engine, 'open', { authorization: null, xTenant: null });
  if (!session.ok) throw new Error('open mode needs no key');
  expect(session.value.tenant).toBe('local');
  watch.guard(session.value, onEnd)();
});
