/** `adduce serve` with a certificate: everything on its port over https, and no start with files that cannot work. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeCertificate } from '../certificates.ts';
import { adduce, type Served, serve } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 120_000;
const { cert, key } = makeCertificate();

describe('adduce serve with a certificate', { timeout: PATIENCE_MS }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let settings: Record<string, string>;
  let served: Served;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder.path, 'oars.md'), '# Oars\n\nThe oar is 3 metres long.\n');
    await writeFile(join(folder.path, 'cert.pem'), cert);
    await writeFile(join(folder.path, 'key.pem'), key);
    settings = {
      ADDUCE_DATA: join(folder.path, 'data'),
      ADDUCE_TLS_CERT: join(folder.path, 'cert.pem'),
      ADDUCE_TLS_KEY: join(folder.path, 'key.pem'),
    };
    await adduce(['ingest', join(folder.path, 'oars.md'), '--corpus', 'oars'], settings);
    served = await serve(settings);
  }, PATIENCE_MS);

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function send(path: string, options: RequestOptions = {}, body = '') {
    const [response] = await once(request(served.url + path, { ca: cert, ...options }).end(body), 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('serves REST, GraphQL and the page over https', async () => {
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.parse((await send('/healthz')).body)).toMatchObject({ ok: true });
    const page = await send('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const headers = { 'content-type': 'application/json', origin: served.url };
    const asked = await send(
      '/graphql',
      { method: 'POST', headers },
      '{"query": "{ search(q: \\"oar\\") { title } }"}',
    );
    expect(JSON.parse(asked.body).data.search[0]).toEqual({ title: 'Oars' });
  });

  it('keeps its session in a cookie that no other host and no plain http gets', async () => {
    const { headers } = await send('/api/history');
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-adduce_session=/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).not.toMatch(/Domain/i);
    const name = cookie.split(';')[0] ?? '';
    expect((await send('/api/history', { headers: { cookie: name } })).headers['set-cookie']).toBeUndefined();
  });

  it('takes writes of its own page, and of no other', async () => {
    const write = (origin: string) =>
      send(
        '/api/answers',
        { method: 'POST', headers: { origin, 'content-type': 'application/json' } },
        '{"q": "oar"}',
      );
    expect((await write(served.url)).status).not.toBe(403);
    expect((await write(served.url.replace('https', 'http'))).status).toBe(403);
    expect((await write('https://evil.example')).status).toBe(403);
  });

  it('opens WebSockets', async () => {
    const socket = new WebSocket(`${served.url.replace('https', 'wss')}/graphql`, 'graphql-transport-ws', {
      ca: cert,
    });
    await once(socket, 'open');
    socket.send('{"type": "connection_init"}');
    const [message] = await once(socket, 'message');
    expect(JSON.parse(String(message))).toMatchObject({ type: 'connection_ack' });
    socket.close();
    await once(socket, 'close');
  });

  it('answers under any name that its certificate has: a rebound one is not among them', async () => {
    const { status } = await send('/healthz', {
      servername: 'localhost',
      headers: { host: 'adduce.example' },
    });
    expect(status).toBe(200);
    const bound = { servername: 'evil.example', headers: { host: 'evil.example' } };
    await expect(send('/healthz', bound)).rejects.toThrow(/altnames/);
  });

  it('shows nobody its key', async () => {
    const [line = ''] = key.split('\n').slice(1);
    const log = await readFile(join(folder.path, 'data', 'service.log'), 'utf8');
    expect(log + served.lines.join('\n')).not.toContain(line);
  });

  it.each<[what: string, cert: string, key: string, said: RegExp]>([
    [
      'a file that is missing',
      'none.pem',
      'key.pem',
      /^adduce: ADDUCE_TLS_CERT is "[^"]+none\.pem": it cannot be read \(ENOENT\)$/,
    ],
    [
      'two that do not belong together',
      'cert.pem',
      'other.pem',
      /^adduce: ADDUCE_TLS_KEY is "[^"]+other\.pem": it is not the key/,
    ],
    [
      'an expired certificate',
      'old.pem',
      'old-key.pem',
      /^adduce: ADDUCE_TLS_CERT is "[^"]+old\.pem": it expired at 2020-/,
    ],
  ])('does not start with %s, and leaves no store behind', async (_, certFile, keyFile, said) => {
    const old = makeCertificate({ from: new Date('2020-01-01') });
    await writeFile(join(folder.path, 'other.pem'), makeCertificate().key);
    await writeFile(join(folder.path, 'old.pem'), old.cert);
    await writeFile(join(folder.path, 'old-key.pem'), old.key);
    const data = join(folder.path, 'fresh');
    const { code, stderr, stdout } = await adduce(['serve'], {
      ADDUCE_DATA: data,
      ADDUCE_PORT: '0',
      ADDUCE_TLS_CERT: join(folder.path, certFile),
      ADDUCE_TLS_KEY: join(folder.path, keyFile),
    });
    expect(code).toBe(2);
    expect(stdout).not.toContain('listening');
    expect(stderr.trimEnd()).toMatch(said);
    expect(existsSync(join(data, 'graph.sqlite'))).toBe(false);
  });
});
