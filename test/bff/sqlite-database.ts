import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { openRecords } from '../../bff/records/open-records.ts';
import { RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import type { RecordsDatabase } from '../conformance/records-database.ts';
import { dataFolder } from './whole-server.ts';

/** Records in a file that is not there yet. */
export async function sqliteDatabase(): Promise<RecordsDatabase> {
  const folder = await dataFolder();
  const where = { dataFolder: folder.path, recordsUrl: null };
  return {
    where,
    open: () => openRecords(where),
    connect: async () => {
      // No wait: a test asks whether the file is held.
      const database = new Database(join(folder.path, RECORDS_FILE), { timeout: 0 });
      return new Kysely({ dialect: new SqliteDialect({ database }) });
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
