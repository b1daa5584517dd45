import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { visitor } from './browser.ts';
import { serveMoons, server } from './moons-server.ts';
import { dataFolder, MOONS, startWholeServer } from './whole-server.ts';

serveMoons();

describe('POST /api/answers', () => {
  it("gives the engine's answer and records the question", async () => {
    const reader = visitor(server.url);
    const { status, body } = await reader.send('POST', '/api/answers', { q: MOONS, as_of: '2026-09-30' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: 'Saturn has 62 known moons.', trust: { findings_state: 'PASS' } });
    const history = await reader.send('GET', '/api/history');
    expect(history.body.items).toMatchObject([
      { q: MOONS, as_of: '2026-09-30', answer_id: body.answer_id, mode: 'verified', findings_state: 'PASS' },
    ]);
    expect(history.body.items[0]).not.toHaveProperty('user_id');
  });

  it('records nothing where the engine refuses', async () => {
    const reader = visitor(server.url);
    const refused = await reader.send('POST', '/api/answers', { q: MOONS, corpus: 'nowhere' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.reason).toBe('invalid:corpus_unknown');
    expect((await reader.send('GET', '/api/history')).body.items).toEqual([]);
  });

  it.each([
    ['no question', {}],
    ['an empty question', { q: '' }],
    ['a question past the limit', { q: 'x'.repeat(2_001) }],
    ['k past the limit', { q: MOONS, k: 51 }],
    ['a member that nobody knows', { q: MOONS, limit: 3 }],
    ['text that is no JSON', '{'],
  ])('refuses %s', async (_, body) => {
    const { status, body: reply } = await visitor(server.url).send('POST', '/api/answers', body);
    expect(status).toBe(400);
    expect(reply.error).toMatchObject({ kind: 'BadRequest', reason: 'invalid:body' });
  });

  it('takes a body at the limit and refuses one past it', async () => {
    const pad = (length: number) => JSON.stringify({ q: '' }).padEnd(length, ' ');
    expect((await visitor(server.url).send('POST', '/api/answers', pad(65_536))).status).toBe(400);
    expect((await visitor(server.url).send('POST', '/api/answers', pad(65_537))).status).toBe(413);
  });

  it('refuses what is no JSON by its type, as a form of another site would be', async () => {
    const type = { 'content-type': 'text/plain' };
    const { status } = await visitor(server.url).send('POST', '/api/answers', { q: MOONS }, type);
    expect(status).toBe(415);
  });
});

describe('the session', () => {
  it('is a cookie that scripts cannot read, made once', async () => {
    const reader = visitor(server.url);
    const first = await reader.send('GET', '/api/history');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^adduce_session=v1\.[\w-]+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await reader.send('GET', '/api/history')).headers.get('set-cookie')).toBeNull();
  });

  it.each([
    'adduce_session=short',
    `adduce_session=${'x'.repeat(43)}`,
    'adduce_session=',
    `adduce_session=${'x'.repeat(44)}`,
    'x=y; adduce_session="',
  ])('is replaced where the cookie is %s', async (cookie) => {
    const { headers } = await visitor(server.url).send('GET', '/api/history', undefined, { cookie });
    expect(headers.get('set-cookie')).toMatch(/^adduce_session=/);
  });

  it('states what the visitor may do, and in each organisation that it has joined', async () => {
    const own = await dataFolder();
    await using one = await startWholeServer({ folder: own.path, bff: { features: [TRUST_REPORT_EXPORT] } });
    await using records = await openSqliteRecords(join(own.path, 'bff.sqlite'));
    const reader = visitor(one.url);
    const features = async () => (await reader.send('GET', '/api/session/entitlements')).body;
    const both = (shared: boolean, report: boolean) => [
      { feature_key: 'shared_history', enabled: shared },
      { feature_key: TRUST_REPORT_EXPORT, enabled: report },
      { feature_key: 'contribute', enabled: false },
      { feature_key: 'add_documents', enabled: false },
      { feature_key: 'make_corpora', enabled: false },
    ];
    expect(await features()).toEqual({ personal: both(false, true), organisations: [] });
    const issued = Date.parse(one.clock.now());
    const key = await openSessionKey(own.path);
    const invitation = writeInvitation(key, { org: 'acme', issued, expires: issued + 1_000 });
    await reader.send('POST', '/api/session/organisations', { invitation });
    await records.entitle('acme', 'shared_history', 'team', true);
    expect(await features()).toEqual({
      personal: both(false, true),
      organisations: [{ org_id: 'acme', role: 'contributor', features: both(true, false) }],
    });
    expect((await reader.send('GET', '/api/trpc/session.entitlements')).body.result.data).toEqual(
      await features(),
    );
  });

  it('over https is bound to the host', async () => {
    const publicUrl = 'https://adduce.example';
    const own = await dataFolder();
    const behindProxy = await startWholeServer({ folder: own.path, bff: { publicUrl } });
    const reply = await visitor(behindProxy.url).send('GET', '/api/history');
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-adduce_session=v1\.[\w-]+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const write = (origin: string) =>
      visitor(behindProxy.url).send('DELETE', '/api/saved/x', undefined, { origin });
    expect((await write(behindProxy.url)).status).toBe(403);
    expect((await write(publicUrl)).status).toBe(404);
    await behindProxy[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });
});

describe('the origin of a write', () => {
  const remove = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/saved/x`, { method: 'DELETE', headers });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ])('must not be %s', async (_, headers) => {
    expect((await remove(headers)).status).toBe(403);
  });

  it('may be none, as programs send none', async () => {
    expect((await remove({})).status).toBe(404);
  });

  it('also limits calls of the page', async () => {
    const { status } = await visitor(server.url).send(
      'POST',
      '/api/trpc/ask',
      { q: MOONS },
      { origin: 'https://evil.example' },
    );
    expect(status).toBe(403);
  });

  it('allows no other site to read: no CORS header, whatever the origin', async () => {
    const { headers } = await visitor(server.url).send('GET', '/api/history', undefined, {
      origin: 'https://evil.example',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is refused under a rebound name', async () => {
    const rebound = new Request('http://evil.example:4000/api/history');
    expect((await server.bff.handle(rebound)).status).toBe(403);
  });
});

describe('the rest of /api', () => {
  it('searches', async () => {
    const { status, body } = await visitor(server.url).send('GET', '/api/search?q=moons&k=1');
    expect(status).toBe(200);
    expect(body.results).toHaveLength(1);
    expect((await visitor(server.url).send('GET', '/api/search?q=moons&k=51')).status).toBe(400);
  });

  it('tells how it and the engine are', async () => {
    const { body } = await visitor(server.url).send('GET', '/api/healthz');
    expect(body).toMatchObject({ ok: true, engine: { ok: true }, circuit: { state: 'closed' } });
  });

  it.each([
    ['PUT', '/api/healthz', 'GET, HEAD'],
    ['OPTIONS', '/api/saved', 'GET, HEAD, POST, PATCH'],
    ['DELETE', '/api/saved', 'GET, HEAD, POST, PATCH'],
    ['HEAD', '/api/answers', 'POST'],
    ['GET', '/api/saved/x', 'DELETE'],
  ])('answers %s %s with 405 and what it takes', async (method, path, allow) => {
    const { status, headers } = await visitor(server.url).send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });

  it('answers HEAD where it answers GET, with the same headers and no body', async () => {
    const asker = visitor(server.url);
    for (const path of ['/api/healthz', '/api/history', '/api/nothing']) {
      const [got, asked] = [await asker.send('GET', path), await asker.send('HEAD', path)];
      expect(asked.status).toBe(got.status);
      expect(asked.headers.get('content-type')).toBe(got.headers.get('content-type'));
      expect(asked.body).toBeNull();
    }
  });

  it.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api/toString', 404],
    ['GET', '/api/answers', 405],
    ['DELETE', '/api/saved', 405],
    ['GET', '/api/saved/x/receipt', 404],
  ])('answers %s %s with %i', async (method, path, expected) => {
    const { status, body } = await visitor(server.url).send(method, path);
    expect(status).toBe(expected);
    expect(body.error.message).not.toMatch(/undefined|Error/);
  });
});
