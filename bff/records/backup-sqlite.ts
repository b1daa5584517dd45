import Database from 'better-sqlite3';

/** All pages in one step: a copy in several begins anew whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a SQLite file as of one instant, while others may write to it, to where no file is yet.
 * @throws where the source is no database, or the target's folder cannot be written to
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    await database.backup(target, { progress: () => ALL_PAGES });
  } finally {
    database.close();
  }
}
