import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Handle, HttpConnection } from '../../../gateway/http/connection.ts';
import type { HttpServer, ServeOptions } from '../../../gateway/http/node-http.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { standsStill } from '../../stands-still.ts';
import { openRestFixture } from '../rest/rest-fixture.ts';
import { dial, exchangeRaw, startServer, untilClosed } from './http-server.ts';

async function start(options: Partial<ServeOptions>): Promise<HttpServer> {
  return (await startServer(options)).server;
}

describe('mounting', () => {
  const named =
    (name: string): Handle =>
    async () =>
      new Response(name);

  it.each([
    ['/graphql', 'graphql'],
    ['/graphql?query=x', 'graphql'],
    ['/graphql/sse', 'graphql'],
    ['/graphqlx', 'fallback'],
    ['/api/answers', 'api'],
    ['/v1/answers', 'fallback'],
    ['/', 'fallback'],
    ['//graphql', 'fallback'],
  ])('gives %s to %s', async (path, name) => {
    const routes = [
      { prefix: '/graphql', handle: named('graphql') },
      { prefix: '/api', handle: named('api') },
    ];
    const server = await start({ routes });
    expect(await (await fetch(`${server.url}${path}`)).text()).toBe(name);
  });

  it('gives everything to the prefix /', async () => {
    const server = await start({ routes: [{ prefix: '/', handle: named('page') }] });
    expect(await (await fetch(`${server.url}/any/path`)).text()).toBe('page');
  });
});

describe('a request', () => {
  it('arrives with its method, headers, body, and where it came from', async () => {
    let seen: unknown;
    const fallback: Handle = async (request, connection) => {
      const { method, url } = request;
      seen = {
        method,
        path: new URL(url).pathname,
        type: request.headers.get('x-a'),
        body: await request.text(),
        connection,
      };
      return new Response(null, { status: 204 });
    };
    const server = await start({ fallback });
    const response = await fetch(`${server.url}/a/b?c=d`, {
      method: 'PUT',
      body: 'text',
      headers: { 'x-a': '1' },
    });
    expect(response.status).toBe(204);
    const connection = { remoteAddress: '127.0.0.1', target: '/a/b?c=d', method: null };
    expect(seen).toMatchObject({ method: 'PUT', path: '/a/b', type: '1', body: 'text', connection });
  });

  it.each(['GET /a/../b HTTP/1.1', 'GET /a\\..\\b HTTP/1.1', 'GET /%2e%2e/b HTTP/1.1'])(
    'keeps its target as it was sent: %s',
    async (line) => {
      let connection: HttpConnection | undefined;
      const server = await start({
        fallback: async (_, given) => {
          connection = given;
          return new Response('');
        },
      });
      await exchangeRaw(server, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(connection?.target).toBe(line.split(' ')[1]);
    },
  );

  it('cannot change its path by its Host', async () => {
    let url = '';
    const server = await start({
      fallback: async (request) => {
        url = request.url;
        return new Response('');
      },
    });
    await exchangeRaw(
      server,
      'GET /v1/search HTTP/1.1\r\nHost: evil/v1/keys?x=\r\nConnection: close\r\n\r\n',
    );
    expect(url).toBe('http://localhost/v1/search');
  });

  it.each(['TRACE', 'CONNECT'])('of method %s gets a 405 envelope', async (method) => {
    await using fixture = await openRestFixture({ isEmpty: true });
    const server = await start({
      fallback: fixture.rest(),
      routes: [{ prefix: '/', handle: async () => new Response('page') }],
    });
    const target = method === 'CONNECT' ? 'example.com:443' : '/v1/answers';
    const reply = await exchangeRaw(
      server,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 405 /);
    const { error } = errorResponse.parse(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)));
    expect(error).toMatchObject({ status: 405, kind: 'MethodNotAllowed', reason: 'invalid:method' });
  });

  it('whose sender goes away aborts its signal', async () => {
    const aborted = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const server = await start({
      fallback: async (request) => {
        request.signal.addEventListener('abort', () => aborted.resolve());
        arrived.resolve();
        await aborted.promise;
        return new Response('late');
      },
    });
    const socket = dial(server);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    await aborted.promise;
  });
});

describe('a response', () => {
  it('keeps its status, headers and every cookie', async () => {
    const headers = new Headers({ 'x-a': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const server = await start({ fallback: async () => new Response('made', { status: 201, headers }) });
    const response = await fetch(server.url);
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, '1', 'made']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('that is a stream arrives as it is made', async () => {
    let push: (text: string) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        push = (text) => (text === '' ? controller.close() : controller.enqueue(Buffer.from(text)));
      },
    });
    const server = await start({ fallback: async () => new Response(body) });
    const response = await fetch(server.url);
    const reader = response.body?.getReader();
    for (const text of ['one', 'two']) {
      push(text);
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(text);
    }
    push('');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('is cancelled at its source when the reader goes away', async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await sleep(1);
        controller.enqueue(new Uint8Array(1_024));
      },
      cancel: () => cancelled.resolve(),
    });
    const server = await start({ fallback: async () => new Response(body) });
    const abort = new AbortController();
    const response = await fetch(server.url, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    await cancelled.promise;
  });

  it('is made no faster than it is read', async () => {
    let made = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        made += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const server = await start({ fallback: async () => new Response(body) });
    const socket = dial(server);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await standsStill(() => made, 300);
    const before = made;
    await sleep(200);
    expect(made).toBe(before);
    socket.destroy();
  });

  it('of a handler that rejects is a bare 500, and the fault is reported', async () => {
    const fault = new Error('broken');
    const { server, faults } = await startServer({ fallback: () => Promise.reject(fault) });
    const response = await fetch(server.url);
    expect([response.status, await response.text()]).toEqual([500, '']);
    expect(faults).toEqual([fault]);
  });

  it('refusing an upload early can be read by its sender', async () => {
    await using fixture = await openRestFixture({ isEmpty: true });
    const server = await start({ fallback: fixture.rest() });
    const url = new URL(`${server.url}/v1/answers`);
    const upload = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    const chunk = Buffer.alloc(65_536, 0x20);
    for (let i = 0; i < 128; i += 1) upload.write(chunk);
    upload.end();
    const [response] = await once(upload, 'response');
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part);
    // The whole upload goes through: a connection that was cut would fail it here.
    await once(upload, 'close');
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(Buffer.concat(parts).toString()).error.reason).toBe('invalid:size');
  });

  it('ends an upload that never ends', async () => {
    const server = await start({ fallback: async () => new Response('no', { status: 403 }) });
    const socket = dial(server);
    const closed = untilClosed(socket);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const drip = setInterval(() => socket.writable && socket.write('1\r\nx\r\n'), 20);
    const started = performance.now();
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 403 /);
    await closed;
    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('closing', () => {
  it('lets a request under way finish and takes no other', async () => {
    const release = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const server = await start({
      fallback: async () => {
        arrived.resolve();
        await release.promise;
        return new Response('done');
      },
    });
    const underWay = fetch(server.url);
    await arrived.promise;
    const closed = server.close(5_000);
    await expect(fetch(server.url)).rejects.toThrow();
    release.resolve();
    expect(await (await underWay).text()).toBe('done');
    await closed;
  });

  it('cuts off what outlasts the grace time, upgraded connections too', async () => {
    const server = await start({
      fallback: () => new Promise<Response>(() => undefined),
      onUpgrade: (_, socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        return 101;
      },
    });
    const stuck = fetch(server.url).catch((error: unknown) => error);
    const socket = dial(server);
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(socket, 'data');
    const started = performance.now();
    await server.close(100);
    // They would stay for ever.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await stuck).toBeInstanceOf(Error);
  });

  it('does not wait for a connection that is only kept alive', async () => {
    const server = await start({});
    await (await fetch(server.url)).text();
    const started = performance.now();
    await server.close(20_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('binding', () => {
  it('rejects where the port is taken', async () => {
    const server = await start({});
    await expect(start({ port: Number(new URL(server.url).port) })).rejects.toThrow(/EADDRINUSE/);
  });

  it('names an IPv6 host in brackets', async () => {
    const server = await start({ host: '::1' });
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });
});
