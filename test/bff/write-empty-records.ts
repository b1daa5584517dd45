import { join } from 'node:path';
import { openSqliteRecords, RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { madeFile } from '../setup/made-file.ts';

/** Writes records that hold nothing into a folder that has none. */
export const writeEmptyRecords = madeFile(RECORDS_FILE, async (folder) => {
  await (await openSqliteRecords(join(folder, RECORDS_FILE)))[Symbol.asyncDispose]();
});
