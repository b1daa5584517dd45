import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
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

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
async function withSaved(): Promise<{ readonly reader: Visitor; readonly answerId: string }> {
  const reader = visitor(server.url);
  const { body } = await reader.send('POST', '/api/answers', { q: MOONS });
  await reader.send('POST', '/api/saved', { answer_id: body.answer_id, title: 'Moons' });
  return { reader, answerId: body.answer_id };
}

describe.each(['/api/history', '/api/saved'])('the validator of %s', (path) => {
  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path });
    await ingestMoons(server.engine);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const tagOf = async (reader: Visitor) => (await reader.send('GET', path)).headers.get('etag') ?? '';
  const again = (reader: Visitor, tags: string) =>
    reader.send('GET', path, undefined, { 'if-none-match': tags });

  it('gives 304 without a body while nothing has changed, by each way to name it', async () => {
    const { reader } = await withSaved();
    const etag = await tagOf(reader);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await again(reader, tags);
      expect([status, headers.get('etag'), body]).toEqual([304, etag, null]);
    }
    for (const tags of ['"other"', '', etag.slice(0, -2), 'x']) {
      expect((await again(reader, tags)).status).toBe(200);
    }
  });

  it('is another one for another list, and another visitor', async () => {
    const { reader } = await withSaved();
    const { reader: other } = await withSaved();
    expect(await tagOf(other)).not.toBe(await tagOf(reader));
    const limited = await reader.send('GET', `${path}?mode=audit&folder=none`);
    expect(limited.headers.get('etag')).not.toBe(await tagOf(reader));
    expect(limited.headers.get('cache-control')).toBe('private, no-cache');
    expect(limited.headers.get('vary')).toMatch(/cookie/i);
  });

  it('changes when an entry is added, and when a verdict changes', async () => {
    const { reader, answerId } = await withSaved();
    const before = await tagOf(reader);
    const { body } = await reader.send('POST', '/api/answers', { q: `${MOONS} ` });
    await reader.send('POST', '/api/saved', { answer_id: body.answer_id, title: 'More moons' });
    const more = await tagOf(reader);
    expect(more).not.toBe(before);
    const [claim = ''] = await claimsOf(server, answerId);
    await disputeTwice(server, claim);
    await eventually(async () => expect((await again(reader, more)).status).toBe(200));
  });

  it('answers HEAD and counts as a read', async () => {
    const { reader } = await withSaved();
    const etag = await tagOf(reader);
    const head = await reader.send('HEAD', path, undefined, { 'if-none-match': etag });
    expect([head.status, head.headers.get('etag')]).toEqual([304, etag]);
    for (let reads = 2; reads < 60; reads += 1) await again(reader, etag);
    const { status, headers } = await again(reader, etag);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});
