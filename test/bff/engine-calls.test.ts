/** What a question of the page costs the engine: one call, with receipt and titles in its reply. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let frontFolder: Awaited<ReturnType<typeof dataFolder>>;
let engine: WholeServer;
let front: WholeServer;
let calls: string[];

beforeEach(async () => {
  [folder, frontFolder] = [await dataFolder(), await dataFolder()];
  engine = await startWholeServer({ folder: folder.path });
  await ingestMoons(engine.engine);
  const engineFetch = (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname.replace(/ans_\w+/, '{id}')}`);
    return fetch(request);
  };
  front = await startWholeServer({
    folder: frontFolder.path,
    bff: { engineUrl: engine.url, engineFetch, apiKey: engine.key },
  });
  calls = [];
});
afterEach(async () => {
  for (const one of [front, engine, frontFolder, folder]) await one[Symbol.asyncDispose]();
});

const asks = (q: string) => visitor(front.url).send('POST', '/api/trpc/ask', { q });

describe('a question of the page', () => {
  it('is one call, whose answer has the titles of what it rests on', async () => {
    const { body } = await asks(MOONS);
    expect(calls).toEqual(['POST /v1/answers']);
    const { summary, artefacts } = body.result.data;
    expect(summary).not.toBe('');
    for (const { artefact_id, title } of artefacts) expect(title).not.toBe(artefact_id);
  });

  it('that nothing answers is one call too, with the places of its passages', async () => {
    const { body } = await asks('Who paints the moons of Uranus?');
    expect(calls).toEqual(['POST /v1/answers']);
    const { summary, passages } = body.result.data;
    expect(summary).toBe('');
    expect(passages.length).toBeGreaterThan(0);
    for (const { document } of passages) expect(document.url).toMatch(/^https:/);
  });
});

describe('a question of another program', () => {
  it('reads the receipt once: then only whether the log continues', async () => {
    const caller = visitor(front.url);
    const { body: first } = await caller.send('POST', '/api/answers', { q: MOONS });
    expect(calls).toEqual(['POST /v1/answers', 'GET /v1/answers/{id}/receipt']);
    calls = [];
    const { status, body } = await caller.send('POST', '/api/answers', { q: MOONS });
    // The newest tree is larger than that of the receipt.
    expect(calls).toEqual(['POST /v1/answers', 'GET /v1/log/checkpoint', 'GET /v1/log/proof/consistency']);
    expect([status, body.answer_id]).toEqual([200, first.answer_id]);
    const { items } = (await caller.send('GET', '/api/history')).body;
    expect(items.map((item: { receipt_hash: string }) => item.receipt_hash)).toEqual([
      first.receipt.hash,
      first.receipt.hash,
    ]);
  });
});

describe('an answer that is opened again', () => {
  it('is read and not retrieved, and shows what was shown when it was asked', async () => {
    const reader = visitor(front.url);
    const { body } = await reader.send('POST', '/api/trpc/ask', { q: MOONS });
    const { answer_id, ...before } = body.result.data;
    calls = [];
    const input = encodeURIComponent(JSON.stringify({ answer_id }));
    const opened = await reader.send('GET', `/api/trpc/open?input=${input}`);
    expect(calls.toSorted()).toEqual(['GET /v1/answers/{id}/receipt', 'POST /graphql']);
    const { artefacts, looked_at, sentences } = opened.body.result.data;
    expect({ looked_at, sentences }).toEqual({ looked_at: before.looked_at, sentences: before.sentences });
    const titles = (list: { title: string }[]) => list.map(({ title }) => title).toSorted();
    expect(titles(artefacts)).toEqual(titles(before.artefacts));
  });
});
