/** HEAD, OPTIONS and the methods that a path does not take, on every route, over a real socket. */
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { createOperations } from '../../../gateway/operations/operations.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { exchangeRaw, parseReply } from '../http/http-server.ts';
import { CORPUS, openRestFixture, type RestFixture } from './rest-fixture.ts';

const CONTRACTS = createOperations().map(({ contract }) => contract);
const BY_ROUTE = [...Map.groupBy(CONTRACTS, ({ route }) => route)];
const ROUTES = BY_ROUTE.map(([route, contracts]): [string, string[]] => [
  route,
  contracts.map(({ method }) => method),
]);
const READS = ROUTES.filter(([, methods]) => methods.includes('GET'));
const WRITES = ROUTES.filter(([, methods]) => !methods.includes('GET'));
/** Those a browser or a program might try; node:http asks something of its own of CONNECT and upgrades. */
const TRIED = METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD', 'OPTIONS'].includes(method));
/** Not of the resource: `fetch` lets no connection go on after HEAD. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);

let fixture: RestFixture;
let server: HttpServer;
let token: string;
let values: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await openRestFixture();
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    routes: [],
    fallback: fixture.rest(),
    onFault: (fault) => fixture.faults.push(fault),
  });
  token = await fixture.mint({ capabilities: ['svc.evidence', 'wiki.annotations', 'wiki.annotate'] });
  values = { addr: claimIdOf(await fixture.claim('212')) };
});

afterAll(async () => {
  await server.close(0);
  await fixture[Symbol.asyncDispose]();
});

function urlOf(route: string, query = ''): string {
  return server.url + route.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'unknown') + query;
}

/** With what the operations of the plane ask for, so that most reads succeed. */
function send(route: string, method: string): Promise<Response> {
  const isAgents = /claims|annotations|keys/.test(route);
  const authorization = isAgents ? { authorization: `Bearer ${token}` } : undefined;
  const query = { '/v1/search': '?q=lake', '/v1/annotations': `?target=wx://${CORPUS}/claim/${values.addr}` }[
    route
  ];
  return fetch(urlOf(route, query), { method, headers: { 'x-trace': 't-1', ...authorization } });
}

function allowOf(methods: readonly string[]): string {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  return [...methods, ...head, 'OPTIONS'].toSorted().join(', ');
}

describe('HEAD', () => {
  it.each(READS)('of %s has the headers of GET, and no body', async (route) => {
    const [got, asked] = [await send(route, 'GET'), await send(route, 'HEAD')];
    const body = await got.arrayBuffer();
    expect(asked.status).toBe(got.status);
    expect(got.headers.get('content-length')).toBe(String(body.byteLength));
    const comparable = ({ headers }: Response) => [...headers].filter(([name]) => !OF_CONNECTION.has(name));
    expect(comparable(asked)).toEqual(comparable(got));
    expect((await asked.arrayBuffer()).byteLength).toBe(0);
  });

  it.each(WRITES)('of %s, which nobody can read, is 405', async (route, methods) => {
    const response = await send(route, 'HEAD');
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowOf(methods)]);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    expect(await response.text()).toBe('');
  });

  it('leaves nothing behind that the next reply on the connection would begin with', async () => {
    const ask = (method: string, end: string) => `${method} /healthz HTTP/1.1\r\nHost: x\r\n${end}\r\n`;
    const said = await exchangeRaw(server, ask('HEAD', '') + ask('GET', 'Connection: close\r\n'));
    const second = said.indexOf('HTTP/1.1 200', 1);
    expect(said.slice(0, second)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
    expect(JSON.parse(parseReply(said.slice(second)).body)).toMatchObject({ ok: true });
  });
});

describe('OPTIONS', () => {
  it.each(ROUTES)('of %s lists what it takes', async (route, methods) => {
    const response = await send(route, 'OPTIONS');
    expect([response.status, response.headers.get('allow')]).toEqual([200, allowOf(methods)]);
    expect(await response.json()).toMatchObject({ receipts: [{ class: 'dev' }] });
  });

  it('needs no key, reads no body and accepts any format', async () => {
    const closed = fixture.rest({ engineAuth: 'required' });
    const asking = new Request('http://x/v1/answers', {
      method: 'OPTIONS',
      headers: { accept: 'text/html' },
    });
    expect((await closed(asking)).status).toBe(200);
  });
});

describe('a method that a path does not take', () => {
  it.each(ROUTES)('is 405 on %s, with those it takes', async (route, methods) => {
    for (const method of TRIED.filter((one) => !methods.includes(one) && one !== 'TRACE')) {
      const response = await send(route, method);
      expect([response.status, response.headers.get('allow')], method).toEqual([405, allowOf(methods)]);
      const { error } = errorResponse.parse(await response.json());
      expect(error).toMatchObject({ kind: 'MethodNotAllowed', reason: 'invalid:method' });
    }
  });

  it.each(['TRACE', 'CONNECT'])('is 405 wherever %s is tried', async (method) => {
    for (const target of method === 'TRACE' ? ['/v1/search', '/nowhere', '/'] : ['example.com:443']) {
      const asking = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const { status, body } = parseReply(await exchangeRaw(server, asking));
      expect([target, status]).toEqual([target, 405]);
      expect(errorResponse.parse(JSON.parse(body)).error.reason).toBe('invalid:method');
    }
  });
});

it.each(['/openapi.json', '/docs'])('TRACE of the file %s is 405, with what it takes', async (target) => {
  const asking = `TRACE ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const said = await exchangeRaw(server, asking);
  expect(parseReply(said).status).toBe(405);
  expect(said).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i);
});

describe('a path that is none', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', ...TRIED.filter((one) => one !== 'TRACE')])(
    'is 404 under %s',
    async (method) => {
      for (const path of [
        '/nowhere',
        '/v1',
        '/v1/',
        '/v1/search/',
        '/V1/search',
        '//v1/search',
        '/v1/%73earch',
      ]) {
        const response = await fetch(server.url + path, { method });
        expect([path, response.status]).toEqual([path, 404]);
        const text = await response.text();
        if (method === 'HEAD') expect(text).toBe('');
        else expect(errorResponse.parse(JSON.parse(text)).error.reason).toBe('missing:route');
      }
    },
  );
});
