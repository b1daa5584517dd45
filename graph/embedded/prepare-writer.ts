/** What must hold of the writer's connection before its first transaction. */
import { StoreUnavailable } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { isCurrent, makeTables } from './formats.ts';

/** The value that `PRAGMA synchronous` gives for FULL. */
const SYNCHRONOUS_FULL = 2;
/**
 * Pages of the WAL, 16 MiB, before they are copied to the file: a group of documents writes most pages that the group before it
 * wrote, and a page that was written several times is copied once. SQLite's own 1,000 pages are those of one group.
 */
const CHECKPOINT_PAGES = 4_000;
/**
 * A statement that may fail half-way notes each page before it changes it. Once such notes pass 64 KiB SQLite writes those of all
 * later statements of the transaction to a temporary file, though nobody reads them after a crash: 1.2 MB for a document. In memory
 * they go with their statement, so that no statement of a transaction may change a share of the store.
 */
export const JOURNALS_IN_MEMORY = 'PRAGMA temp_store = MEMORY';
/** The WAL is cut back to this after a batch that made it grow. */
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * WAL, so that readers go on beside the one writer, also across processes; full sync, so that a commit is on disk;
 * every table in this program's format. Throws `StoreUnavailable` where the file system allows no durable commits, and
 * `OtherLogFormat`, which leaves the file as it is.
 */
export function prepareWriter(writer: Connection, file: string): void {
  // Before anything is set: a file that is refused is not touched.
  const isMade = isCurrent(writer, file);
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec('PRAGMA synchronous = FULL');
  writer.exec('PRAGMA foreign_keys = ON');
  writer.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  writer.exec(`PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}`);
  assertDurable(writer);
  if (!isMade) makeOnce(writer, file);
  writer.exec(JOURNALS_IN_MEMORY);
}

/** A build of SQLite or a file system may refuse a pragma without a word. */
function assertDurable(writer: Connection): void {
  const mode = writer.value('PRAGMA journal_mode');
  const synchronous = writer.value('PRAGMA synchronous');
  if (mode === 'wal' && synchronous === SYNCHRONOUS_FULL) return;
  throw new StoreUnavailable(`no durable commits here: journal ${mode}, synchronous ${synchronous}`);
}

function makeOnce(writer: Connection, file: string): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    makeTables(writer, file);
    writer.exec('COMMIT');
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}
