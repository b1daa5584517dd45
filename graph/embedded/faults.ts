/** What SQLite's faults mean to the port: closed codes, the cause kept. */
import Sqlite from 'better-sqlite3';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';

/** Primary result codes (https://sqlite.org/rescode.html) under which the file cannot be reached or written now. */
const UNAVAILABLE = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
  'SQLITE_PROTOCOL',
  'SQLITE_NOMEM',
];
const CORRUPTED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];
/** Of the shared memory that indexes the write-ahead log, which holds nothing of its own. */
const NO_ROOM_FOR_INDEX = 'SQLITE_IOERR_SHMSIZE';
/** What SQLite's JSON functions say of a record that is none; they have no code of their own. */
const NOT_JSON = 'malformed JSON';

/** Whether a fault of SQLite, as it came or as translated, is of that primary code or of one of its extended codes. */
function isOf(error: unknown, primary: string): boolean {
  if (error instanceof StoreUnavailable) return isOf(error.cause, primary);
  if (!(error instanceof Sqlite.SqliteError)) return false;
  return error.code === primary || error.code.startsWith(`${primary}_`);
}

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return isOf(error, 'SQLITE_BUSY');
}

/** The disk failed: what was written may or may not have reached it. */
export function isDiskFault(error: unknown): boolean {
  return isOf(error, 'SQLITE_IOERR') && !isOf(error, NO_ROOM_FOR_INDEX);
}

/** There is no room for what was to be written: it is not there, and was never synced. */
export function isFull(error: unknown): boolean {
  return isOf(error, 'SQLITE_FULL');
}

/** The same of what a transaction writes before its commit; there the index beside the write-ahead log may have no room. */
export function isFullWithin(error: unknown): boolean {
  return isFull(error) || isOf(error, NO_ROOM_FOR_INDEX);
}

/** The port's fault for a fault of SQLite; anything else is given back as it is. */
export function toStoreFault(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const message = `${error.code}: ${error.message}`;
  if (UNAVAILABLE.some((code) => isOf(error, code))) return new StoreUnavailable(message, { cause: error });
  if (error.message === NOT_JSON || CORRUPTED.some((code) => isOf(error, code)))
    return new StoreCorrupted(message, null, { cause: error });
  return error;
}
