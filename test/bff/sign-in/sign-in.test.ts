import { describe, expect, it } from 'vitest';
import { freePort } from '../../setup/free-port.ts';
import { dataFolder, MOONS, startWholeServer } from '../whole-server.ts';
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
  settings,
  signIn,
} from './sign-in-server.ts';
import { TestBrowser } from './test-browser.ts';
import { startProvider } from './test-provider.ts';

const WEEK_MS = 7 * 86_400_000;
const SESSION = 'adduce_session';

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

serveSignIns();

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
