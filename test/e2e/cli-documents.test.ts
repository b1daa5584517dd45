/** Documents that a visitor of a running `adduce serve` adds: read by a process of its own, beside the one that serves. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Visitor, visitor } from '../bff/browser.ts';
import { eventually } from '../eventually.ts';
import { type Served, serve } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A process on a loaded machine takes a while, and the first one builds the page. */
const PATIENCE_MS = 120_000;
const MANY = 800;

describe('documents that are added to a running service', { timeout: PATIENCE_MS }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  let served: Served;
  let reader: Visitor;

  beforeAll(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    served = await serve({ ADDUCE_DATA: data });
    reader = visitor(served.url);
    await reader.send('GET', '/api/uploads');
  }, PATIENCE_MS);

  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function begins(corpus: string, files: Readonly<Record<string, string>>): Promise<string> {
    const { body } = await reader.send('POST', '/api/uploads', { corpus });
    for (const [name, content] of Object.entries(files)) {
      const { status } = await fetch(`${served.url}/api/uploads/${body.id}/files?name=${name}`, {
        method: 'PUT',
        headers: { origin: served.url, cookie: reader.cookie ?? '' },
        body: content,
      });
      expect(status).toBe(201);
    }
    expect((await reader.send('POST', `/api/uploads/${body.id}`)).status).toBe(202);
    return body.id;
  }

  const stateOf = async (id: string) => (await reader.send('GET', `/api/uploads/${id}`)).body;

  async function ended(id: string) {
    const wait = { timeout: PATIENCE_MS / 2, interval: 100 };
    return vi.waitFor(async () => {
      const upload = await stateOf(id);
      expect(['done', 'failed', 'cancelled']).toContain(upload.state);
      return upload;
    }, wait);
  }

  it('are asked as soon as they are read, and stay where they are observed again', async () => {
    const files = { 'dam.md': '# The Arn dam\n\nThe Arn dam is 61 metres high.\n', 'nul.txt': 'a\0b' };
    const id = await begins('dams', files);
    expect(await ended(id)).toMatchObject({
      state: 'done',
      report: { added: 1, skipped: [{ name: 'nul.txt', reason: 'contains_nul' }], skipped_count: 1 },
    });
    const q = 'How high is the Arn dam?';
    const { body } = await reader.send('POST', '/api/answers?corpus=dams', { q });
    expect(body.summary).toContain('61 metres');
    expect(await readdir(join(data, 'documents', 'dams'))).toEqual([id]);
    expect(await readdir(join(data, 'uploads'))).toEqual([]);
  });

  it('are read no further where the visitor cancels, and completed when they are added again', async () => {
    const lines = Array.from({ length: MANY }, (_, at) =>
      JSON.stringify({
        id: `dam-${at}`,
        title: `Dam ${at}`,
        text: `Dam number ${at} is ${at + 10} metres high.`,
      }),
    ).join('\n');
    const id = await begins('many', { 'dams.jsonl': lines });
    await eventually(async () => expect((await stateOf(id)).state).toBe('reading'));
    await reader.send('DELETE', `/api/uploads/${id}`);
    expect((await ended(id)).state).toBe('cancelled');
    // Its folder stays: the log may name it as a source (ADR 81).
    expect(await readdir(join(data, 'documents', 'many'))).toEqual([id]);
    const again = await ended(await begins('many', { 'dams.jsonl': lines }));
    const { added, changed, unchanged } = again.report;
    expect([again.state, added + unchanged, changed]).toEqual(['done', MANY, 0]);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  });
});
