/** A server whose visitors sign in at a provider of its own, for the tests of a file. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { freePort } from '../../setup/free-port.ts';
import { dataFolder, ingestMoons, startWholeServer, type WholeServer } from '../whole-server.ts';
import type { TestBrowser } from './test-browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from './test-provider.ts';

const MAPPING = new Map([
  ['editors', { org_id: 'acme', role: 'curator' as const }],
  ['staff', { org_id: 'acme', role: 'contributor' as const }],
  ['*', { org_id: 'house', role: 'reader' as const }],
]);

export const PENDING = 'adduce_sign_in';

let folder: Awaited<ReturnType<typeof dataFolder>>;
export let provider: TestProvider;
export let server: WholeServer;
export let now: number;

export const settings = (issuer: string, clientSecret: string | null = CLIENT_SECRET) => ({
  issuer,
  clientId: CLIENT_ID,
  clientSecret,
  scope: 'openid profile groups',
  claim: 'groups',
  mapping: MAPPING,
});

/** Each test begins at the same instant, with a provider that changes nothing. */
export function serveSignIns(): void {
  beforeAll(async () => {
    folder = await dataFolder();
    const port = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}`);
    server = await startWholeServer({
      folder: folder.path,
      port,
      bff: { signIn: settings(provider.issuer) },
    });
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
}

export const setClock = (at: number) => server.clock.set(new Date(at).toISOString());
export const at = (path: string) => `${server.url}${path}`;

export const signIn = (browser: TestBrowser, to = '/explore') =>
  browser.go(at(`/auth/sign-in?to=${encodeURIComponent(to)}`), { until: (url) => url === at(to) });

export const sessionOf = async (browser: TestBrowser) => (await browser.send('GET', at('/api/session'))).body;
export const cookieOf = (browser: TestBrowser, name: string) => browser.cookies.get(name)?.value ?? null;
export const reasonIn = ({ url }: { readonly url: string }) =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('sign-in');
