import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressFiles } from '../../bff/compress-files.ts';
import { dataFolder, startWholeServer, type WholeServer } from './whole-server.ts';

const LARGE = 'export const word = "word";\n'.repeat(200);

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeEach(async () => {
  folder = await dataFolder();
  const webFolder = join(folder.path, 'web');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Adduce</title>');
  await writeFile(join(webFolder, 'assets', 'index-1a2b.js'), 'export {};');
  await writeFile(join(webFolder, 'assets', 'large-3c4d.js'), LARGE);
  await writeFile(join(webFolder, 'assets', 'notes.txt'), 'no type of ours');
  await compressFiles(webFolder);
  await writeFile(join(folder.path, 'secret.js'), 'secret');
  server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

/** As it is sent: `fetch` decodes. */
function raw(path: string, accepted: string) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers: { 'accept-encoding': accepted } });
    sent.on('response', (reply) => {
      buffer(reply).then((bytes) => resolve({ headers: reply.headers, bytes }), reject);
    });
    sent.on('error', reject).end();
  });
}

describe('the page', () => {
  it('comes under a policy that runs nothing but its own files, and makes the session', async () => {
    const { status, headers } = await get('/');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; .*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^adduce_session=/);
    // A session is for one browser; without one in it the page may be kept and asked for anew.
    expect(headers.get('cache-control')).toBe('private, no-store');
    const [session = ''] = cookie.split(';');
    const again = await get('/', { cookie: session });
    expect([again.headers.get('cache-control'), again.headers.get('set-cookie')]).toEqual(['no-cache', null]);
  });

  it('has assets that caches keep for good, so they carry no session', async () => {
    const { status, headers } = await get('/assets/index-1a2b.js');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=.5', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('comes for accept-encoding %j in %s, the same once it is decoded', async (accepted, coding) => {
    const { headers, bytes } = await raw('/assets/large-3c4d.js', accepted);
    expect(headers['content-encoding']).toBe(coding);
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((same: Buffer) => same);
    expect(decode(bytes).toString()).toBe(LARGE);
    if (coding !== undefined) expect(bytes.length).toBeLessThan(LARGE.length / 4);
  });

  it('is not compressed where it is short already', async () => {
    expect((await raw('/assets/index-1a2b.js', 'br, gzip')).headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it, in the coding that is accepted', async () => {
    const { headers } = await get('/');
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const etag = headers.get('etag') ?? '';
    const again = await get('/', { cookie, 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get('/', { cookie, 'if-none-match': '"other"' })).status).toBe(200);
    const [plain, coded] = [await raw('/assets/large-3c4d.js', ''), await raw('/assets/large-3c4d.js', 'br')];
    expect(plain.headers.etag).not.toBe(coded.headers.etag);
  });

  it.each([
    '/assets/large-3c4d.js.br',
    '/assets/large-3c4d.js.gz',
    '/assets/../../secret.js',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/assets/notes.txt',
    '/assets/',
    '/index.html',
  ])('serves nothing at %s', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.text()).not.toContain('secret');
  });
});
