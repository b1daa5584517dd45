/** The records in a SQLite file: the default. */
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { RecordStore } from '../records.ts';
import { compiledOnce } from './compiled-once.ts';
import { migrate } from './migrations.ts';
import { recordStore } from './record-store.ts';
import { repeated } from './repeated.ts';
import type { Tables } from './tables.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** Its usual name in a data folder. */
export const RECORDS_FILE = 'bff.sqlite';

/** `whenNotBusy` waits for other processes: SQLite's own wait would block the event loop. */
const SQLITE_BUSY_MS = 0;
/** A longer wait while the file is opened: another process may be bringing it to the newest version, and no request waits yet. */
const OPEN_BUSY_MS = 300_000;

/** Opens or makes the file and brings it to the newest version. @throws where it is no database of ours */
export async function openSqliteRecords(file: string): Promise<RecordStore> {
  const database = new Database(file, { timeout: SQLITE_BUSY_MS });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: compiledOnce(database) }) });
  try {
    await whenNotBusy(async () => {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      await migrate(db);
    }, OPEN_BUSY_MS);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return repeated(recordStore(db), whenNotBusy);
}
