/** `adduce serve` as a process: its start, what answers beside it, its end. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { answerResponse } from '../../gateway/wire/answers.ts';
import { errorResponse } from '../../gateway/wire/error.ts';
import { Connection } from '../../graph/embedded/connection.ts';
import { adduce, adduceJson, type Served, serve } from './cli.ts';
import { QUESTION, writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A process on a loaded machine takes a while, and the first one builds the page. */
const PATIENCE_MS = 120_000;
/** What a signal may take (docs/spec/promises.md#sigterm). */
const MAX_END_MS = 10_000;
const SATURN = 'How many moons does Saturn have?';

describe('adduce serve on an empty folder', { timeout: PATIENCE_MS }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let settings: Record<string, string>;
  let served: Served;

  beforeAll(async () => {
    folder = await temporaryFolder();
    settings = { ADDUCE_DATA: join(folder.path, 'data') };
    served = await serve(settings);
  }, PATIENCE_MS);

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('says where it listens in a line of its own, once everything answers', async () => {
    expect(served.lines[0]).toMatch(/^adduce \d+\.\d+\.\d+/);
    expect(served.lines.filter((line) => line.startsWith('listening on'))).toEqual([
      `listening on ${served.url}`,
    ]);
    const health = await fetch(`${served.url}/healthz`);
    expect(await health.json()).toMatchObject({ ok: true, status: 200 });
    for (const path of ['/', '/api/healthz', '/v1/stats', '/metrics']) {
      expect((await fetch(served.url + path)).status, path).toBe(200);
    }
  });

  it('answers from the demo corpus that the first run has ingested', async () => {
    const { status, body } = await ask(served.url, SATURN);
    expect(status).toBe(200);
    expect(body.summary).toContain('274');
    expect(body.trust.findings_state).toBe('PASS');
  });

  it('answers an unknown path with an envelope', async () => {
    const response = await fetch(`${served.url}/nowhere`);
    expect(response.status).toBe(404);
    expect(errorResponse.parse(await response.json()).error.reason).toBe('missing:route');
  });

  it('answers from a second corpus that is ingested beside it', async () => {
    const lines = await writeLighthouses(folder.path);
    expect((await adduce(['ingest', lines, '--corpus', 'lights'], settings)).code).toBe(0);
    const { body } = await ask(served.url, QUESTION, '?corpus=lights');
    expect(body.summary).toContain('41 metres');
    expect((await ask(served.url, SATURN)).body.summary).toContain('274');
  });

  it('takes a token that is minted beside it at once, and refuses it within four seconds of its revocation', async () => {
    const minted = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence', '--standing', '700'], settings);
    const { token, token_id } = minted.document;
    const { body } = await ask(served.url, SATURN);
    const append = (hash: string) =>
      appendEvidence(served.url, body.claims[0]?.addr ?? '', String(token), hash);
    expect((await append('1')).status).toBe(201);
    expect((await adduce(['keys', 'revoke', String(token_id)], settings)).code).toBe(0);
    const revoked = performance.now();
    let refused = await append('2');
    for (let n = 3; refused.status === 201; n += 1) {
      await pause(100);
      refused = await append(String(n));
    }
    // A second is promised; this machine is shared, and `two-services.ts` measures the median of several.
    expect(performance.now() - revoked).toBeLessThan(4_000);
    expect(refused.status).toBe(403);
    expect(errorResponse.parse(await refused.json()).error.reason).toBe('denied:token_revoked');
  });

  it('takes an engine key that is minted beside it at once, and no wrong one', async () => {
    const { document } = await adduceJson(['keys', 'mint', '--engine', '--org', 'harbour'], settings);
    const search = (key: string) =>
      fetch(`${served.url}/v1/search?q=moons`, { headers: { authorization: `Bearer ${key}` } });
    expect((await search(String(document.key))).status).toBe(200);
    expect((await search(`${document.key}x`)).status).toBe(401);
  });

  it('says which port is in use, and ends', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const ended = await adduce(['serve'], { ...settings, ADDUCE_PORT: port });
    taken.close();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(new RegExp(`adduce: port ${port} .* is in use: set ADDUCE_PORT`));
  });

  it('ends with 0 when it is asked to, although sockets and streams are open', async () => {
    const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    await once(socket, 'message');
    const subscription = 'subscription { findings { seq } }';
    socket.send(JSON.stringify({ id: 'a', type: 'subscribe', payload: { query: subscription } }));
    const stream = await fetch(`${served.url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: subscription }),
    });
    const streamed = stream.text().catch(() => '');
    const closed = once(socket, 'close');
    const { code, ms } = await served.end('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(MAX_END_MS);
    const [status, reason] = await closed;
    expect(status).toBe(1001);
    expect(String(reason)).toMatch(/^last_seq=\d+$/);
    await streamed;
  });

  it('starts again where it was, without a second first run', async () => {
    await using again = await serve(settings);
    const { body } = await ask(again.url, QUESTION, '?corpus=lights');
    expect(body.summary).toContain('41 metres');
    const stats = await (await fetch(`${again.url}/v1/stats`)).json();
    expect(stats).toMatchObject({ corpora: [{ name: 'things-that-changed' }, { name: 'lights' }] });
    expect((await again.end('SIGINT')).code).toBe(0);
  });

  it('says that the corpus of requests that name none is not there yet', async () => {
    const note = (name: string) =>
      `ADDUCE_CORPUS is ${name}, which is not in the store yet: until it is ingested, requests must name their corpus`;
    for (const [ADDUCE_CORPUS, notes] of [
      ['no-such-corpus', [note('no-such-corpus')]],
      ['things-that-changed', []],
    ] as const) {
      let said = '';
      const listen = (child: ChildProcess) => child.stderr?.on('data', (chunk) => (said += chunk));
      await using again = await serve({ ...settings, ADDUCE_CORPUS }, listen);
      expect(said.split('\n').filter((line) => line.startsWith('ADDUCE_CORPUS'))).toEqual(notes);
      expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
    }
  });

  it('finishes the requests that it has accepted', async () => {
    await using again = await serve(settings);
    const asking = [
      'When did Croatia adopt the euro?',
      'What is the capital of Kazakhstan?',
      'Is Pluto a planet?',
    ];
    const answers = asking.map((q) => ask(again.url, q));
    // Accepted, not yet answered.
    await pause(50);
    const ended = again.end('SIGTERM');
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
    expect((await ended).code).toBe(0);
  });

  it('names the first bad entry of a log that was changed, and does not start', async () => {
    const connection = new Connection(join(settings.ADDUCE_DATA ?? '', 'graph.sqlite'), 1_000);
    connection.exec(`UPDATE entries SET bytes = x'a0' WHERE seq = 123`);
    connection.close();
    const ended = await adduce(['serve'], { ...settings, ADDUCE_PORT: '0' });
    expect(ended.code).toBe(1);
    expect(ended.stdout).not.toContain('listening');
    expect(ended.stderr).toContain('entry 123');
  });
});

describe('adduce serve', { timeout: PATIENCE_MS }, () => {
  it.each([
    [{ ADDUCE_PORT: 'http' }, 'ADDUCE_PORT'],
    [{ ADDUCE_HOST: '0.0.0.0' }, 'ADDUCE_PUBLIC_URL'],
    [{ ADDUCE_GRAPH: 'bolt://127.0.0.1:1' }, 'ADDUCE_GRAPH_PASSWORD'],
    [{ RCX_ENFORCE: 'no' }, 'RCX_ENFORCE'],
  ])('does not start with %j, and names %s', async (wrong, name) => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await adduce(['serve'], { ADDUCE_DATA: join(folder.path, 'data'), ...wrong });
    expect(code).toBe(2);
    expect(stderr).toContain(name);
  });

  it('ends in time when it is asked to while it still starts', async () => {
    await using folder = await temporaryFolder();
    // The demo's ingest has begun and is far from its end.
    const starting = serve({ ADDUCE_DATA: folder.path }, (child) =>
      child.stderr?.on(
        'data',
        (text: Buffer | string) => text.includes('ingest 16') && child.kill('SIGTERM'),
      ),
    );
    await expect(starting).rejects.toThrow('it ended with 0 before it listened');
  });

  it('answers under a name of this machine only: what comes under another has been rebound', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'oars.md'), '# Oars\n\nThe oar is 3 metres long.\n');
    const settings = { ADDUCE_DATA: join(folder.path, 'data') };
    await adduce(['ingest', join(folder.path, 'oars.md'), '--corpus', 'oars'], settings);
    await using served = await serve(settings);
    const port = Number(new URL(served.url).port);
    for (const path of ['/v1/search?q=oar', '/graphql', '/api/healthz', '/', '/metrics', '/nowhere']) {
      expect(await underName(port, 'evil.example', path)).toEqual({ status: 403, reason: 'denied:host' });
    }
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect(await underName(port, name, '/v1/search?q=oar')).toEqual({ status: 200, reason: null });
    }
    const posted = JSON.stringify({ query: '{ __typename }' });
    expect(await underName(port, 'evil.example', '/graphql', posted)).toEqual({
      status: 403,
      reason: 'denied:host',
    });
    expect(await underName(port, 'localhost', '/graphql', posted)).toEqual({ status: 200, reason: null });
    expect(await upgradeUnder(port, 'evil.example')).toBe(403);
    expect(await upgradeUnder(port, 'localhost')).toBe(101);
  });

  it('asks for a key where answers need one, and serves its own page with one', async () => {
    await using folder = await temporaryFolder();
    const settings = { ADDUCE_DATA: join(folder.path, 'data'), ADDUCE_ENGINE_AUTH: 'required' };
    await writeFile(join(folder.path, 'oars.md'), '# Oars\n\nThe oar is 3 metres long.\n');
    await adduce(['ingest', join(folder.path, 'oars.md'), '--corpus', 'oars'], settings);
    await using served = await serve(settings);
    expect(served.lines.join('\n')).not.toContain('open mode');
    const bare = await fetch(`${served.url}/v1/search?q=oar`);
    expect(bare.status).toBe(401);
    const page = await fetch(`${served.url}/api/search?q=oar`);
    expect(page.status).toBe(200);
  });
});

/** `fetch` does not let a caller choose the Host header. */
/** A GET, or a POST of JSON. */
async function underName(port: number, name: string, path: string, json?: string) {
  const described =
    json === undefined ? {} : { 'content-type': 'application/json', 'content-length': json.length };
  const method = json === undefined ? 'GET' : 'POST';
  const headers = { host: `${name}:${port}`, ...described };
  const sent = request({ host: '127.0.0.1', port, path, method, headers }).end(json);
  const [response] = await once(sent, 'response');
  const body = await text(response);
  const error = body.startsWith('{') ? JSON.parse(body).error : undefined;
  return { status: response.statusCode, reason: error?.reason ?? null };
}

async function upgradeUnder(port: number, name: string): Promise<number | undefined> {
  const headers = {
    host: `${name}:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'graphql-transport-ws',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const sent = request({ host: '127.0.0.1', port, path: '/graphql', headers }).end();
  const answered = once(sent, 'response').then(([response]) => response);
  const upgraded = once(sent, 'upgrade').then(([response, socket]) => {
    socket.destroy();
    return response;
  });
  return (await Promise.race([answered, upgraded])).statusCode;
}

async function ask(url: string, q: string, query = '') {
  const response = await fetch(`${url}/v1/answers${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q }),
  });
  return { status: response.status, body: answerResponse.parse(await response.json()) };
}

function appendEvidence(url: string, claim: string, token: string, hash: string): Promise<Response> {
  return fetch(`${url}/v1/claims/${encodeURIComponent(claim)}/evidence`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      kind: 'corroborate',
      evidence: [{ ref: 'https://moons.example', hash, kind: 'source' }],
    }),
  });
}
