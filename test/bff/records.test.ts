import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { describeRecords } from '../conformance/records.ts';
import { dataFolder } from './whole-server.ts';
import { writeEmptyRecords } from './write-empty-records.ts';

describeRecords(async () => {
  const folder = await dataFolder();
  await writeEmptyRecords(folder.path);
  return {
    open: () => openSqliteRecords(join(folder.path, 'bff.sqlite')),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
});

describe('opening a file', () => {
  it('refuses one that is no database', async () => {
    await using folder = await dataFolder();
    const other = join(folder.path, 'other.sqlite');
    await writeFile(other, 'not a database, but long enough to be read as one'.repeat(20));
    await expect(openSqliteRecords(other)).rejects.toThrow(/not a database/);
  });
});
