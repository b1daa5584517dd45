import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecords as openRecordsAt } from '../../bff/records/open-records.ts';
import { RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import type { Settings } from './settings.ts';

/** The records of the page's backend, made where there are none. */
export async function openRecords({ dataFolder, recordsUrl }: Settings): Promise<RecordStore> {
  await mkdir(dataFolder, { recursive: true });
  return openRecordsAt({ dataFolder, recordsUrl });
}

/** The same; null where there are none: a command that only reads makes no file. */
export async function openExistingRecords(settings: Settings): Promise<RecordStore | null> {
  const { dataFolder, recordsUrl } = settings;
  if (recordsUrl !== null) return openRecordsAt(settings);
  const isThere = (await stat(join(dataFolder, RECORDS_FILE)).catch(() => null)) !== null;
  return isThere ? openRecordsAt(settings) : null;
}
