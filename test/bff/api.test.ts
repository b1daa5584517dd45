import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { type Visitor, visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;

beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Somebody who has asked about Saturn's moons. */
async function asker(): Promise<{ readonly reader: Visitor; readonly answerId: string }> {
  const reader = visitor(server.url);
  const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
  return { reader, answerId: body.answer_id };
}

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

describe('history', () => {
  it('runs a question, records it with its notes, and keeps it from other visitors', async () => {
    const reader = visitor(server.url);
    const made = await reader.send('POST', '/api/history', {
      q: MOONS,
      mode: 'light',
      metadata: { from: 'cli' },
    });
    expect(made.status).toBe(201);
    expect(made.body.entry).toMatchObject({
      mode: 'light',
      org_id: expect.stringMatching(/^local\/u_[0-9a-f]{32}$/),
      metadata: { from: 'cli' },
    });
    expect(made.body.entry.summary_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await visitor(server.url).send('GET', '/api/history')).body.items).toEqual([]);
  });

  it('takes notes at the limit and refuses longer ones', async () => {
    const notes = (length: number) => ({
      q: MOONS,
      metadata: { note: 'x'.repeat(length - '{"note":""}'.length) },
    });
    const reader = visitor(server.url);
    expect((await reader.send('POST', '/api/history', notes(4_096))).status).toBe(201);
    expect((await reader.send('POST', '/api/history', notes(4_097))).status).toBe(400);
  });

  it('pages by a cursor without gaps or doubles, also when entries come in between', async () => {
    const reader = visitor(server.url);
    for (let i = 0; i < 5; i++) await reader.send('POST', '/api/answers', { q: `${MOONS}${'?'.repeat(i)}` });
    const all = (await reader.send('GET', '/api/history')).body.items.map((item: { id: string }) => item.id);
    const first = (await reader.send('GET', '/api/history?limit=2')).body;
    server.clock.set('2026-10-01T12:00:01.000Z');
    await reader.send('POST', '/api/answers', { q: MOONS });
    const second = (await reader.send('GET', `/api/history?limit=2&cursor=${first.next_cursor}`)).body;
    const third = (await reader.send('GET', `/api/history?limit=2&cursor=${second.next_cursor}`)).body;
    const ids = [first, second, third].flatMap((page) => page.items.map((item: { id: string }) => item.id));
    expect(ids).toEqual(all);
    expect(third.next_cursor).toBeNull();
  });

  it('filters by mode and by time', async () => {
    const reader = visitor(server.url);
    await reader.send('POST', '/api/answers', { q: MOONS, mode: 'light' });
    await reader.send('POST', '/api/answers', { q: MOONS, mode: 'verified' });
    const modes = async (query: string) =>
      (await reader.send('GET', `/api/history?${query}`)).body.items.map(
        (item: { mode: string }) => item.mode,
      );
    expect(await modes('mode=light')).toEqual(['light']);
    expect(await modes('from=2026-10-01T12:00:00Z')).toHaveLength(2);
    expect(await modes('to=2026-10-01T12:00:00Z')).toEqual([]);
    expect(await modes('from=2026-10-02')).toEqual([]);
  });

  it('filters by the tag under which its answer is saved', async () => {
    const { reader, answerId } = await asker();
    await reader.send('POST', '/api/saved', { answer_id: answerId, title: 'Moons', tags: ['saturn'] });
    expect((await reader.send('GET', '/api/history?tag=saturn')).body.items).toHaveLength(1);
    expect((await reader.send('GET', '/api/history?tag=mars')).body.items).toEqual([]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'mode=fast', 'from=yesterday'])(
    'refuses %s',
    async (query) => {
      expect((await visitor(server.url).send('GET', `/api/history?${query}`)).status).toBe(400);
    },
  );

  it.each(['local', 'other'])(
    'keeps the history of the organisation %s from those not entitled',
    async (org) => {
      const { status, body } = await visitor(server.url).send('GET', `/api/history?org_id=${org}`);
      expect(status).toBe(403);
      expect(body.error.reason).toBe('denied:entitlement');
    },
  );

  it('answers 60 reads within a minute and refuses one more, saved ones included', async () => {
    const reader = visitor(server.url);
    for (let i = 0; i < 60; i++) {
      const { status } = await reader.send('GET', i % 2 === 0 ? '/api/history' : '/api/saved');
      expect(status).toBe(200);
    }
    const refused = await reader.send('GET', '/api/saved');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.error).toMatchObject({ kind: 'RateLimited', reason: 'limited:rate' });
    expect((await visitor(server.url).send('GET', '/api/history')).status).toBe(200);
  });
});

describe('saved answers', () => {
  it('keep folder, tags, the answer as it was, its snapshot and its verdict', async () => {
    const { reader, answerId } = await asker();
    const saved = await reader.send('POST', '/api/saved', {
      answer_id: answerId,
      title: 'Moons',
      folder: 'Sky',
      tags: ['b', 'a', 'b'],
    });
    expect(saved.status).toBe(201);
    const { items } = (await reader.send('GET', '/api/saved?folder=Sky&tag=b')).body;
    expect(items).toEqual([saved.body.entry]);
    expect(items[0]).toMatchObject({
      title: 'Moons',
      folder: 'Sky',
      tags: ['a', 'b'],
      snapshot: { q: MOONS, summary: 'Saturn has 62 known moons.' },
      findings_state: 'PASS',
    });
    expect(items[0].snapshot_id).toMatch(/^\d+\.[0-9a-f]{12}$/);
  });

  it('are renamed, not doubled, when saved again', async () => {
    const { reader, answerId } = await asker();
    const first = await reader.send('POST', '/api/saved', { answer_id: answerId, title: 'Old', tags: ['x'] });
    const second = await reader.send('POST', '/api/saved', { answer_id: answerId, title: 'New' });
    expect(second.body.entry).toMatchObject({ id: first.body.entry.id, title: 'New', tags: ['x'] });
    expect((await reader.send('GET', '/api/saved')).body.items).toHaveLength(1);
  });

  it('go with their tags when removed, and can be saved anew', async () => {
    const { reader, answerId } = await asker();
    const body = { answer_id: answerId, title: 'Moons', tags: ['gone'] };
    const { id } = (await reader.send('POST', '/api/saved', body)).body.entry;
    expect((await reader.send('DELETE', `/api/saved/${id}`)).status).toBe(204);
    expect((await reader.send('GET', '/api/saved?tag=gone')).body.items).toEqual([]);
    expect((await reader.send('GET', '/api/history?tag=gone')).body.items).toEqual([]);
    expect((await reader.send('DELETE', `/api/saved/${id}`)).status).toBe(404);
    expect((await reader.send('GET', `/api/answers/${answerId}/receipt`)).status).toBe(200);
    expect((await reader.send('POST', '/api/saved', body)).body.entry.id).not.toBe(id);
  });

  it('of one visitor are out of reach for another', async () => {
    const { reader, answerId } = await asker();
    const { id } = (await reader.send('POST', '/api/saved', { answer_id: answerId, title: 'Mine' })).body
      .entry;
    const stranger = visitor(server.url);
    expect((await stranger.send('DELETE', `/api/saved/${id}`)).status).toBe(404);
    expect((await stranger.send('POST', '/api/saved', { answer_id: answerId, title: 'x' })).status).toBe(404);
    expect((await stranger.send('GET', `/api/answers/${answerId}/receipt`)).status).toBe(404);
    expect((await reader.send('GET', '/api/saved')).body.items).toHaveLength(1);
  });

  it.each([
    ['no title', { answer_id: 'ans_x', title: ' ' }],
    ['a title past the limit', { answer_id: 'ans_x', title: 'x'.repeat(201) }],
    ['more tags than the limit', { answer_id: 'ans_x', title: 'x', tags: Array(17).fill('t') }],
    ['a tag past the limit', { answer_id: 'ans_x', title: 'x', tags: ['x'.repeat(65)] }],
  ])('are refused with %s', async (_, body) => {
    expect((await visitor(server.url).send('POST', '/api/saved', body)).status).toBe(400);
  });

  it('take 30 writes within a minute and refuse one more', async () => {
    const { reader } = await asker();
    for (let i = 0; i < 30; i++) expect((await reader.send('DELETE', '/api/saved/none')).status).toBe(404);
    expect((await reader.send('DELETE', '/api/saved/none')).status).toBe(429);
    expect((await reader.send('GET', '/api/saved')).status).toBe(200);
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
      organisations: [{ org_id: 'acme', features: both(true, false) }],
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

describe('GET /api/answers/:id/receipt', () => {
  const path = (id: string, download?: string) =>
    `/api/answers/${id}/receipt${download === undefined ? '' : `?download=${download}`}`;
  const sentBytes = async (address: string, headers: Record<string, string>) => {
    const response = await fetch(`${server.url}${address}`, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it.each([
    ['json', 'application/vnd.adduce.receipt+json'],
    ['cbor', 'application/vnd.adduce.receipt+cbor'],
    ['html', 'text/html'],
  ])("gives the engine's own file as %s, to be saved and never shown", async (kind, type) => {
    const { reader, answerId } = await asker();
    const own = await sentBytes(path(answerId, kind), { cookie: reader.cookie ?? '' });
    const tenant = (await reader.send('GET', '/api/session')).body.personal_org;
    const engines = await sentBytes(`/v1/answers/${answerId}/receipt?download=${kind}`, {
      authorization: `Bearer ${server.key}`,
      'x-tenant': tenant,
    });
    expect([own.response.status, own.response.headers.get('content-type')]).toEqual([200, type]);
    expect(own.bytes.equals(engines.bytes)).toBe(true);
    expect(own.response.headers.get('content-disposition')).toBe(
      `attachment; filename="${answerId}.receipt.${kind}"`,
    );
    expect(own.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(own.response.headers.get('cache-control')).toBe('no-store');
  });

  it("gives the engine's whole reply where no file is asked for", async () => {
    const { reader, answerId } = await asker();
    const { body, headers } = await reader.send('GET', path(answerId));
    expect(body.receipt.content.answer_id).toBe(answerId);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${answerId}.receipt.json"`);
  });

  it.each(['pdf', '', 'JSON', 'json&download=pdf'])('refuses download=%s', async (kind) => {
    const { reader, answerId } = await asker();
    const { status, body } = await reader.send('GET', path(answerId, kind));
    expect([status, body.error.reason]).toEqual([400, 'invalid:query']);
  });

  it('is refused for another visitor’s answer and for an unknown one', async () => {
    const { reader, answerId } = await asker();
    for (const [who, id] of [
      [visitor(server.url), answerId],
      [reader, 'ans_none'],
    ] as const) {
      for (const kind of ['json', 'cbor', 'html']) {
        const { status, body } = await who.send('GET', path(id, kind));
        expect([status, body.error.reason]).toEqual([404, 'missing:answer']);
      }
    }
  });

  it('counts as a question does: sixty of both within a minute', async () => {
    const { reader, answerId } = await asker();
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) {
      statuses.push((await reader.send('HEAD', path(answerId, 'json'))).status);
    }
    expect(statuses).toEqual([...Array(59).fill(200), 429]);
  });
});

describe('GET /api/answers/:id/trust-report', () => {
  const ORG = 'local';
  const path = (id: string, format = '') => `/api/answers/${id}/trust-report${format && `?format=${format}`}`;

  async function allowed(enabled: boolean): Promise<void> {
    const records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    await records.entitle(ORG, TRUST_REPORT_EXPORT, 'audit', enabled);
    await records[Symbol.asyncDispose]();
  }

  it('refuses it in plain words where it is not part of the plan', async () => {
    const { reader, answerId } = await asker();
    await allowed(false);
    for (const format of ['html', 'pdf', 'json']) {
      const { status, body } = await reader.send('GET', path(answerId, format));
      expect(status).toBe(403);
      expect(body.error).toMatchObject({ kind: 'Forbidden', reason: 'denied:entitlement' });
      expect(body.error.message).toContain('not part of your plan');
    }
  });

  it('gives the file in each format where it is', async () => {
    const { reader, answerId } = await asker();
    await allowed(true);
    for (const [format, type] of [
      ['html', 'text/html'],
      ['pdf', 'application/pdf'],
      ['json', 'application/json'],
    ] as const) {
      const { status, headers } = await reader.send('GET', path(answerId, format));
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      const name = `${answerId}.trust-report.${format}`;
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    }
    expect((await reader.send('GET', path(answerId, 'json'))).body.answer_id).toBe(answerId);
  });

  it('refuses another format, and answers that the visitor never asked for', async () => {
    const { reader, answerId } = await asker();
    await allowed(true);
    expect((await reader.send('GET', path(answerId, 'docx'))).body.error.reason).toBe('invalid:query');
    const stranger = visitor(server.url);
    expect((await stranger.send('GET', path(answerId))).status).toBe(404);
  });
});
