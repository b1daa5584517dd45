/** The records in a SQLite file: the default. PostgreSQL needs another dialect here and nothing else. */
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { RecordStore } from '../records.ts';
import { migrate } from './migrations.ts';
import { recordStore } from './record-store.ts';
import type { Tables } from './tables.ts';

/** Its usual name in a data folder. */
export const RECORDS_FILE = 'bff.sqlite';

/** How long a write waits for another process that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens or makes the file and brings it to the newest version. @throws where it is no database of ours */
export async function openSqliteRecords(file: string): Promise<RecordStore> {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return recordStore(db);
}
