import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import { openRestFixture, type RestFixture, send } from './rest-fixture.ts';

const TEXT = '/** Verifies. “é” */\nconsole.log(1);\n';
const DIGEST = createHash('sha256').update(TEXT).digest('hex');
const PATHS = ['/verify.mjs', '/verify.mjs.sha256'];

let fixture: RestFixture;
let rest: Handle;

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest({ verifier: TEXT, engineAuth: 'required' });
});

afterAll(() => fixture[Symbol.asyncDispose]());

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return rest(new Request(`http://x.example${path}`, init));
}

describe('the verifier as a file', () => {
  it('is for everybody: a module, with its SHA-256 as tag and digest', async () => {
    const response = await get('/verify.mjs');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(TEXT);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(Buffer.byteLength(TEXT)),
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${DIGEST}"`,
      'repr-digest': `sha-256=:${createHash('sha256').update(TEXT).digest('base64')}:`,
    });
  });

  it('has its SHA-256 in a file that sha256sum reads', async () => {
    const response = await get('/verify.mjs.sha256');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(`${DIGEST}  verify.mjs\n`);
  });

  it.each(PATHS)(
    'is not sent again to a client that has %s, and HEAD has its headers alone',
    async (path) => {
      const whole = await get(path);
      const etag = whole.headers.get('etag') ?? '';
      const known = await get(path, { headers: { 'if-none-match': `"other", ${etag}` } });
      expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
      expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
      const head = await get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      // Each response has a trace of its own.
      for (const { headers } of [head, whole]) headers.delete('x-trace');
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    },
  );

  it.each(PATHS)('is only read: %s names its methods', async (path) => {
    const refused = await send(rest, path, { method: 'POST', body: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await get(path, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it.each(['/verify.mjs/', '/verify.mjs%00', '/Verify.mjs', '/verify.mjs.sha512', '/v1/verify.mjs'])(
    'is at no other path: %s',
    async (path) => {
      const refused = await send(rest, path);
      expect(errorResponse.parse(refused.body).error.reason).toBe('missing:route');
    },
  );

  it.each(PATHS)('is counted by address at %s, like every file', async (path) => {
    const limited = fixture.rest({ verifier: TEXT, ratePerMinute: 1 });
    const connection = { remoteAddress: '192.0.2.7', target: null, method: null };
    const ask = () => limited(new Request(`http://x.example${path}`), connection);
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  });

  it.each(PATHS)('is refused with an envelope at %s where it was not built', async (path) => {
    for (const verifier of [null, undefined]) {
      const without = fixture.rest(verifier === null ? { verifier } : {});
      const refused = await send(without, path);
      expect(refused.status).toBe(503);
      const { error } = errorResponse.parse(refused.body);
      expect(error).toMatchObject({ reason: 'upstream:unavailable', kind: 'Unavailable' });
      expect(error.message).toMatch(/was not built here: its service log says why/);
      expect((await send(without, path, { method: 'POST', body: {} })).status).toBe(405);
    }
  });
});
