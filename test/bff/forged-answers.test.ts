/** An engine, or somebody on the way to it, that says something else than the log holds: nobody is shown it. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { Fetch } from '../../gateway/client/transport.ts';
import { forging } from '../gateway/client/forge.ts';
import type { Rewrite } from '../gateway/client/proxy.ts';
import { type Visitor, visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let frontFolder: Awaited<ReturnType<typeof dataFolder>>;
let engine: WholeServer;
let front: WholeServer;
let rewrite: Rewrite;

beforeEach(async () => {
  [folder, frontFolder] = [await dataFolder(), await dataFolder()];
  rewrite = (body) => body;
  engine = await startWholeServer({ folder: folder.path });
  await ingestMoons(engine.engine);
  front = await startWholeServer({
    folder: frontFolder.path,
    bff: { engineUrl: engine.url, engineFetch: rewriting, apiKey: engine.key },
  });
});
afterEach(async () => {
  for (const one of [front, engine, frontFolder, folder]) await one[Symbol.asyncDispose]();
});

/** The way to the engine. */
const rewriting: Fetch = async (request) => {
  const { method, headers } = request;
  const url = new URL(request.url);
  const text = await request.clone().text();
  const response = await fetch(request);
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return response;
  const read = async (path: string) => {
    const sent = new Headers(headers);
    sent.delete('content-type');
    return (await fetch(`${url.origin}${path}`, { headers: sent })).json();
  };
  const sent = text === '' ? null : JSON.parse(text);
  const body = await rewrite(await response.json(), { method, url, sent, status: response.status, read });
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
};

const ask = (reader: Visitor) => reader.send('POST', '/api/answers', { q: MOONS });

describe('a number changed in the answer and its receipt, with new hashes', () => {
  it('is neither shown by any route nor recorded', async () => {
    rewrite = forging('62 known', '999 known');
    const reader = visitor(front.url);
    const rest = await ask(reader);
    const page = await reader.send('POST', '/api/trpc/ask', { q: MOONS });
    const recorded = await reader.send('POST', '/api/history', { q: MOONS });
    for (const { status, body } of [rest, page, recorded]) {
      expect(status).toBe(502);
      expect(JSON.stringify(body)).not.toContain('999');
    }
    expect(rest.body.error).toMatchObject({
      reason: expect.stringMatching(/^bff:receipt_/),
      message: 'The answer was held back: its receipt does not verify.',
    });
    expect((await reader.send('GET', '/api/history')).body.items).toEqual([]);
  });

  it('is refused when a visitor opens, saves or downloads an answer that was honest at first', async () => {
    const reader = visitor(front.url);
    const { body } = await ask(reader);
    expect(body.summary).toContain('62');
    const forge = forging('62 known', '999 known');
    rewrite = async (reply, passing) => {
      // The forger has prepared the receipt, as for an answer that is asked now.
      const { pathname } = passing.url;
      if (pathname.endsWith('/receipt'))
        await forge(structuredClone(body), { ...passing, url: new URL('/v1/answers', engine.url) });
      return forge(reply, passing);
    };
    const input = encodeURIComponent(JSON.stringify({ answer_id: body.answer_id }));
    const replies = [
      await reader.send('GET', `/api/trpc/open?input=${input}`),
      await reader.send('POST', '/api/saved', { answer_id: body.answer_id, title: 'Moons' }),
      await reader.send('GET', `/api/answers/${body.answer_id}/receipt`),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(502);
      expect(JSON.stringify(reply.body)).not.toContain('999');
    }
    expect((await reader.send('GET', '/api/saved')).body.items).toEqual([]);
    rewrite = (reply) => reply;
    expect((await reader.send('GET', `/api/trpc/open?input=${input}`)).status).toBe(200);
  });

  it('does not count as an outage: the next honest answer is shown at once', async () => {
    rewrite = forging('62 known', '999 known');
    const reader = visitor(front.url);
    for (let times = 0; times < 7; times += 1) expect((await ask(reader)).status).toBe(502);
    rewrite = (body) => body;
    expect((await ask(reader)).status).toBe(200);
  });
});

describe('a file', () => {
  it.each(['', '?download=json', '?download=cbor', '?download=html'])(
    'of the receipt%s holds the verified bytes, even where a second request would give others',
    async (download) => {
      const reader = visitor(front.url);
      const { body } = await ask(reader);
      const path = `/api/answers/${body.answer_id}/receipt${download}`;
      const bytesOf = async () => {
        const response = await fetch(`${front.url}${path}`, { headers: { cookie: reader.cookie ?? '' } });
        return {
          status: response.status,
          text: Buffer.from(await response.arrayBuffer()).toString('latin1'),
        };
      };
      const honest = await bytesOf();
      let asked = 0;
      rewrite = (reply, { url }) => {
        asked += url.pathname.endsWith('/receipt') ? 1 : 0;
        return asked > 1 ? JSON.parse(JSON.stringify(reply).replaceAll('62 known', '999 known')) : reply;
      };
      const served = await bytesOf();
      expect(served.status).toBe(200);
      expect(served.text).not.toContain('999 known');
      // Without `download` it has a checkpoint of its own time.
      if (download !== '') expect(served.text === honest.text).toBe(true);
    },
  );
});

describe('another receipt of the same log', () => {
  it('is refused where the history recorded another one', async () => {
    const reader = visitor(front.url);
    const { body } = await ask(reader);
    const other = await reader.send('POST', '/api/answers', { q: 'How many moons does Jupiter have?' });
    rewrite = async (reply, { url, read }) =>
      url.pathname.includes(body.answer_id)
        ? await read(url.pathname.replace(body.answer_id, other.body.answer_id))
        : reply;
    const input = encodeURIComponent(JSON.stringify({ answer_id: body.answer_id }));
    const opened = await reader.send('GET', `/api/trpc/open?input=${input}`);
    expect(opened.status).toBe(502);
    expect(JSON.stringify(opened.body)).not.toContain('Jupiter');
  });
});

describe('a log that does not continue the earlier one', () => {
  it('is refused after a restart too: the last checkpoint is recorded', async () => {
    const reader = visitor(front.url);
    expect((await ask(reader)).status).toBe(200);
    await front[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
    // The same key signs another log, as after a store that was lost.
    const [url, otherFolder] = [new URL(engine.url), await dataFolder()];
    const first = folder;
    folder = otherFolder;
    await first[Symbol.asyncDispose]();
    engine = await startWholeServer({ folder: folder.path, port: Number(url.port) });
    await ingestMoons(engine.engine);
    front = await startWholeServer({
      folder: frontFolder.path,
      bff: { engineUrl: engine.url, engineFetch: rewriting, apiKey: engine.key },
    });
    const again = visitor(front.url);
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await ask(again);
      expect([status, body.error.reason]).toEqual([502, expect.stringMatching(/^bff:log_(forked|shrunk)$/)]);
    }
    expect((await front.bff.checkLog())?.reason).toMatch(/^client:log_/);
    const { body: health } = await again.send('GET', '/api/healthz');
    expect(health.engine).toMatchObject({ ok: false, log_refused: expect.stringMatching(/^bff:log_/) });
    // Only an operator can say that this is as it should be.
    await using records = await openSqliteRecords(join(frontFolder.path, 'bff.sqlite'));
    expect(await records.forgetCheckpoints()).toBe(1);
    expect(await front.bff.checkLog()).toBeNull();
    expect((await ask(again)).status).toBe(200);
  });
});
