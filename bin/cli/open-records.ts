import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import type { Settings } from './settings.ts';

/** The records of the page's backend, made where there are none. */
export async function openRecords({ dataFolder }: Settings): Promise<RecordStore> {
  await mkdir(dataFolder, { recursive: true });
  return openSqliteRecords(join(dataFolder, RECORDS_FILE));
}

/** The same; null where there are none: a command that only reads makes no records. */
export async function openExistingRecords({ dataFolder }: Settings): Promise<RecordStore | null> {
  const file = join(dataFolder, RECORDS_FILE);
  const isThere = (await stat(file).catch(() => null)) !== null;
  return isThere ? openSqliteRecords(file) : null;
}
