/** Files of other formats: a log that this program does not read is refused, projections of another kind are made again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manyDocuments } from '../../../bench/many-documents.ts';
import { compareProjections } from '../../../graph/embedded/compare-projections.ts';
import { Connection } from '../../../graph/embedded/connection.ts';
import { LOG_FORMAT, PROJECTION_FORMAT } from '../../../graph/embedded/formats.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import { OtherLogFormat } from '../../../graph/log/format.ts';
import { replay } from '../../../graph/log/replay.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { StoreCorrupted, StoreUnavailable } from '../../../graph/store/store.ts';
import { ingestInto } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { append } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const FILE = 'graph.sqlite';
const REPLAYING = fileURLToPath(new URL('replay-process.ts', import.meta.url));

/** A closed store of a few hundred entries, with what it says of its projections changed. */
async function storeOfFormat(formats: Partial<Record<'log' | 'projections', number>>, documents = 40) {
  const path = await testFolder();
  const store = await openEmbedded({ path });
  await ingestInto(createTestEngine(store), 'demo', [manyDocuments(0, documents)]);
  const { size } = await store.head();
  await store[Symbol.asyncDispose]();
  changeFile(path, ({ run }) => {
    for (const [part, number] of Object.entries(formats)) run(`UPDATE formats SET ${part} = ${number}`);
  });
  return { path, size };
}

function changeFile(path: string, change: (file: { run(sql: string): void }) => void): void {
  const file = new Connection(join(path, FILE), 0);
  change({ run: (sql) => file.run(sql) });
  file.close();
}

const quietly = () => undefined;

/** Whether the projections are those that the log makes. */
async function expectWhole(path: string): Promise<void> {
  const expected = await testFolder();
  {
    await using store = await openEmbedded({ path });
    await using made = await openEmbedded({ path: expected });
    await copyLog(store, made);
    expect(await store.foreignWrites()).toEqual([]);
  }
  const compared = compareProjections(join(path, FILE), join(expected, FILE));
  expect(compared?.filter(({ differences }) => differences.length > 0)).toEqual([]);
}

describe('a log of another format', () => {
  it.each([
    [
      'a newer one',
      { log: LOG_FORMAT + 1 },
      /format 2, and this program reads format 1: update this program/,
    ],
    ['an older one', { log: LOG_FORMAT - 1 }, /format 0, and .* ingest the sources again/],
    [
      'one whose projections a newer build has made',
      { projections: PROJECTION_FORMAT + 1 },
      /of a newer build: update this program/,
    ],
  ])('is refused and left as it is: %s', async (_, formats, message) => {
    const { path } = await storeOfFormat(formats, 1);
    const before = await readFile(join(path, FILE));
    const opening = openEmbedded({ path });
    await expect(opening).rejects.toBeInstanceOf(OtherLogFormat);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toThrow(join(path, FILE));
    expect((await readFile(join(path, FILE))).equals(before)).toBe(true);
  });

  it('is refused where an earlier build left it', async () => {
    const path = await testFolder();
    changeFile(path, ({ run }) => run('CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT'));
    await expect(openEmbedded({ path })).rejects.toThrow(/an earlier build .* ingest the sources again/);
  });
});

describe('projections of another format', () => {
  it.each([PROJECTION_FORMAT - 1, PROJECTION_FORMAT - 9])(
    'are made again from the log, with progress: format %i',
    async (projections) => {
      const { path, size } = await storeOfFormat({ projections });
      {
        await using store = await openEmbedded({ path });
        expect(await store.head()).toMatchObject({ size, replayedTo: 0 });
        expect(await store.corpora()).toEqual([]);
        const steps: number[] = [];
        await replay(store, ({ entries, of }) => {
          expect(of).toBe(size);
          steps.push(entries);
        });
        expect(steps.length).toBeGreaterThan(1);
        expect(steps).toEqual(steps.toSorted((a, b) => a - b));
        expect(steps.at(-1)).toBe(size);
        expect(await store.head()).not.toHaveProperty('replayedTo');
      }
      await expectWhole(path);
    },
  );

  it('leave nothing of tables that this program does not know', async () => {
    const { path } = await storeOfFormat({ projections: PROJECTION_FORMAT - 1 }, 2);
    changeFile(path, ({ run }) => {
      run('CREATE TABLE later (id INTEGER PRIMARY KEY)');
      run("CREATE VIRTUAL TABLE words USING fts5 (text, content = '')");
    });
    await replay(await openForTest({ path }), quietly);
    const file = new Connection(join(path, FILE), 0);
    const left = file.rows("SELECT name FROM sqlite_schema WHERE name = 'later' OR name LIKE 'words%'");
    file.close();
    expect(left).toEqual([]);
  });

  it('refuse appends until they are whole, and take them then', async () => {
    const { path, size } = await storeOfFormat({ projections: 0 });
    const store = await openForTest({ path });
    const writer = new LogWriter(store, () => '2030-01-01T00:00:00.000Z');
    const body = { type: 'key.revoked', key_id: 'k' } as const;
    const one = async () => ({
      entries: [{ corpus: null, tenant: null, effectiveAt: null, body }],
      result: () => 'taken',
    });
    await expect(writer.append(one)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(writer.append(one)).rejects.toThrow(`0 of ${size} entries are done`);
    await replay(store, quietly);
    expect(await writer.append(one)).toBe('taken');
  });

  it('of an empty log are whole at once', async () => {
    const path = await testFolder();
    await (await openEmbedded({ path }))[Symbol.asyncDispose]();
    changeFile(path, ({ run }) => run('UPDATE formats SET projections = 0'));
    const store = await openForTest({ path });
    await replay(store, () => expect.unreachable());
    expect(await append(store)).toBe(0);
  });

  it('end with the reason of a signal between two steps, and go on later', async () => {
    const { path, size } = await storeOfFormat({ projections: 0 });
    const store = await openForTest({ path });
    const ending = new AbortController();
    const work = replay(store, () => ending.abort(new Error('enough')), ending.signal);
    await expect(work).rejects.toThrow('enough');
    const { replayedTo } = await store.head();
    expect(replayedTo).toBeGreaterThan(0);
    await replay(store, ({ of }) => expect(of).toBe(size));
  });

  it.each([
    [2, 'go on behind a store that ends each step twice'],
    [3, 'are given up where it ends one three times'],
  ])('%i ended: %s', async (times) => {
    const { path, size } = await storeOfFormat({ projections: 0 });
    const store = await openForTest({ path });
    let ended = 0;
    const transact: GraphStore['transact'] = (work) => {
      ended = ended === times ? 0 : ended + 1;
      return ended > 0 ? Promise.reject(new StoreUnavailable(`ended ${ended}`)) : store.transact(work);
    };
    const work = replay({ head: () => store.head(), transact }, quietly);
    if (times === 2) await work;
    else await expect(work).rejects.toThrow('ended 3');
    expect(await store.head()).toMatchObject(times === 2 ? { size } : { replayedTo: 0 });
  });

  it('are made once where several processes do it at the same time', async () => {
    const { path, size } = await storeOfFormat({ projections: 0 });
    const stores: GraphStore[] = [await openForTest({ path }), await openForTest({ path })];
    await Promise.all(stores.map((store) => replay(store, quietly)));
    expect(await stores[0]?.head()).toMatchObject({ size });
    await expectWhole(path);
  });

  it('name the entry that the log lacks', async () => {
    const { path } = await storeOfFormat({ projections: 0 });
    changeFile(path, ({ run }) => run('DELETE FROM entries WHERE seq = 37'));
    const work = replay(await openForTest({ path }), quietly);
    await expect(work).rejects.toBeInstanceOf(StoreCorrupted);
    await expect(work).rejects.toMatchObject({ seq: 37 });
  });

  it('go on where a process was killed', async () => {
    const { path, size } = await storeOfFormat({ projections: 0 }, 150);
    const child = spawn(process.execPath, [REPLAYING, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const seen: number[] = [];
    for await (const line of createInterface(child.stdout)) {
      seen.push(Number(line));
      if (seen.length === 2) child.kill('SIGKILL');
    }
    await exited;
    expect(child.signalCode).toBe('SIGKILL');
    {
      await using store = await openEmbedded({ path });
      const { replayedTo = size } = await store.head();
      expect(replayedTo).toBeGreaterThanOrEqual(seen.at(-1) ?? size);
      expect(replayedTo).toBeLessThan(size);
      const first: number[] = [];
      await replay(store, ({ entries }) => first.push(entries));
      expect(first[0]).toBeGreaterThan(replayedTo);
    }
    await expectWhole(path);
  });
});

describe('a store that a newer program has opened beside this one', () => {
  it('takes no more reads and writes of this one, which says why, and is as the newer one made it', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    await append(store);
    // What a newer program does first; it makes its own tables in the same transaction.
    changeFile(path, ({ run }) => run(`UPDATE formats SET projections = ${PROJECTION_FORMAT + 1}`));
    const refused = await append(store).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect(String(refused)).toContain(
      `brought to format ${PROJECTION_FORMAT + 1}, and this program writes ${PROJECTION_FORMAT}: update and restart it`,
    );
    const step = store.moveBeliefs(async () => expect.unreachable());
    await expect(step).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.writeRefusal()).not.toBeNull();
    await expect(store.head()).rejects.toThrow(/update and restart it/);
    await expect(store.corpora()).rejects.toBeInstanceOf(StoreUnavailable);
    changeFile(path, ({ run }) => run(`UPDATE formats SET projections = ${PROJECTION_FORMAT}`));
    expect(await append(store)).toBe(1);
    expect(await store.writeRefusal()).toBeNull();
  });
});
