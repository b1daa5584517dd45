/** The records where the settings have them. */
import { join } from 'node:path';
import type { RecordStore } from '../records.ts';
import { openSqliteRecords, RECORDS_FILE } from './open-sqlite.ts';

export interface RecordsPlace {
  /** Holds `bff.sqlite` unless there is a URL. */
  readonly dataFolder: string;
  /** `postgres://…`; null: a file in the data folder. */
  readonly recordsUrl: string | null;
}

/** @throws what the database throws where it cannot be used */
export async function openRecords({ dataFolder, recordsUrl }: RecordsPlace): Promise<RecordStore> {
  if (recordsUrl === null) return openSqliteRecords(join(dataFolder, RECORDS_FILE));
  const { openPostgresRecords } = await import('./open-postgres.ts');
  return openPostgresRecords(recordsUrl);
}
