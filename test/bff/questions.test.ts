/** Watched questions over a real engine: asked again as the corpus moves, bounded, shared, and of their visitor alone. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { visitor } from './browser.ts';
import {
  engine,
  type Front,
  HOUR_MS,
  inboxOf,
  publish,
  questionsOf,
  startEngineForEachTest,
  startFront,
  turnOf,
  watching,
} from './question-servers.ts';
import { claimsOf, disputeTwice, MOONS } from './whole-server.ts';

const NO_ANSWER = 'Who painted the ceiling of the Sistine Chapel?';

startEngineForEachTest();

describe('a watched question', () => {
  it('says when its answer changes, with both answers, which open; and again once that was seen', async () => {
    await using front = await startFront();
    const { reader, id, answer } = await watching(front);
    expect(await inboxOf(reader)).toEqual({
      items: [],
      next_cursor: null,
      unseen: 0,
      revision: expect.any(Number),
    });
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    await turnOf(reader);
    const { items, unseen, revision: before } = await inboxOf(reader);
    expect(unseen).toBe(1);
    expect(items).toMatchObject([
      {
        kind: 'changed',
        about: 'question',
        subject: id,
        q: MOONS,
        corpus: 'sky',
        before: { answer_id: answer, summary: 'Saturn has 62 known moons.' },
        now: { summary: 'Saturn has 274 known moons.', findings_state: 'PASS' },
        seen_at: null,
      },
    ]);
    const opened = await reader.send('GET', `/api/answers/${items[0].now.answer_id}/receipt`);
    expect(opened.status).toBe(200);
    const seen = await reader.send('POST', '/api/turned/seen', { ids: [items[0].id] });
    expect(seen.body).toEqual({ seen: 1, more: false, unseen: 0, revision: expect.any(Number) });
    const { revision } = seen.body;
    expect(revision).toBeGreaterThan(before);
    expect((await reader.send('GET', '/api/turned?show=unseen')).body).toMatchObject({
      items: [],
      unseen: 0,
      revision,
    });
  });

  it('says when a gap closes', async () => {
    await using front = await startFront();
    const { reader } = await watching(front, NO_ANSWER);
    expect((await questionsOf(reader)).items).toMatchObject([{ q: NO_ANSWER, summary: '' }]);
    await publish('Michelangelo painted the ceiling of the Sistine Chapel.');
    await turnOf(reader);
    expect((await inboxOf(reader)).items).toMatchObject([
      {
        kind: 'gap_closed',
        before: { summary: '' },
        now: { summary: expect.stringContaining('Michelangelo') },
      },
    ]);
  });

  it('says when evidence turns the verdict of its answer, although no search finds anything new', async () => {
    await using front = await startFront({ thorough: HOUR_MS });
    const { reader, answer } = await watching(front);
    const [claim = ''] = await claimsOf(engine, answer);
    await disputeTwice(engine, claim);
    await turnOf(reader);
    expect((await inboxOf(reader)).items).toMatchObject([
      { about: 'question', before: { findings_state: 'PASS' }, now: { findings_state: 'FAIL' } },
    ]);
  });

  it('watched twice is one, and belongs to its visitor alone', async () => {
    await using front = await startFront();
    const { reader, id, answer } = await watching(front);
    const again = await reader.send('POST', '/api/questions', { answer_id: answer });
    expect(again.body.question.id).toBe(id);
    expect((await questionsOf(reader)).items).toHaveLength(1);
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    await turnOf(reader);
    const [turn] = (await inboxOf(reader)).items;
    const stranger = visitor(front.server.url);
    expect(await questionsOf(stranger)).toEqual({ items: [], waiting_since: null });
    expect((await inboxOf(stranger)).items).toEqual([]);
    expect((await stranger.send('POST', '/api/questions', { answer_id: answer })).status).toBe(404);
    expect((await stranger.send('DELETE', `/api/questions/${id}`)).status).toBe(404);
    const seen = await stranger.send('POST', '/api/turned/seen', { ids: [turn.id] });
    expect(seen.body).toEqual({ seen: 0, more: false, unseen: 0, revision: 0 });
    expect((await stranger.send('GET', `/api/answers/${turn.now.answer_id}/receipt`)).status).toBe(404);
    expect((await inboxOf(reader)).unseen).toBe(1);
    expect((await reader.send('DELETE', `/api/questions/${id}`)).status).toBe(204);
    expect((await reader.send('DELETE', `/api/questions/${id}`)).status).toBe(404);
    expect(await inboxOf(reader)).toMatchObject({ items: [], unseen: 0 });
  });

  it.each([
    ['a word of 2,000 letters', 'a'.repeat(2_000)],
    ['right-to-left text', 'כמה ירחים יש לשבתאי?'],
    ['markup', '<img src=x onerror=alert(1)> & "quotes"'],
  ])('may be %s', async (_, q) => {
    await using front = await startFront();
    const { reader } = await watching(front, q);
    expect((await questionsOf(reader)).items).toMatchObject([{ q }]);
  });

  it.each([
    ['an unknown answer', { answer_id: 'ans_unknown' }, 404],
    ['no answer', {}, 400],
    ['more than an answer', { answer_id: 'ans_1', user_id: 'u_2' }, 400],
    ['an empty id', { answer_id: '' }, 400],
  ])('is refused with %s', async (_, input, status) => {
    await using front = await startFront();
    const reply = await visitor(front.server.url).send('POST', '/api/questions', input);
    expect(reply.status).toBe(status);
    expect(reply.body.error.message).toMatch(/\w.*\.$/);
  });

  it.each([
    ['/api/turned/seen', { ids: [] }],
    ['/api/turned/seen', { ids: Array.from({ length: 101 }, (_, at) => `t_${at}`) }],
    ['/api/turned/seen', { ids: ['t'.repeat(65)] }],
  ])('marks nothing by %s with what is no list of ids', async (path, input) => {
    await using front = await startFront();
    expect((await visitor(front.server.url).send('POST', path, input)).status).toBe(400);
  });

  it('is one of at most 100, and the refusal says what helps', async () => {
    await using front = await startFront();
    const { reader } = await watching(front);
    await using records = await openSqliteRecords(join(front.folder, RECORDS_FILE));
    const user_id = await onlyUser(front);
    const [own] = await records.questionsOf(user_id);
    if (own === undefined) throw new Error('the question is not recorded');
    for (let at = 1; at < 100; at += 1) {
      await records.watchQuestion({ ...own, id: `q_${at}`, q: `Question ${at}?` });
    }
    const { body: other } = await reader.send('POST', '/api/answers', { q: NO_ANSWER });
    const refused = await reader.send('POST', '/api/questions', { answer_id: other.answer_id });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      reason: 'limited:questions',
      next_step: 'Stop watching one that no longer matters.',
    });
  });
});

/** The user of the only watched question. */
async function onlyUser(front: Front): Promise<string> {
  const { default: Database } = await import('better-sqlite3');
  using database = closing(new Database(join(front.folder, RECORDS_FILE), { readonly: true }));
  return String(database.it.prepare('select user_id from watched_questions').pluck().get());
}

function closing<T extends { close(): unknown }>(it: T): { readonly it: T } & Disposable {
  return { it, [Symbol.dispose]: () => void it.close() };
}
