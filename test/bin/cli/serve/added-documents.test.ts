/** Reading an upload in a process of its own: what it reports, and how one that does not end is ended. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENTS, ingestBeside } from '../../../../bin/cli/serve/added-documents.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-added-'));
  await mkdir(join(folder, 'docs'));
  vi.stubEnv('ADDUCE_DATA', join(folder, 'data'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const request = (more: { signal?: AbortSignal } = {}) => {
  const { signal } = new AbortController();
  return { corpus: 'sky', folder: join(folder, 'docs'), onProgress: () => undefined, signal, ...more };
};

it('names the first of many bad lines, and counts them all', { timeout: 60_000 }, async () => {
  const bad = 'not JSON\n'.repeat(60_000);
  await writeFile(join(folder, 'docs', 'lines.jsonl'), `${bad}{"id": "x", "text": "Pan has 1 ridge."}\n`);
  const { skipped, ...report } = await DOCUMENTS.ingest(request());
  expect(report).toEqual({ added: 1, changed: 0, unchanged: 0, claims: 1, skippedCount: 60_000 });
  expect(skipped).toHaveLength(500);
  expect(skipped.at(-1)).toMatchObject({ name: 'lines.jsonl', line: 500, reason: 'invalid_json' });
});

describe('a process that', () => {
  const REPORT = { added: 1, changed: 0, unchanged: 0, claims: 0, skipped: [], unread: [], skipped_count: 0 };
  const LIMITS = { heapMib: 64, silentMs: 20_000, endMs: 10_000 };

  async function runs(script: string, limits: Partial<typeof LIMITS> = {}, signal?: AbortSignal) {
    const program = join(folder, 'program.mjs');
    await writeFile(program, script);
    return ingestBeside(request(signal && { signal }), { program, ...LIMITS, ...limits });
  }

  it('says nothing for too long is ended', async () => {
    const silent = runs('setInterval(() => undefined, 1_000);', { silentMs: 300 });
    await expect(silent).rejects.toThrow(/were not read within 300 ms/);
  });

  it('goes on as long as it says something', { timeout: 20_000 }, async () => {
    const script = `let left = 16;
      const timer = setInterval(() => {
        console.error('ingest', left);
        if (--left > 0) return;
        clearInterval(timer);
        console.log(${JSON.stringify(JSON.stringify(REPORT))});
      }, 250);`;
    expect(await runs(script, { silentMs: 3_000 })).toMatchObject({ added: 1 });
  });

  it('needs more than its heap ends alone', { timeout: 30_000 }, async () => {
    // 160 MB, then the report.
    const script = `const kept = [];
      for (let left = 2_000; left > 0; left -= 1) kept.push(new Array(10_000).fill(left));
      console.log(${JSON.stringify(JSON.stringify(REPORT))});`;
    expect(await runs(script, { heapMib: 512 })).toMatchObject({ added: 1 });
    await expect(runs(script)).rejects.toThrow(/were not read/);
  });

  it('takes no end is killed', { timeout: 30_000 }, async () => {
    const ending = new AbortController();
    const deaf = runs(
      "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1_000);",
      { endMs: 500 },
      ending.signal,
    );
    setTimeout(() => ending.abort(new Error('cancelled')), 1_000);
    await expect(deaf).rejects.toThrow('cancelled');
  });

  it('would begin after its end does not stay', async () => {
    const ended = runs('setInterval(() => undefined, 1_000);', {}, AbortSignal.abort(new Error('cancelled')));
    await expect(ended).rejects.toThrow('cancelled');
  });

  it('gives no report, or one without end, has failed', async () => {
    await expect(runs('console.error("the store is damaged")')).rejects.toThrow(/the store is damaged/);
    const endless = runs(`const part = '['.repeat(65_536);
      const write = (left) => left > 0 && process.stdout.write(part, () => write(left - 1));
      write(128);`);
    await expect(endless).rejects.toThrow(/were not read/);
  });
});
