/** Watched questions asked again as the corpus moves: not too often, by one process of several, and as soon as the engine is back. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBff } from '../../bff/create-bff.ts';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { fileOfReceipt } from '../../gateway/receipt-page/receipt-file.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { visitor } from './browser.ts';
import {
  asked,
  counted,
  engine,
  FAST,
  HOUR_MS,
  inboxOf,
  publish,
  questionsOf,
  reachEngineBy,
  startEngineForEachTest,
  startFront,
  turnOf,
  watching,
} from './question-servers.ts';
import { claimsOf, dataFolder, MOONS, startWholeServer } from './whole-server.ts';

startEngineForEachTest();

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
    reachEngineBy(async () => {
      throw new TypeError('connect ECONNREFUSED');
    });
    await publish('Saturn has 274 known moons.', '2026-09-30', 'a');
    await expect.poll(() => questionsOf(reader).then((one) => one.waiting_since)).not.toBe(null);
    expect((await inboxOf(reader)).items).toEqual([]);
    reachEngineBy((request) => fetch(request));
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
    reachEngineBy(async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${empty.key}`);
      const body = request.body === null ? null : await request.arrayBuffer();
      return fetch(`${empty.url}${pathname}${search}`, { method: request.method, headers, body });
    });
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
