/** Opening the embedded store, and what it does not open. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { prepareWriter } from '../../../graph/embedded/prepare-writer.ts';
import { StoreCorrupted, StoreUnavailable } from '../../../graph/store/store.ts';
import { append, range, storedSeqs } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const PAGE_BYTES = 4_096;
const FILE = 'graph.sqlite';

/** A closed store with `count` entries; gives its file. */
async function storeWith(path: string, count: number): Promise<string> {
  const store = await openEmbedded({ path });
  for (let n = 0; n < count; n += 1) await append(store, 2_000);
  await store[Symbol.asyncDispose]();
  return join(path, FILE);
}

describe('the path of an embedded store', () => {
  it('is a folder, made when missing', async () => {
    const path = join(await testFolder(), 'a', 'b.data');
    await openForTest({ path });
    expect((await stat(join(path, FILE))).isFile()).toBe(true);
  });

  it('is a folder when one is there, whatever its name ends in', async () => {
    const path = join(await testFolder(), 'folder.db');
    await mkdir(path);
    await openForTest({ path });
    expect((await stat(join(path, FILE))).isFile()).toBe(true);
  });

  it.each(['log.sqlite', 'log.db'])('is a file when it ends like %s', async (name) => {
    const path = join(await testFolder(), name);
    await openForTest({ path });
    expect((await stat(path)).isFile()).toBe(true);
  });

  it.each(['', ':memory:'])('is not %j, which would lose what was acknowledged', async (path) => {
    await expect(openEmbedded({ path })).rejects.toBeInstanceOf(RangeError);
  });

  it('cannot lie under a file', async () => {
    const file = join(await testFolder(), 'file');
    await writeFile(file, 'x');
    const path = join(file, 'store');
    await expect(openEmbedded({ path })).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('is made once when many open it at the same time', async () => {
    const path = await testFolder();
    const stores = await Promise.all(range(4).map(() => openForTest({ path })));
    const seqs = await Promise.all(stores.map((store) => append(store)));
    expect(seqs.sort()).toEqual(range(4));
  });
});

describe("the writer's connection", () => {
  it('syncs fully in WAL mode and holds foreign keys', async () => {
    const file = join(await testFolder(), FILE);
    const writer = new Connection(file, 0);
    prepareWriter(writer, file);
    expect(writer.value('PRAGMA journal_mode')).toBe('wal');
    expect(writer.value('PRAGMA synchronous')).toBe(2);
    expect(writer.value('PRAGMA foreign_keys')).toBe(1);
    writer.close();
  });

  it('is refused where commits are not durable', () => {
    const writer = new Connection(':memory:', 0);
    expect(() => prepareWriter(writer, ':memory:')).toThrow(StoreUnavailable);
    writer.close();
  });
});

describe('a store that must not be used', () => {
  it('is reported as corrupted when it is no store at all', async () => {
    const path = await testFolder();
    await writeFile(join(path, FILE), 'not a database, but long enough to be taken for one'.repeat(100));
    await expect(openEmbedded({ path })).rejects.toBeInstanceOf(StoreCorrupted);
  });

  it('is reported as corrupted when pages of it were overwritten', async () => {
    const path = await testFolder();
    const file = await storeWith(path, 200);
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0xa5, 4 * PAGE_BYTES));
    const readAll = async () => storedSeqs(await openForTest({ path }));
    await expect(readAll()).rejects.toBeInstanceOf(StoreCorrupted);
  });

  it('names the entry whose bytes cannot be read', async () => {
    const path = await testFolder();
    const file = new Connection(await storeWith(path, 3), 0);
    file.run(`UPDATE entries SET bytes = substr(bytes, 2) WHERE seq = 1`);
    file.close();
    const store = await openForTest({ path });
    await expect(storedSeqs(store)).rejects.toMatchObject({ code: 'store_corrupted', seq: 1 });
  });
});
