/** What a visitor has of earlier answers: the history of questions, and answers that are saved. */
import { describe, expect, it } from 'vitest';
import { visitor } from './browser.ts';
import { asker, serveMoons, server } from './moons-server.ts';
import { MOONS } from './whole-server.ts';

serveMoons();

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
