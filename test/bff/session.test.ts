import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import { Sessions, USER_ENDS_MS, type VisitorSession } from '../../bff/session.ts';
import { signText } from '../../bff/signed-text.ts';
import { dataFolder } from './whole-server.ts';

const DAY_MS = 86_400_000;
const KEY = new Uint8Array(32).fill(7);

let folder: Awaited<ReturnType<typeof dataFolder>>;
let records: RecordStore;
let now: number;
let sessions: Sessions;
beforeEach(async () => {
  folder = await dataFolder();
  records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  now = 1_000_000;
  sessions = new Sessions({ key: KEY, records, now: () => now, paceMs: 10 });
});
afterEach(async () => {
  await records[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const cookieOf = ({ setCookie }: VisitorSession) => setCookie?.split(';')[0] ?? '';
const at = (cookie: string, isSecure = false) =>
  sessions.of(new Request('http://localhost/api/history', { headers: { cookie } }), isSecure);

const watch = ({ user, asked }: { readonly user: string; readonly asked: number }) =>
  records.watchQuestion({
    id: `q_${user}`,
    user_id: user,
    created_at: asked,
    q: 'How many?',
    as_of: null,
    corpus: 'sky',
    mode: 'verified',
    asked_at: asked,
    asked_size: 1,
    answered_at: asked,
    answer_id: 'ans_1',
    summary: 'So many.',
    summary_hash: '0'.repeat(64),
    receipt_hash: null,
    findings_state: 'PASS',
  });

describe('a session', () => {
  it('is found again by its cookie', async () => {
    const first = await at('');
    expect(first).toMatchObject({ isKnown: false, expiresAt: now + 90 * DAY_MS });
    expect(await at(cookieOf(first))).toMatchObject({
      user: first.user,
      id: first.id,
      isKnown: true,
      setCookie: null,
    });
  });

  it('is renewed when it is used after a day, and not before', async () => {
    const first = await at('');
    now += DAY_MS;
    expect((await at(cookieOf(first))).setCookie).toBeNull();
    now += 1;
    const renewed = await at(cookieOf(first));
    expect(renewed).toMatchObject({ user: first.user, id: first.id, expiresAt: now + 90 * DAY_MS });
    expect(cookieOf(renewed)).not.toBe(cookieOf(first));
  });

  it('ends 90 days after it was last renewed', async () => {
    const first = await at('');
    now += 90 * DAY_MS;
    const renewed = await at(cookieOf(first));
    expect(renewed.user).toBe(first.user);
    now += 1;
    expect((await at(cookieOf(first))).user).not.toBe(first.user);
    expect((await at(cookieOf(renewed))).user).toBe(first.user);
  });

  it('that was signed out has also ended for a cookie renewed meanwhile', async () => {
    const first = await at('');
    now += 2 * DAY_MS;
    const renewed = await at(cookieOf(first));
    expect(await sessions.end(first, false)).toContain('Max-Age=0');
    for (const cookie of [cookieOf(first), cookieOf(renewed)]) {
      expect((await at(cookie)).user).not.toBe(first.user);
    }
    // The end is recorded for as long as any cookie of the session could be valid.
    now += 90 * DAY_MS;
    expect((await at(cookieOf(renewed))).user).not.toBe(first.user);
  });

  it('that is used after a day is a visit of its user, also where its cookie is never replaced', async () => {
    const first = await at('');
    await watch({ user: first.user, asked: now });
    for (const days of [45, 89]) {
      now = 1_000_000 + days * DAY_MS;
      await at(cookieOf(first));
      expect(await records.forgetAbsent(now)).toBe(false);
      expect(await records.forgetAbsent(now - 1)).toBe(false);
    }
    now += USER_ENDS_MS;
    expect(await records.forgetAbsent(now - USER_ENDS_MS)).toBe(false);
    expect(await records.questionsOf(first.user)).toHaveLength(1);
    expect(await records.forgetAbsent(now - USER_ENDS_MS + 1)).toBe(true);
    expect(await records.questionsOf(first.user)).toEqual([]);
  });

  it('that was used at its last moment has a user as long as it holds', async () => {
    const first = await at('');
    await watch({ user: first.user, asked: now });
    // The visit of a moment ago stands for this one, too.
    now += DAY_MS - 1;
    await records.visit({ user: first.user, at: now, paceMs: 1 });
    const visited = now;
    now += 2;
    const renewed = await at(cookieOf(first));
    expect(renewed.setCookie).not.toBeNull();
    now = renewed.expiresAt;
    expect(visited).toBeLessThan(now - 90 * DAY_MS);
    expect(await records.forgetAbsent(now - USER_ENDS_MS)).toBe(false);
  });

  it('that is signed out takes the watched questions of its user with it', async () => {
    const first = await at('');
    const second = await at('');
    await watch({ user: first.user, asked: now });
    await watch({ user: second.user, asked: now });
    await sessions.end(first, false);
    expect(await records.questionsOf(first.user)).toEqual([]);
    expect(await records.questionsOf(second.user)).toHaveLength(1);
  });

  it.each([
    ['facts of another form', { user: 'u_1', session: 'x', issued: 1 }],
    [
      'facts with more than is known',
      { user: `u_${'0'.repeat(32)}`, session: '0'.repeat(32), issued: 1, org: 'acme' },
    ],
    ['an invitation', null],
  ])('is not begun by %s, though this server signed it', async (_, facts) => {
    const text =
      facts === null
        ? signText(KEY, 'invitation', { org: 'acme', issued: 1, expires: 2 ** 40 })
        : signText(KEY, 'session', facts);
    expect((await at(`adduce_session=${text}`)).isKnown).toBe(false);
  });

  it('over https has a cookie of its own, bound to the host', async () => {
    const secure = await at('', true);
    expect(secure.setCookie).toMatch(/^__Host-adduce_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await at(cookieOf(secure).replace('__Host-', ''), true)).isKnown).toBe(false);
    expect((await at(cookieOf(secure), true)).isKnown).toBe(true);
  });
});
