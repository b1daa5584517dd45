import { once } from 'node:events';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { HttpConnection } from '../../../gateway/http/connection.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { makeCertificate } from '../../certificates.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { exchangeRaw, parseReply, readAll, startServer } from './http-server.ts';

const { cert, key } = makeCertificate();
const tls = { cert: Buffer.from(cert), key: Buffer.from(key) };

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture({ isEmpty: true });
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function get(url: string, options: RequestOptions = { ca: cert }) {
  const [response] = await once(request(url, options).end(), 'response');
  return { status: response.statusCode, body: await text(response) };
}

describe('a server with a certificate', () => {
  it('speaks https, and says so to its handlers', async () => {
    let seen: { url: string; connection: HttpConnection | undefined } | undefined;
    const { server } = await startServer({
      tls,
      fallback: async ({ url }, connection) => {
        seen = { url, connection };
        return new Response('sealed');
      },
    });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await get(`${server.url}/a`)).toEqual({ status: 200, body: 'sealed' });
    expect(seen).toMatchObject({ url: `${server.url}/a`, connection: { remoteAddress: '127.0.0.1' } });
  });

  it('is rejected by a client without the certificate', async () => {
    const { server, faults } = await startServer({ tls });
    await expect(get(server.url, {})).rejects.toThrow(/self-signed/);
    expect((await get(server.url)).status).toBe(200);
    expect(faults).toEqual([]);
  });

  it('takes no plain http, and goes on', async () => {
    const { server, faults } = await startServer({ tls });
    const reply = await exchangeRaw(server, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');
    expect(reply).not.toContain('fallback');
    expect((await get(server.url)).status).toBe(200);
    expect(faults).toEqual([]);
  });

  it('takes nothing older than TLS 1.2', async () => {
    const { server } = await startServer({ tls });
    const socket = connectTls({
      port: Number(new URL(server.url).port),
      ca: cert,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    await expect(once(socket, 'secureConnect')).rejects.toThrow();
  });

  it('answers what is no HTTP by an envelope here too', async () => {
    const { server } = await startServer({ tls, fallback: fixture.rest() });
    const socket = connectTls({ port: Number(new URL(server.url).port), host: '127.0.0.1', ca: cert });
    socket.write('garbage\r\n\r\n');
    const { status, body } = parseReply(await readAll(socket));
    expect(status).toBe(400);
    expect(errorResponse.parse(JSON.parse(body)).error.reason).toBe('invalid:http');
  });

  it('carries WebSockets', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    const { server } = await startServer({
      tls,
      onUpgrade: (incoming, socket, head) => {
        sockets.handleUpgrade(incoming, socket, head, (opened) => opened.send('hello'));
        return 101;
      },
    });
    const socket = new WebSocket(server.url.replace('https', 'wss'), { ca: cert });
    const [message] = await once(socket, 'message');
    expect(String(message)).toBe('hello');
    socket.close();
    await once(socket, 'close');
  });

  it('closes in time although a client never finished its handshake', async () => {
    const { server } = await startServer({ tls });
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
    await once(silent, 'connect');
    await get(server.url);
    const started = performance.now();
    await server.close(200);
    // Its handshake would be waited for much longer.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
