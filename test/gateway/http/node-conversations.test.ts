import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { dial, exchangeRaw, parseReply, startServer, untilClosed } from './http-server.ts';

let fixture: RestFixture;
let rest: Handle;

beforeAll(async () => {
  fixture = await openRestFixture({ isEmpty: true });
  rest = fixture.rest();
});

afterAll(() => fixture[Symbol.asyncDispose]());

const OK = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const CHUNKED = 'POST /v1/search HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('what is no HTTP', () => {
  it.each<[what: string, bytes: string | Uint8Array, status: number, reason: string]>([
    ['a word', 'hello\r\n\r\n', 400, 'invalid:http'],
    ['noise', Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 1) & 0xff), 400, 'invalid:http'],
    ['the start of TLS', Buffer.from('1603010200010001fc0303', 'hex'), 400, 'invalid:http'],
    ['a method of its own', 'SMURF / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid:http'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid:http'],
    ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'invalid:http'],
    ['no version', 'GET /\r\n\r\n', 400, 'invalid:http'],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'invalid:http'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400, 'invalid:http'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid:http',
    ],
    ['a length beside chunks', `${CHUNKED.trimEnd()}\r\nContent-Length: 4\r\n\r\n`, 400, 'invalid:http'],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400, 'invalid:http'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid:http'],
    [
      'two Hosts',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      400,
      'invalid:http',
    ],
    [
      'a Host with no such port',
      'GET /healthz HTTP/1.1\r\nHost: x:99999\r\nConnection: close\r\n\r\n',
      400,
      'invalid:http',
    ],
    [
      'a target with a password',
      'GET http://a:b@x/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'invalid:http',
    ],
    [
      'headers of 17 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`,
      431,
      'invalid:headers',
    ],
    ['a target of 17 kB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'invalid:headers'],
    ['chunks that are none', `${CHUNKED}zz\r\n`, 400, 'invalid:http'],
  ])('such as %s, gets an envelope with its reason', async (_, bytes, status, reason) => {
    const { server, faults, records } = await startServer({ fallback: rest });
    const reply = parseReply(await exchangeRaw(server, bytes));
    expect(reply.status).toBe(status);
    const { error, receipts } = errorResponse.parse(JSON.parse(reply.body));
    expect(error).toMatchObject({ status, reason });
    expect(receipts).toHaveLength(1);
    expect(faults).toEqual([]);
    expect(records[0]).toMatchObject({ route: null, status, reason, bytes: Buffer.byteLength(reply.body) });
    // Others are served as before.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('may leave the Host out in HTTP/1.0', async () => {
    const { server } = await startServer({ fallback: rest });
    expect(parseReply(await exchangeRaw(server, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('after a whole request leaves that its response, and nothing more', async () => {
    const arrived = Promise.withResolvers<void>();
    const { server } = await startServer({
      fallback: async () => {
        arrived.resolve();
        await sleep(50);
        return new Response('whole');
      },
    });
    const reply = await exchangeRaw(server, `${OK}garbage\r\n\r\n`);
    await arrived.promise;
    expect(parseReply(reply)).toMatchObject({ status: 200 });
    expect(reply).toContain('whole');
    expect(reply.match(/^HTTP\/1\.1 \d/gm)).toHaveLength(1);
  });

  it('in a body whose response has begun ends the connection', async () => {
    const { server } = await startServer({
      fallback: async () =>
        new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from('begun')) })),
    });
    const socket = dial(server);
    const closed = untilClosed(socket);
    socket.write(CHUNKED);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('zz\r\n');
    await closed;
  });

  it('is refused once, however much of it follows', async () => {
    const { server, records } = await startServer({ fallback: rest });
    const socket = dial(server);
    const closed = untilClosed(socket);
    const said: Buffer[] = [];
    socket.on('data', (bytes) => said.push(bytes));
    for (let i = 0; i < 20 && socket.writable; i += 1) {
      socket.write('garbage\r\n\r\n');
      await sleep(2);
    }
    socket.end();
    await closed;
    expect(
      Buffer.concat(said)
        .toString()
        .match(/^HTTP\/1\.1 \d/gm) ?? [],
    ).toHaveLength(1);
    expect(records).toHaveLength(1);
  });

  it('does not keep a connection whose sender never closes it', async () => {
    const { server } = await startServer({ fallback: rest });
    const socket = dial(server);
    socket.on('data', () => undefined);
    const closed = untilClosed(socket);
    // Half of the connection stays open on this side.
    socket.allowHalfOpen = true;
    const drip = setInterval(() => socket.writable && socket.write('garbage\r\n'), 50);
    const started = performance.now();
    await closed;
    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});

it('a request that does not arrive gets an error', { timeout: 30_000 }, async () => {
  const { server, records } = await startServer({ fallback: rest });
  const { status, body } = parseReply(await exchangeRaw(server, 'GET / HTTP/1.1\r\nHost: x\r\n'));
  expect(status).toBe(408);
  expect(errorResponse.parse(JSON.parse(body)).error).toMatchObject({
    kind: 'Timeout',
    reason: 'limited:time',
  });
  expect(records).toMatchObject([{ status: 408, reason: 'limited:time' }]);
});

describe('an offer of another protocol', () => {
  it.each(['h2c', 'TLS/1.0', 'websocketx'])('is passed over: %s', async (protocol) => {
    const { server } = await startServer({
      fallback: rest,
      onUpgrade: (_, socket) => {
        socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        return 101;
      },
    });
    const asking = `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
    expect(parseReply(await exchangeRaw(server, asking)).status).toBe(200);
  });

  it('that is no websocket is ignored also where there is none', async () => {
    const { server } = await startServer({ fallback: rest });
    const asking =
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    expect(parseReply(await exchangeRaw(server, asking)).status).toBe(200);
  });
});

it('an unknown expectation is ignored', async () => {
  const { server } = await startServer({ fallback: rest });
  const asking = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n';
  expect(parseReply(await exchangeRaw(server, asking)).status).toBe(200);
});
