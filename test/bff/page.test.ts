import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeEach(async () => {
  folder = await dataFolder();
  const webFolder = join(folder.path, 'web');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Adduce</title>');
  await writeFile(join(webFolder, 'assets', 'index-1a2b.js'), 'export {};');
  await writeFile(join(webFolder, 'assets', 'notes.txt'), 'no type of ours');
  await writeFile(join(folder.path, 'secret.js'), 'secret');
  server = await startWholeServer({ folder: folder.path, bff: { webFolder } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

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
