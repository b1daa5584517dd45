import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../setup/free-port.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from '../whole-server.ts';
import { TestBrowser } from './test-browser.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type SentToken,
  startProvider,
  type TestProvider,
} from './test-provider.ts';

const MAPPING = new Map([
  ['editors', { org_id: 'acme', role: 'curator' as const }],
  ['staff', { org_id: 'acme', role: 'contributor' as const }],
  ['*', { org_id: 'house', role: 'reader' as const }],
]);
const PENDING_MS = 600_000;
const WEEK_MS = 7 * 86_400_000;
const SESSION = 'adduce_session';
const PENDING = 'adduce_sign_in';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let provider: TestProvider;
let server: WholeServer;
let now: number;

const settings = (issuer: string, clientSecret: string | null = CLIENT_SECRET) => ({
  issuer,
  clientId: CLIENT_ID,
  clientSecret,
  scope: 'openid profile groups',
  claim: 'groups',
  mapping: MAPPING,
});

beforeAll(async () => {
  folder = await dataFolder();
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}`);
  server = await startWholeServer({ folder: folder.path, port, bff: { signIn: settings(provider.issuer) } });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  now = Date.parse('2026-10-01T12:00:00.000Z');
  setClock(now);
  Object.assign(provider, { signsIn: 'ada', changeToken: null, changeUserinfo: null, tokenStatus: null });
  provider.people.set('ada', { name: 'Ada', groups: [] });
});

const setClock = (at: number) => server.clock.set(new Date(at).toISOString());
const at = (path: string) => `${server.url}${path}`;
const isCallback = (url: string) => url.startsWith(at('/auth/callback'));
const signIn = (browser: TestBrowser, to = '/explore') =>
  browser.go(at(`/auth/sign-in?to=${encodeURIComponent(to)}`), { until: (url) => url === at(to) });
/** To the moment at which the provider sends the browser back. */
const toCallback = (browser: TestBrowser) => browser.go(at('/auth/sign-in'), { until: isCallback });
const sessionOf = async (browser: TestBrowser) => (await browser.send('GET', at('/api/session'))).body;
const cookieOf = (browser: TestBrowser, name: string) => browser.cookies.get(name)?.value ?? null;
const reasonIn = ({ url }: { readonly url: string }) =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('sign-in');

/** A browser whose visitor has asked and saved. */
async function saver(title: string) {
  const browser = new TestBrowser();
  const { body } = await browser.send('POST', at('/api/answers'), { q: MOONS });
  const saved = await browser.send('POST', at('/api/saved'), {
    answer_id: body.answer_id,
    title,
    tags: [title],
  });
  expect(saved.status).toBe(201);
  return { browser, answerId: body.answer_id as string };
}

const saved = async (browser: TestBrowser) => (await browser.send('GET', at('/api/saved'))).body.items;

describe('signing in', () => {
  it('leads back to where the page was, with the account and what the visitor had, under another session', async () => {
    const { browser } = await saver('first');
    const before = cookieOf(browser, SESSION);
    expect(await sessionOf(browser)).toMatchObject({ account: null, sign_in: true });
    provider.signsIn = 'first of all';
    provider.people.set('first of all', {
      name: 'Grace\u0007 Hopper ',
      groups: ['staff', 'editors', 'strangers'],
    });
    expect(await signIn(browser, '/explore?open=a%26b')).toMatchObject({ url: at('/explore?open=a%26b') });
    expect(await sessionOf(browser)).toMatchObject({
      account: { name: 'Grace  Hopper' },
      organisations: ['acme', 'house'],
      expires_at: new Date(now + WEEK_MS).toISOString(),
    });
    expect(await saved(browser)).toMatchObject([{ title: 'first' }]);
    const copy = new TestBrowser();
    copy.cookies.set(SESSION, { value: before ?? '', path: '/' });
    expect(await saved(copy)).toEqual([]);
    expect(provider.requests).toContain('GET /me');
  });

  it('in a second browser brings what was saved there too, once, and it can be read', async () => {
    provider.signsIn = 'second';
    const home = await saver('at home');
    await signIn(home.browser);
    const away = new TestBrowser();
    for (const [title, q] of [
      ['away', 'How many moons does Jupiter have?'],
      ['double', MOONS],
    ]) {
      const { body } = await away.send('POST', at('/api/answers'), { q });
      await away.send('POST', at('/api/saved'), { answer_id: body.answer_id, title, tags: [title] });
    }
    await signIn(away);
    for (const browser of [home.browser, away]) {
      const entries = await saved(browser);
      expect(entries.map(({ title }: { title: string }) => title).sort()).toEqual(['at home', 'away']);
      expect(await history(browser)).toHaveLength(3);
      for (const { answer_id } of await history(browser)) {
        const receipt = await browser.send('GET', at(`/api/answers/${answer_id}/receipt`));
        expect(receipt.status).toBe(200);
      }
    }
    // Signing in again moves nothing twice.
    await signIn(away);
    expect(await saved(away)).toHaveLength(2);
    expect(server.faults).toEqual([]);
  });

  it('goes by what the provider says each time', async () => {
    const browser = new TestBrowser();
    provider.people.set('ada', { name: 'Ada', groups: ['staff'] });
    await signIn(browser);
    expect((await sessionOf(browser)).organisations).toEqual(['acme', 'house']);
    provider.people.set('ada', { name: 'Ada', groups: [] });
    await signIn(browser);
    expect((await sessionOf(browser)).organisations).toEqual(['house']);
  });

  it('ends a week later, however much it is used', async () => {
    const browser = new TestBrowser();
    await signIn(browser);
    setClock(now + WEEK_MS);
    expect((await sessionOf(browser)).account).toEqual({ name: 'Ada' });
    setClock(now + WEEK_MS + 1);
    expect((await sessionOf(browser)).account).toBeNull();
  });

  it('as somebody else leaves each account its own', async () => {
    const { browser } = await saver('of Ada');
    provider.signsIn = 'Ada of this test';
    await signIn(browser);
    await browser.go(`${provider.issuer}/session/end`);
    for (const name of ['_session', '_session.sig']) browser.cookies.delete(name);
    provider.signsIn = 'Bob of this test';
    await signIn(browser);
    expect(await saved(browser)).toEqual([]);
  });
});

const history = async (browser: TestBrowser) => (await browser.send('GET', at('/api/history'))).body.items;

describe('signing out', () => {
  it('ends the session here, and leads to where the provider ends its own', async () => {
    const { browser } = await saver('kept');
    provider.signsIn = 'one who leaves';
    await signIn(browser);
    const copy = new TestBrowser();
    copy.cookies.set(SESSION, { value: cookieOf(browser, SESSION) ?? '', path: '/' });
    const { status, body } = await browser.send('DELETE', at('/api/session'));
    expect(status).toBe(200);
    const end = new URL(body.continue_at);
    expect(end.origin).toBe(provider.issuer);
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(at('/'));
    expect(end.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    for (const one of [browser, copy]) expect(await sessionOf(one)).toMatchObject({ account: null });
    await signIn(browser);
    expect(await saved(browser)).toMatchObject([{ title: 'kept' }]);
  });

  it('of an anonymous visitor stays what it was', async () => {
    const { browser } = await saver('lost');
    expect((await browser.send('DELETE', at('/api/session'))).status).toBe(204);
  });
});

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

describe('the address to go on at', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '@evil.example',
    'explore',
  ])('%j is refused', async (to) => {
    const { status, body } = await new TestBrowser().go(at(`/auth/sign-in?to=${encodeURIComponent(to)}`), {
      headers: { accept: '*/*' },
    });
    expect(status).toBe(400);
    expect(body.error.reason).toBe('invalid:query');
  });

  it.each([
    ['/explore?a=1', '/explore?a=1'],
    [`/?q=${'x'.repeat(1_995)}`, `/?q=${'x'.repeat(1_995)}`],
    [`/?q=${'x'.repeat(1_997)}`, '/'],
    // Nine letters each in an address.
    [`/?q=${'環'.repeat(221)}`, `/?q=${'%E7%92%B0'.repeat(221)}`],
    [`/?q=${'環'.repeat(222)}`, '/'],
    ['/explore#invitation=v1.x', '/explore'],
    ['/#sign-in=denied:sign_in_expired', '/'],
    ['/auth/sign-in', '/'],
    ['/api/session', '/'],
    ['', '/'],
  ])('%j is led to', async (to, led) => {
    const browser = new TestBrowser();
    const arrived = await browser.go(at(`/auth/sign-in?to=${encodeURIComponent(to)}`), {
      until: (url) => url === at(led),
    });
    expect(arrived.status).toBe(0);
  });
});

describe('a sign-in that is asked for', () => {
  it.each([
    ['cross-site', false],
    ['same-site', false],
    ['same-origin', true],
    ['none', true],
  ])('%s begins: %s', async (site, begins) => {
    const headers = { accept: 'text/html', 'sec-fetch-site': site };
    const response = await fetch(at('/auth/sign-in?to=/explore'), { headers, redirect: 'manual' });
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    if (begins) expect(location.startsWith(provider.issuer)).toBe(true);
    else expect(location).toBe(at('/'));
    expect(response.headers.getSetCookie().some((cookie) => cookie.startsWith(PENDING))).toBe(begins);
  });
});

describe('cookies of a sign-in', () => {
  it('are no script’s, of this site, and gone when it ends', async () => {
    const browser = new TestBrowser();
    await signIn(browser);
    const own = browser.set.filter((cookie) => cookie.startsWith('adduce_'));
    expect(own).toHaveLength(3);
    for (const cookie of own) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(own[0]).toMatch(/^adduce_sign_in=v1\..*; Max-Age=600;/);
    expect(own[2]).toMatch(/^adduce_sign_in=; Max-Age=0;/);
  });

  it('hold neither the nonce nor the verifier', async () => {
    const browser = new TestBrowser();
    const { url } = await browser.go(at('/auth/sign-in'), {
      until: (next) => next.startsWith(provider.issuer),
    });
    const [, payload = ''] = (cookieOf(browser, PENDING) ?? '').split('.');
    const facts = Buffer.from(payload, 'base64url').toString();
    const asked = new URL(url).searchParams;
    expect(facts).toContain(asked.get('state'));
    expect(facts).not.toContain(asked.get('nonce'));
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(at('/auth/callback'));
  });

  it('over https are bound to the host', async () => {
    await using other = await dataFolder();
    const bff = { publicUrl: 'https://page.example/', signIn: settings(provider.issuer) };
    await using behind = await startWholeServer({ folder: other.path, bff });
    const response = await fetch(`${behind.url}/auth/sign-in`, { redirect: 'manual' });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-adduce_sign_in=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect(searchParams.get('redirect_uri')).toBe('https://page.example/auth/callback');
  });
});

describe('a server', () => {
  const started = async (signIn: ReturnType<typeof settings> | null) => {
    const other = await dataFolder();
    const running = await startWholeServer({ folder: other.path, bff: { signIn } });
    return {
      running,
      reason: async () => reasonIn(await new TestBrowser().go(`${running.url}/auth/sign-in`)),
      [Symbol.asyncDispose]: async () => {
        await running[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
      },
    };
  };

  it('without the settings has no sign-in', async () => {
    await using one = await started(null);
    for (const path of ['/auth/sign-in', '/auth/callback?code=x&state=y', '/auth']) {
      const response = await fetch(`${one.running.url}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { reason: 'missing:route' } });
    }
    const session = await (await fetch(`${one.running.url}/api/session`)).json();
    expect(session).toMatchObject({ account: null, sign_in: false });
  });

  it.each([
    [
      'nobody is at',
      async () => `http://127.0.0.1:${await freePort()}`,
      'bff:provider_away',
      /cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      'is a folder of the provider',
      async () => `${provider.issuer}/realm`,
      'bff:sign_in_settings',
      /has no OpenID configuration \(status 404\)/,
    ],
    [
      'the provider names otherwise',
      async () => provider.issuer.replace('127.0.0.1', 'localhost'),
      'bff:sign_in_settings',
      /calls itself "http:\/\/127/,
    ],
  ])('whose issuer %s serves visitors, and says once what is wrong', async (_, issuer, reason, words) => {
    const wrong = await issuer();
    await using one = await started(settings(wrong));
    expect(await one.reason()).toBe(reason);
    expect(await one.reason()).toBe(reason);
    expect((await fetch(`${one.running.url}/api/session`)).status).toBe(200);
    expect(one.running.faults).toHaveLength(1);
    const [fault] = one.running.faults;
    expect(String(fault)).toMatch(words);
    expect(String(fault)).toContain('ADDUCE_OIDC_ISSUER');
    expect(String(fault)).not.toContain('\n');
  });

  it('whose provider goes away in the middle says so, and goes on when it is back', async () => {
    const browser = new TestBrowser();
    provider.tokenStatus = 503;
    expect(reasonIn(await signIn(browser))).toBe('bff:provider_away');
    provider.tokenStatus = null;
    expect(await signIn(browser)).toMatchObject({ status: 0 });
  });

  it('whose secret is wrong signs nobody in, and says so without it', async () => {
    const port = await freePort();
    await using own = await startProvider(`http://127.0.0.1:${port}`);
    own.signsIn = 'ada';
    await using other = await dataFolder();
    const bff = { signIn: settings(own.issuer, 'not the secret') };
    await using one = await startWholeServer({ folder: other.path, port, bff });
    one.clock.set(new Date().toISOString());
    expect(reasonIn(await new TestBrowser().go(`${one.url}/auth/sign-in`))).toBe('bff:sign_in_settings');
    expect(String(one.faults[0])).toMatch(
      /refuses this client \(invalid_client\): check ADDUCE_OIDC_CLIENT_ID/,
    );
    expect(String(one.faults[0])).not.toContain('not the secret');
  });
});
