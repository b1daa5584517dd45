/** Watched questions over a real engine: asked again as the corpus moves, bounded, shared, and of their visitor alone. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBff } from '../../bff/create-bff.ts';
import type { LookTiming } from '../../bff/look-timing.ts';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import type { Fetch } from '../../gateway/client/transport.ts';
import { fileOfReceipt } from '../../gateway/receipt-page/receipt-file.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const FAST: Partial<LookTiming> = { look: 30, again: 0, pace: 0, retry: 10 };
const HOUR_MS = 3_600_000;
const NO_ANSWER = 'Who painted the ceiling of the Sistine Chapel?';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let engine: WholeServer;
/** How the page's server reaches the engine; a test may cut it off or put something in its place. */
let way: Fetch;
const asked: string[] = [];

beforeEach(async () => {
  folder = await dataFolder();
  engine = await startWholeServer({ folder: folder.path });
  await ingestMoons(engine.engine);
  way = (request) => fetch(request);
  asked.length = 0;
});
afterEach(async () => {
  await engine[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const counted: Fetch = (request) => {
  if (request.method === 'POST' && new URL(request.url).pathname === '/v1/answers') asked.push(request.url);
  return way(request);
};

interface Front extends AsyncDisposable {
  readonly server: WholeServer;
  readonly folder: string;
}

async function startFront(timing: Partial<LookTiming> = {}): Promise<Front> {
  const place = await dataFolder();
  const server = await startWholeServer({
    folder: place.path,
    bff: {
      engineUrl: engine.url,
      engineFetch: counted,
      apiKey: engine.key,
      clock: engine.clock,
      lookTiming: { ...FAST, ...timing },
    },
  });
  return {
    server,
    folder: place.path,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function watching(front: Front, q = MOONS): Promise<{ reader: Visitor; id: string; answer: string }> {
  const reader = visitor(front.server.url);
  const { body: answer } = await reader.send('POST', '/api/answers', { q });
  const { status, body } = await reader.send('POST', '/api/questions', { answer_id: answer.answer_id });
  expect(status).toBe(201);
  return { reader, id: body.question.id, answer: answer.answer_id };
}

function publish(text: string, day = '2026-09-30', id = text.length.toString()): Promise<unknown> {
  const title = 'Ring watch';
  return ingestInto(engine.engine, 'sky', [jsonLines([{ id, text, domain: 'a.example', day, title }])]);
}

const inboxOf = async (reader: Visitor) => (await reader.send('GET', '/api/turned')).body;
const questionsOf = async (reader: Visitor) => (await reader.send('GET', '/api/questions')).body;
const turnOf = (reader: Visitor) =>
  expect.poll(() => inboxOf(reader).then(({ items }) => items.length), { interval: 500 }).toBeGreaterThan(0);

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

describe('asking again', () => {
  const at = (ms: number) => new Date(Date.parse('2026-10-01T12:00:00.000Z') + ms).toISOString();
  const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

  it('asks once for any number of commits, and not before its time', async () => {
    await using front = await startFront({ again: 60_000 });
    const { reader } = await watching(front);
    asked.length = 0;
    for (let moons = 100; moons < 110; moons += 1) {
      await publish(`Saturn has ${moons} known moons.`, '2026-09-30', 'a');
    }
    await settled();
    engine.clock.set(at(59_999));
    await settled();
    expect(asked).toHaveLength(0);
    engine.clock.set(at(60_000));
    await turnOf(reader);
    await settled();
    expect(asked).toHaveLength(1);
    expect((await inboxOf(reader)).items).toMatchObject([
      { now: { summary: 'Saturn has 109 known moons.' } },
    ]);
  });

  it('searches first, and asks nothing where that finds what it found before', async () => {
    await using front = await startFront({ thorough: HOUR_MS });
    await watching(front);
    await publish('Saturn has 83 known moons.', '2026-09-30', 'a');
    await expect.poll(() => asked.length).toBe(2);
    await settled();
    // Evidence moves the corpus without a section.
    const [claim = ''] = await claimsOf(engine, await answerOf('Saturn has 83 known moons.'));
    const { size } = await engine.engine.store.head();
    const minted = await engine.engine.keys.mintToken({
      capabilities: ['svc.evidence'],
      standing: 10,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const response = await fetch(`${engine.url}/v1/claims/${encodeURIComponent(claim)}/evidence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${minted.value.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'corroborate',
        evidence: [{ ref: 'https://d.example/1', hash: 'd'.repeat(64), kind: 'source' }],
      }),
    });
    expect(response.status).toBe(201);
    expect((await engine.engine.store.head()).size).toBeGreaterThan(size);
    await settled();
    const before = asked.length;
    await settled();
    expect(asked.length).toBe(before);
    expect(before).toBeLessThanOrEqual(3);
    engine.clock.set(at(HOUR_MS));
    await publish('Neptune has 14 known moons.');
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  });

  async function answerOf(summary: string): Promise<string> {
    const { answer_id, summary: said } = await engine.client.answers({ q: MOONS });
    expect(said).toBe(summary);
    return answer_id;
  }

  it('waits while the engine is away, says so, and goes on', async () => {
    await using front = await startFront();
    const { reader } = await watching(front);
    way = async () => {
      throw new TypeError('connect ECONNREFUSED');
    };
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    await expect.poll(() => questionsOf(reader).then((one) => one.waiting_since)).not.toBe(null);
    expect((await inboxOf(reader)).items).toEqual([]);
    way = (request) => fetch(request);
    // A look that had begun is tried again after its pause.
    engine.clock.set(at(1_000));
    await turnOf(reader);
    expect(await questionsOf(reader)).toMatchObject({ waiting_since: null, items: [{ problem: null }] });
  });

  it('says of a question why it cannot be asked where its corpus is gone', async () => {
    await using other = await dataFolder();
    await using empty = await startWholeServer({ folder: other.path });
    await ingestInto(empty.engine, 'sea', [
      jsonLines([{ id: 'w', text: 'Whales sing.', domain: 'w.example', day: '2026-09-28' }]),
    ]);
    await using front = await startFront();
    const { reader } = await watching(front);
    way = async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${empty.key}`);
      const body = request.body === null ? null : await request.arrayBuffer();
      return fetch(`${empty.url}${pathname}${search}`, { method: request.method, headers, body });
    };
    engine.clock.set(at(25 * HOUR_MS));
    await expect
      .poll(() => questionsOf(reader).then(({ items }) => items[0].problem))
      .toBe('There is no corpus of that name here.');
    expect((await questionsOf(reader)).items[0].problem_since).not.toBe(null);
    expect((await inboxOf(reader)).items).toEqual([]);
  });

  it('is shared by processes on the same records: each question is asked by one of them', async () => {
    await using front = await startFront({ again: 60_000 });
    const reader = visitor(front.server.url);
    for (const planet of ['Saturn', 'Jupiter']) {
      const { body } = await reader.send('POST', '/api/answers', {
        q: `How many moons does ${planet} have?`,
      });
      await reader.send('POST', '/api/questions', { answer_id: body.answer_id });
    }
    const second = await createBff({
      engineUrl: engine.url,
      engineFetch: counted,
      apiKey: engine.key,
      engineRate: null,
      receiptFile: fileOfReceipt,
      org: 'local',
      dataFolder: front.folder,
      webFolder: null,
      publicUrl: null,
      clock: engine.clock,
      lookTiming: { ...FAST, again: 60_000 },
    });
    asked.length = 0;
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    engine.clock.set(at(60_000));
    await turnOf(reader);
    await expect.poll(() => asked.length).toBe(2);
    await settled();
    expect(asked).toHaveLength(2);
    await second.close();
  });

  it('of a visitor who is here is not held up by those of many who are not, or never will be', async () => {
    await using place = await dataFolder();
    const records = await openSqliteRecords(join(place.path, RECORDS_FILE));
    const start = Date.parse(at(0));
    const day = 86_400_000;
    const user = (index: number) => `u_${index.toString(16).padStart(32, '0')}`;
    const add = (index: number, came: number) =>
      records.watchQuestion({
        id: `q_${1_000 + index}`,
        user_id: user(index),
        created_at: came,
        q: MOONS,
        as_of: null,
        corpus: 'sky',
        mode: 'verified',
        asked_at: start - HOUR_MS,
        asked_size: 0,
        answered_at: start - HOUR_MS,
        answer_id: 'ans_old',
        summary: 'So many.',
        summary_hash: '0'.repeat(64),
        receipt_hash: null,
        findings_state: 'PASS',
      });
    for (let index = 0; index < 30; index += 1) await add(index, start - 40 * day);
    for (let index = 30; index < 35; index += 1) await add(index, start - 92 * day);
    await add(35, start - day);
    const bff = {
      engineUrl: engine.url,
      engineFetch: counted,
      apiKey: engine.key,
      clock: engine.clock,
      // One round.
      lookTiming: { ...FAST, look: 600_000 },
    };
    await using server = await startWholeServer({ folder: place.path, bff });
    expect(server.url).not.toBe(engine.url);
    await expect.poll(() => records.unseenTurns(user(35)), { interval: 200 }).toBe(1);
    expect(asked).toHaveLength(1);
    expect(await records.questionsOf(user(0))).toMatchObject([{ due_at: start - HOUR_MS + day }]);
    for (let index = 30; index < 35; index += 1) expect(await records.questionsOf(user(index))).toEqual([]);
    await records[Symbol.asyncDispose]();
  });

  it('goes on after a restart with what is due', async () => {
    await using place = await dataFolder();
    const options = {
      folder: place.path,
      bff: {
        engineUrl: engine.url,
        engineFetch: counted,
        apiKey: engine.key,
        clock: engine.clock,
        lookTiming: { ...FAST, again: 60_000 },
      },
    };
    const first = await startWholeServer(options);
    const { reader } = await watching({
      server: first,
      folder: place.path,
      [Symbol.asyncDispose]: async () => {},
    });
    await first[Symbol.asyncDispose]();
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    engine.clock.set(at(60_000));
    await using again = await startWholeServer(options);
    const returned = visitor(again.url);
    returned.cookie = reader.cookie;
    await turnOf(returned);
  });
});
