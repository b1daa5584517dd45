/** Receipts of what is refused before any operation has it, recomputed by the words of docs/vectors.md. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { requestTarget } from '../../../gateway/rest/request-target.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { exchangeRaw, parseReply } from '../http/http-server.ts';
import { openRestFixture, type RestFixture } from './rest-fixture.ts';

let fixture: RestFixture;
let server: HttpServer;

beforeAll(async () => {
  fixture = await openRestFixture({ isEmpty: true });
  const answersTo = (host: string) => host === 'x';
  const fallback = fixture.rest({ answersTo });
  server = await serve({ host: '127.0.0.1', port: 0, routes: [], fallback, onFault: () => undefined });
});

afterAll(async () => {
  await server.close(0);
  await fixture[Symbol.asyncDispose]();
});

interface Known {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly route?: string;
}

const UNREAD: Known = { method: '', path: '/' };
const END = 'Host: x\r\nConnection: close\r\n\r\n';

describe('the receipt of', () => {
  it.each<[what: string, bytes: string, reason: string, known: Known]>([
    [
      'headers too long',
      `GET /healthz HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n${END}`,
      'invalid:headers',
      UNREAD,
    ],
    ['an unknown method', `SMURF /v1/stats HTTP/1.1\r\n${END}`, 'invalid:http', UNREAD],
    [
      'a length that is none',
      `POST /v1/search HTTP/1.1\r\nContent-Length: x\r\n${END}`,
      'invalid:http',
      UNREAD,
    ],
    [
      'no Host',
      'GET /v1/stats?b=2&a=1 HTTP/1.1\r\nConnection: close\r\n\r\n',
      'invalid:http',
      {
        method: 'GET',
        path: '/v1/stats',
        query: [
          ['a', '1'],
          ['b', '2'],
        ],
      },
    ],
    ['two Hosts', `PUT /a HTTP/1.1\r\nHost: x\r\n${END}`, 'invalid:http', { method: 'PUT', path: '/a' }],
    [
      'another Host',
      'GET /v1/stats?a=1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      'denied:host',
      { method: 'GET', path: '/v1/stats', query: [['a', '1']] },
    ],
    [
      'CONNECT',
      `CONNECT example.com:443 HTTP/1.1\r\n${END}`,
      'invalid:method',
      { method: 'CONNECT', path: 'example.com:443' },
    ],
    ['OPTIONS of all', `OPTIONS * HTTP/1.1\r\n${END}`, 'missing:route', { method: 'OPTIONS', path: '*' }],
    [
      'TRACE',
      `TRACE /v1/search HTTP/1.1\r\n${END}`,
      'invalid:method',
      { method: 'TRACE', path: '/v1/search', route: '/v1/search' },
    ],
    [
      'another method',
      `PUT /v1/search HTTP/1.1\r\n${END}`,
      'invalid:method',
      { method: 'PUT', path: '/v1/search', route: '/v1/search' },
    ],
    [
      'TRACE of a file',
      `TRACE /openapi.json HTTP/1.1\r\n${END}`,
      'invalid:method',
      { method: 'TRACE', path: '/openapi.json' },
    ],
    [
      'a fragment',
      `GET /nowhere?a=1#b?c=2 HTTP/1.1\r\n${END}`,
      'missing:route',
      { method: 'GET', path: '/nowhere', query: [['a', '1']] },
    ],
    [
      'dots and an absolute target',
      `GET http://x/a/../b?q=%20+ HTTP/1.1\r\n${END}`,
      'missing:route',
      { method: 'GET', path: '/b', query: [['q', '  ']] },
    ],
    ['dots', `GET /a/../b HTTP/1.1\r\n${END}`, 'missing:route', { method: 'GET', path: '/a/../b' }],
  ])('%s says what was known of it', async (_, bytes, reason, { method, path, query = [], route = null }) => {
    const said = await exchangeRaw(server, bytes);
    const { status, body } = parseReply(said);
    const { receipts, ...response } = JSON.parse(body);
    expect(response.error.reason).toBe(reason);
    const request = { method, path, query, body: null };
    const { corpus } = response;
    const record = { v: 1, route, status, corpus, request, response, token_id: null, policy: 'fold/1' };
    expect(receipts[0].hash).toBe(blake3Hex(encodeCanonical(record)));
  });
});

describe('a status line', () => {
  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'long headers',
      `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n${END}`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['nothing there', `GET /nowhere HTTP/1.1\r\n${END}`, 'HTTP/1.1 404 Not Found'],
  ])('of %s has the standard phrase', async (_, bytes, line) => {
    expect((await exchangeRaw(server, bytes)).split('\r\n', 1)).toEqual([line]);
  });
});

describe('a target', () => {
  it.each<[target: string | null, path: string, query: string]>([
    [null, '/own', 'a=1'],
    ['/', '/', ''],
    ['/a?', '/a', ''],
    ['/a?b?c', '/a', 'b%3Fc='],
    ['/a#?b', '/a', ''],
    ['/a?b=%zz&b=é', '/a', 'b=%25zz&b=%C3%A9'],
    ['//x/y', '//x/y', ''],
    ['/\\x', '/\\x', ''],
    ['HTTPS://x/y?z=1#w', '/y', 'z=1'],
    ['http://[/y?z', 'http://[/y', 'z='],
    ['ftp://x/y', 'ftp://x/y', ''],
    ['*', '*', ''],
    ['x:443', 'x:443', ''],
  ])('%s has a path and a query', (target, path, query) => {
    const sent = requestTarget(target, 'http://x/own?a=1#b');
    expect([sent.path, String(sent.query)]).toEqual([path, query]);
  });
});
