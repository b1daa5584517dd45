import { generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  at,
  cookieOf,
  now,
  PENDING,
  provider,
  reasonIn,
  server,
  serveSignIns,
  sessionOf,
  setClock,
  signIn,
} from './sign-in-server.ts';
import { TestBrowser } from './test-browser.ts';
import { CLIENT_ID, CLIENT_SECRET, type SentToken } from './test-provider.ts';

const PENDING_MS = 600_000;

const isCallback = (url: string) => url.startsWith(at('/auth/callback'));

/** To the moment at which the provider sends the browser back. */
const toCallback = (browser: TestBrowser) => browser.go(at('/auth/sign-in'), { until: isCallback });

serveSignIns();

describe('a return from the provider', () => {
  const changed = (url: string, changes: Record<string, string | null>) => {
    const other = new URL(url);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) other.searchParams.delete(name);
      else other.searchParams.set(name, value);
    }
    return other.href;
  };

  it.each([
    ['another state', { state: 'x'.repeat(43) }, 'denied:sign_in_expired'],
    ['a state with one more letter', { state: `${'x'.repeat(43)}x` }, 'denied:sign_in_expired'],
    ['no state', { state: null }, 'denied:sign_in_expired'],
    ['an endless state', { state: 'x'.repeat(3_000) }, 'denied:sign_in_expired'],
    [
      'a refusal with another state',
      { state: 'x', error: 'access_denied', code: null },
      'denied:sign_in_expired',
    ],
    ['another code', { code: 'x'.repeat(43) }, 'denied:sign_in_expired'],
    ['no code', { code: null }, 'bff:identity'],
    ['the name of another issuer', { iss: 'https://evil.example' }, 'bff:identity'],
  ])('with %s signs nobody in', async (_, changes, reason) => {
    const browser = new TestBrowser();
    const { url } = await toCallback(browser);
    expect(reasonIn(await browser.go(changed(url, changes)))).toBe(reason);
    expect(await sessionOf(browser)).toMatchObject({ account: null });
  });

  it('counts once, in the browser that left, also with a copy of its cookie', async () => {
    const browser = new TestBrowser();
    const { url } = await toCallback(browser);
    const pending = browser.cookies.get(PENDING);
    const other = new TestBrowser();
    expect(reasonIn(await other.go(url))).toBe('denied:sign_in_expired');
    await browser.go(url, { until: (next) => next === at('/') });
    expect(await sessionOf(browser)).toMatchObject({ account: { name: 'Ada' } });
    expect(cookieOf(browser, PENDING)).toBeNull();
    const thief = new TestBrowser();
    thief.cookies.set(PENDING, pending!);
    expect(reasonIn(await thief.go(url))).toBe('denied:sign_in_expired');
    expect(await sessionOf(thief)).toMatchObject({ account: null });
  });

  it('with the code of another sign-in of the same browser signs nobody in', async () => {
    const browser = new TestBrowser();
    const { url: first } = await toCallback(browser);
    const { url: second } = await toCallback(browser);
    const mixed = changed(second, { code: new URL(first).searchParams.get('code') });
    expect(reasonIn(await browser.go(mixed))).toBe('denied:sign_in_expired');
  });

  it('with the code of an attacker does not sign the victim in as the attacker', async () => {
    const attacker = new TestBrowser();
    const { url } = await toCallback(attacker);
    const victim = new TestBrowser();
    await toCallback(victim);
    expect(reasonIn(await victim.go(url))).toBe('denied:sign_in_expired');
  });

  it('is accepted ten minutes after it began, and not later', async () => {
    const browser = new TestBrowser();
    const { url: inTime } = await toCallback(browser);
    setClock(now + PENDING_MS);
    expect(await browser.go(inTime, { until: (next) => next === at('/') })).toMatchObject({ status: 0 });
    setClock(now);
    const other = new TestBrowser();
    const { url: late } = await toCallback(other);
    setClock(now + PENDING_MS + 1);
    expect(reasonIn(await other.go(late))).toBe('denied:sign_in_expired');
  });

  it('with a cookie that was changed signs nobody in', async () => {
    const browser = new TestBrowser();
    const { url } = await toCallback(browser);
    const [version, payload = '', mac] = (cookieOf(browser, PENDING) ?? '').split('.');
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...facts, to: '//evil.example' })).toString('base64url');
    browser.cookies.set(PENDING, { value: `${version}.${forged}.${mac}`, path: '/' });
    expect(reasonIn(await browser.go(url))).toBe('denied:sign_in_expired');
  });

  it.each(['HEAD', 'POST', 'PUT'])('by %s is refused and uses nothing up', async (method) => {
    const browser = new TestBrowser();
    const { url } = await toCallback(browser);
    expect((await browser.send(method, url)).status).toBe(405);
    await browser.go(url, { until: (next) => next === at('/') });
    expect(await sessionOf(browser)).toMatchObject({ account: { name: 'Ada' } });
  });

  it('with errors that a visitor makes up writes nothing to the operator, and those of a provider one line each', async () => {
    const before = server.faults.length;
    const words = ['disk_full', 'invalid_scope', 'Call+0900+now', 'unauthorized_client'];
    for (const word of [...words, ...words]) {
      const browser = new TestBrowser();
      const { url } = await toCallback(browser);
      const refused = changed(url, { code: null, error: word });
      expect(reasonIn(await browser.go(refused))).toBe('bff:sign_in_settings');
    }
    const lines = server.faults.slice(before).map(String);
    expect(lines).toEqual([
      expect.stringContaining('(invalid_scope)'),
      expect.stringContaining('(unauthorized_client)'),
    ]);
  });

  it('of a person who refused says so, to a browser and to a program', async () => {
    provider.signsIn = null;
    const browser = new TestBrowser();
    expect(reasonIn(await signIn(browser))).toBe('denied:sign_in_cancelled');
    const { url } = await toCallback(browser);
    const { status, body } = await browser.go(url, { headers: { accept: 'application/json' } });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ reason: 'denied:sign_in_cancelled', next_step: 'Sign in again.' });
  });
});

describe('an ID token', () => {
  const claim = (changes: Record<string, unknown>) => (token: SentToken) => ({
    ...token,
    claims: { ...token.claims, ...changes },
  });
  const inSeconds = (seconds: number) => Math.floor(now / 1_000) + seconds;
  const otherKey = generateKeyPair('RS256').then(({ privateKey }) => privateKey);

  it.each<[string, () => (token: SentToken) => SentToken]>([
    ['for another client', () => claim({ aud: 'somebody-else' })],
    ['for several clients, by another one', () => claim({ aud: [CLIENT_ID, 'other'], azp: 'other' })],
    ['of another issuer', () => claim({ iss: 'https://evil.example' })],
    ['with another nonce', () => claim({ nonce: 'x'.repeat(43) })],
    ['without a nonce', () => claim({ nonce: undefined })],
    ['without a subject', () => claim({ sub: undefined })],
    ['with an endless subject', () => claim({ sub: 'x'.repeat(256) })],
    ['that ended 61 seconds ago', () => claim({ exp: inSeconds(-61) })],
    ['that never ends', () => claim({ exp: undefined })],
    ['that begins in two minutes', () => claim({ nbf: inSeconds(120) })],
    ['that nobody signed', () => (token) => ({ ...token, header: { alg: 'none' }, key: null })],
    ['without its signature', () => (token) => ({ ...token, key: null })],
    [
      'signed with the secret of the client',
      () => (token) => ({ ...token, header: { alg: 'HS256' }, key: Buffer.from(CLIENT_SECRET) }),
    ],
  ])('%s signs nobody in', async (_, change) => {
    provider.changeToken = change();
    const browser = new TestBrowser();
    expect(reasonIn(await signIn(browser))).toBe('bff:identity');
    expect(await sessionOf(browser)).toMatchObject({ account: null });
  });

  it('signed with a key that is not the provider’s signs nobody in', async () => {
    const key = await otherKey;
    provider.changeToken = (token) => ({ ...token, key });
    const browser = new TestBrowser();
    expect(reasonIn(await signIn(browser))).toBe('bff:identity');
  });

  it('that ended less than a minute ago, by a clock that is late, is accepted', async () => {
    provider.changeToken = claim({ exp: inSeconds(-50) });
    expect(await signIn(new TestBrowser())).toMatchObject({ status: 0 });
  });

  it('with the name and the groups spares the userinfo, and groups of other types give nothing', async () => {
    provider.requests.length = 0;
    provider.signsIn = 'one of many groups';
    provider.changeToken = claim({ name: 'Ada', groups: ['staff', 7, null, { editors: true }] });
    const browser = new TestBrowser();
    await signIn(browser);
    expect((await sessionOf(browser)).organisations).toEqual(['acme', 'house']);
    expect(provider.requests).not.toContain('GET /me');
  });

  it('is not completed by the userinfo of somebody else', async () => {
    provider.changeUserinfo = (facts) => ({ ...facts, sub: 'bob' });
    expect(reasonIn(await signIn(new TestBrowser()))).toBe('bff:identity');
  });

  it('is reported to the operator in one line without a token', () => {
    const lines = server.faults.map((fault) => (fault instanceof Error ? fault.message : String(fault)));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toContain(provider.issuer);
      expect(line).not.toMatch(/\n|eyJ/);
    }
  });
});
