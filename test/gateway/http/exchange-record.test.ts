import { once } from 'node:events';
import { request } from 'node:http';
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServeOptions } from '../../../gateway/http/node-http.ts';
import { eventually } from '../../eventually.ts';
import { openRestFixture, QUESTION, type RestFixture } from '../rest/rest-fixture.ts';
import { dial, exchangeRaw, startServer } from './http-server.ts';

const SECRET = 'sesame';

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function startRest(more: Partial<ServeOptions> = {}) {
  return startServer({ fallback: fixture.rest(), ...more });
}

describe('the record of a request', () => {
  it('says how it went, with its route instead of its path', async () => {
    const { server, records } = await startRest();
    const response = await fetch(`${server.url}/v1/search?q=${SECRET}`);
    const body = await response.text();
    await eventually(() => expect(records).toHaveLength(1));
    expect(records[0]).toEqual({
      method: 'GET',
      route: '/v1/search',
      status: 200,
      trace: response.headers.get('x-trace'),
      reason: null,
      tokenId: null,
      keyId: null,
      ms: expect.any(Number),
      bytes: Buffer.byteLength(body),
    });
  });

  it.each<[what: string, path: string, init: RequestInit, record: object]>([
    ['of an unknown path', `/${SECRET}`, {}, { route: null, status: 404, reason: 'missing:route' }],
    [
      'of a wrong method',
      '/v1/search',
      { method: 'PUT' },
      { route: '/v1/search', status: 405, reason: 'invalid:method' },
    ],
    [
      'of a claim that is not there',
      `/v1/claims/${SECRET}/ledger`,
      {},
      { route: '/v1/claims/{addr}/ledger', status: 400, reason: 'invalid:addr' },
    ],
    [
      'of a wrong token',
      '/v1/keys/self',
      { headers: { authorization: `Bearer rcx1.${SECRET}` } },
      { route: '/v1/keys/self', status: 403, reason: 'denied:token_invalid', tokenId: null },
    ],
    [
      'of a body that is none',
      '/v1/answers',
      { method: 'POST', body: `{"q": "${SECRET}"`, headers: { 'content-type': 'application/json' } },
      { route: '/v1/answers', status: 400, reason: 'invalid:body' },
    ],
    ['without a body', '/healthz', { method: 'HEAD' }, { method: 'HEAD', status: 200, bytes: 0 }],
  ])('%s names the reason and nothing that was sent', async (_, path, init, record) => {
    const { server, records } = await startRest();
    await (await fetch(server.url + path, init)).text();
    await eventually(() => expect(records).toHaveLength(1));
    expect(records[0]).toMatchObject(record);
    expect(JSON.stringify(records)).not.toContain(SECRET);
  });

  it('names the token or the key by its id, never by itself', async () => {
    const { server, records } = await startRest();
    const token = await fixture.mint();
    const key = await fixture.mintKey('acme');
    const bearing = (credential: string) => ({ headers: { authorization: `Bearer ${credential}` } });
    await (await fetch(`${server.url}/v1/keys/self`, bearing(token))).text();
    await (await fetch(`${server.url}/v1/search?q=lake`, bearing(key))).text();
    await eventually(() => expect(records).toHaveLength(2));
    expect(records[0]).toMatchObject({ tokenId: expect.stringMatching(/^tk_/), keyId: null });
    expect(records[1]).toMatchObject({ tokenId: null, keyId: expect.stringMatching(/^ak_/) });
    expect(JSON.stringify(records)).not.toMatch(/rcx1\.|adk_/);
  });

  it('has the prefix for a route of another handler', async () => {
    const routes = [{ prefix: '/api', handle: async () => new Response('page') }];
    const { server, records } = await startRest({ routes });
    await (await fetch(`${server.url}/api/saved/${SECRET}`)).text();
    await eventually(() => expect(records[0]).toMatchObject({ route: '/api', status: 200, bytes: 4 }));
  });

  it('of TRACE and CONNECT has their method', async () => {
    const { server, records } = await startRest();
    await exchangeRaw(server, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await exchangeRaw(server, 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(records).toMatchObject([
      { method: 'CONNECT', status: 405 },
      { method: 'TRACE', status: 405 },
    ]);
  });

  it('is kept of a caller that goes away, with the bytes that were taken', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: async (to) => {
        await sleep(1);
        to.enqueue(new Uint8Array(1_024));
      },
    });
    const { server, records } = await startServer({ fallback: async () => new Response(body) });
    const socket = dial(server);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await eventually(() => expect(records).toHaveLength(1));
    expect(records[0]?.bytes).toBeGreaterThanOrEqual(1_024);
  });

  it('of a WebSocket comes with its end, and says whether it was one', async () => {
    const { server, records } = await startServer({
      onUpgrade: ({ url }, socket) => {
        const status = url === '/graphql' ? 101 : 404;
        socket.end(`HTTP/1.1 ${status} x\r\n\r\n`);
        return status;
      },
    });
    const asking = 'HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    for (const path of ['/graphql', `/${SECRET}`]) await exchangeRaw(server, `GET ${path} ${asking}`);
    await eventually(() => expect(records).toMatchObject([{ status: 101, bytes: 18 }, { status: 404 }]));
    expect(JSON.stringify(records)).not.toContain(SECRET);
  });

  it('of a fault says which', async () => {
    const broken = { ...fixture.engine, search: () => Promise.reject(new Error(SECRET)) };
    const { server, records } = await startServer({ fallback: fixture.rest({}, broken) });
    await (await fetch(`${server.url}/v1/search?q=x`)).text();
    await eventually(() => expect(records[0]).toMatchObject({ status: 500, reason: 'internal:fault' }));
    expect(fixture.faults.pop()).toMatchObject({ message: SECRET });
  });
});

describe('a caller behind a proxy', () => {
  const proxies = new BlockList();
  proxies.addAddress('127.0.0.1');
  const isTrustedProxy = (address: string) => proxies.check(address);

  /** Statuses of one request for each value of the header, at two requests a minute. */
  async function statusesOf(forwarded: readonly string[], isTrusted?: (address: string) => boolean) {
    const { server } = await startRest({
      fallback: fixture.rest({ ratePerMinute: 2 }),
      ...(isTrusted && { isTrustedProxy: isTrusted }),
    });
    const statuses: number[] = [];
    for (const value of forwarded) {
      const sent = request(`${server.url}/v1/search?q=lake`, { headers: { 'x-forwarded-for': value } }).end();
      const [response] = await once(sent, 'response');
      response.resume();
      statuses.push(response.statusCode);
    }
    return statuses;
  }

  it('is counted alone where the proxy is trusted', async () => {
    const callers = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1'];
    expect(await statusesOf(callers, isTrustedProxy)).toEqual([200, 200, 429, 200, 200]);
  });

  it('does not get away by naming others in front', async () => {
    const spoofed = [
      '10.0.0.1, 192.0.2.1',
      '10.0.0.2, 192.0.2.1',
      'x, ,, 192.0.2.1',
      `${'1.1.1.1, '.repeat(1_000)}192.0.2.1`,
    ];
    expect(await statusesOf(spoofed, isTrustedProxy)).toEqual([200, 200, 429, 429]);
  });

  it('counts as the proxy where the header is garbage', async () => {
    const garbage = ['unknown', '_x', 'a'.repeat(10_000)];
    expect(await statusesOf(garbage, isTrustedProxy)).toEqual([200, 200, 429]);
  });

  it('counts as the peer where nobody is trusted', async () => {
    expect(await statusesOf(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 200, 429]);
  });

  it('may send the header twice', async () => {
    const { server } = await startRest({ fallback: fixture.rest({ ratePerMinute: 1 }), isTrustedProxy });
    const ask = async (first: string, second: string) => {
      const headers = ['Host', 'x', 'X-Forwarded-For', first, 'X-Forwarded-For', second];
      const [response] = await once(request(`${server.url}/v1/search?q=lake`, { headers }).end(), 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await ask('10.0.0.1', '192.0.2.1')).toBe(200);
    expect(await ask('10.0.0.2', '192.0.2.1')).toBe(429);
    expect(await ask('192.0.2.1', '10.0.0.2')).toBe(200);
  });
});

it('a question is in no record', async () => {
  const { server, records } = await startRest();
  const init = {
    method: 'POST',
    body: JSON.stringify({ q: QUESTION }),
    headers: { 'content-type': 'application/json' },
  };
  await (await fetch(`${server.url}/v1/answers`, init)).text();
  await eventually(() => expect(records).toHaveLength(1));
  expect(JSON.stringify(records)).not.toContain('Vell');
});
