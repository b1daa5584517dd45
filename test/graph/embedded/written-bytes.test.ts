/** Bytes that a transaction writes: those of its commit, and nothing that only a rollback would read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { PROJECTED_TABLES } from '../../../graph/embedded/schema.ts';
import type { StoredFingerprint } from '../../../graph/store/rows.ts';
import { type GraphStore, StoreUnavailable } from '../../../graph/store/store.ts';
import { changes } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from './folder.ts';

/** Of this process, all that it has given to the system to write. */
const written = () => Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

/** SQLite holds the journal of statements in memory up to here in any case. */
const SPILL_BYTES = 64 * 1024;
const BANDS = 2_000;
const MODULUS = 1_000_003;

/** One statement saves its bands, which lie all over the table. */
function fingerprint(seq: number): StoredFingerprint {
  const bands = Array.from({ length: BANDS }, (_, index) => (index * 7_919 + seq * 104_729) % MODULUS);
  return { seq, artefact: `a1${seq}`, publisher: 'example.org', sketch: '', bands };
}

const save = (store: GraphStore, seq: number, inside: () => void = () => undefined) =>
  store.transact(async (tx) => {
    await tx.save(changes({ fingerprints: [fingerprint(seq)] }));
    inside();
  });

/** Bytes that a transaction had written before its commit. */
async function writtenBeforeCommit(store: GraphStore): Promise<number> {
  const before = written();
  let inside = 0;
  await save(store, 100, () => {
    inside = written() - before;
  });
  // The commit itself has many pages.
  expect(written() - before - inside).toBeGreaterThan(SPILL_BYTES);
  return inside;
}

async function storeOfBands(): Promise<GraphStore> {
  const store = await openForTest({ path: await testFolder() });
  for (let seq = 0; seq < 5; seq += 1) await save(store, seq);
  return store;
}

describe.skipIf(platform !== 'linux')('a transaction whose statement changes many pages', () => {
  it('writes none of them before its commit', async () => {
    expect(await writtenBeforeCommit(await storeOfBands())).toBeLessThan(SPILL_BYTES);
  });

  it('writes none of them before its commit once the file was written anew', async () => {
    const store = await storeOfBands();
    await store.purge();
    expect(await writtenBeforeCommit(store)).toBeLessThan(SPILL_BYTES);
  });

  it('writes none of them before its commit where the file could not be written anew', async () => {
    const store = await storeOfBands();
    const run = Connection.prototype.exec;
    const exec = vi.spyOn(Connection.prototype, 'exec').mockImplementation(function (this: Connection, sql) {
      if (sql === 'VACUUM') throw new StoreUnavailable('no room');
      run.call(this, sql);
    });
    onTestFinished(() => exec.mockRestore());
    await expect(store.purge()).rejects.toThrow('no room');
    exec.mockRestore();
    expect(await writtenBeforeCommit(store)).toBeLessThan(SPILL_BYTES);
  });
});

it('removes the rows of a table by few in a statement, since what would undo it is held in memory', async () => {
  const path = await testFolder();
  const store = await openForTest({ path });
  await save(store, 1);
  const run = vi.spyOn(Connection.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  await store.transact((tx) => tx.clearProjections());
  const removals = run.mock.calls.filter(([sql]) => sql.startsWith('DELETE FROM fingerprint_bands'));
  expect(removals).toHaveLength(Math.ceil(BANDS / 256));
  const connection = new Connection(join(path, 'graph.sqlite'), 1_000);
  onTestFinished(() => connection.close());
  const left = PROJECTED_TABLES.filter((table) => connection.value(`SELECT count(*) FROM ${table}`) !== 0);
  expect(left).toEqual([]);
});

it('writes the file anew beside it, and not in memory', async () => {
  const store = await storeOfBands();
  const exec = vi.spyOn(Connection.prototype, 'exec');
  onTestFinished(() => exec.mockRestore());
  await store.purge();
  const said = exec.mock.calls.map(([sql]) => sql).filter((sql) => /VACUUM|temp_store/.test(sql));
  expect(said).toEqual(['PRAGMA temp_store = FILE', 'VACUUM', 'PRAGMA temp_store = MEMORY']);
});
