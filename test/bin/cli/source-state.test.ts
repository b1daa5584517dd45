/** What a start reads of sources that it has ingested before. */
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IngestHooks, type IngestSource, ingestSource } from '../../../bin/cli/ingest-source.ts';
import { findFiles } from '../../../bin/cli/source-files.ts';
import { observeUnchanged, statsOf } from '../../../bin/cli/source-state.ts';
import { planWithdrawal } from '../../../engine/artefact/withdraw.ts';
import type { Engine } from '../../../engine/engine.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { openForTest } from '../../graph/embedded/folder.ts';

const HOOKS: IngestHooks = { onProgress: () => undefined };
const LONG_AGO = new Date('2026-01-01T00:00:00.000Z');
/** One more than what a file may hold. */
const TOO_LARGE = 16 * 1024 * 1024 + 1;

let folder: string;
let store: GraphStore;
let engine: Engine;
let source: IngestSource;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-source-'));
  store = await openForTest({ path: join(folder, 'store') });
  engine = createTestEngine(store);
  const docs = join(folder, 'docs');
  await mkdir(docs);
  source = { corpus: 'hills', name: docs, paths: [docs] };
  await write('a.md', 'Mount Brannock is 1,842 metres high.');
  await write('b.md', 'Mount Tolland is 912 metres high.');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a source that is observed again', () => {
  beforeEach(async () => {
    expect(await ingestSource(engine, source, HOOKS)).toMatchObject({ added: 2 });
  });

  it('is observed, and not ingested, where nothing has changed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [before, { size }] = [await observed(), await store.head()];
      expect(await unchanged()).toBe(true);
      const after = await observed();
      expect([after.seq, (await store.head()).size]).toEqual([size, size + 1]);
      expect(after.body).toEqual(before.body);
      expect(after.body).toMatchObject({ documents: 2 });
    }
  });

  it('is observed where a file was written again with the same words', async () => {
    await rm(file('a.md'));
    await write('a.md', 'Mount Brannock is 1,842 metres high.', new Date('2026-02-02T00:00:00.000Z'));
    expect(await unchanged()).toBe(true);
    expect(await unchanged()).toBe(true);
  });

  it.each([
    [
      'one says something else, of the same length',
      () => write('a.md', 'Mount Brannock is 1,843 metres high.'),
    ],
    ['one has another name', () => rename(file('a.md'), file('c.md'))],
    ['one is gone', () => rm(file('b.md'))],
    ['there is one more', () => write('c.md', 'Mount Selby is 310 metres high.')],
  ])('is not where %s', async (_what, change) => {
    await change();
    const before = await store.head();
    expect(await unchanged()).toBe(false);
    expect(await store.head()).toEqual(before);
  });

  it('is not where a document was withdrawn since', async () => {
    const [state] = await readRange(store, 'artefacts', { corpus: 'hills', after: -1 }, { limit: 1 });
    const artefact = state!.record.artefact_id;
    await engine.writer.append(planWithdrawal({ artefact, reason: 'a mistake', by: 'the editor' }));
    expect(await unchanged()).toBe(false);
  });

  it('is not where it is of another corpus or name', async () => {
    const files = await findFiles(source.paths);
    for (const other of [{ corpus: 'lakes' }, { name: 'elsewhere' }]) {
      expect(await observeUnchanged(store, engine.writer, { ...source, ...other }, files)).toBe(false);
    }
  });

  it('is not after an ingest that could not read all of it', async () => {
    await write('big.md', 'x'.repeat(TOO_LARGE));
    expect((await ingestSource(engine, source, HOOKS)).unread).toHaveLength(1);
    expect(await unchanged()).toBe(false);
  });
});

it('trusts no time of a file that was written just now, and every change of an older one', async () => {
  for (const name of ['a.md', 'b.md']) await write(name, 'Mount Brannock is 1,842 metres high.');
  const files = await findFiles(source.paths);
  expect(await statsOf(files)).toBeNull();
  await sleep(2_100);
  const stats = await statsOf(files);
  expect([stats, await statsOf(files)]).toEqual([expect.any(String), stats]);
  expect(await statsOf(files.slice(1))).not.toBe(stats);
  await write('a.md', 'Mount Brannock is 1,843 metres high.');
  await sleep(2_100);
  expect([null, stats]).not.toContain(await statsOf(files));
});

async function unchanged(): Promise<boolean> {
  return observeUnchanged(store, engine.writer, source, await findFiles(source.paths));
}

async function observed() {
  const all = await store.entries({ after: -1, limit: 100, types: ['corpus.observed'] });
  return all.at(-1)!.entry;
}

function file(name: string): string {
  return join(folder, 'docs', name);
}

async function write(name: string, text: string, at = LONG_AGO): Promise<void> {
  await writeFile(file(name), text);
  await utimes(file(name), at, at);
}
