/** What must hold of the writer's connection before its first transaction. */
import { StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';
import { isCurrent, migrate } from './schema.ts';

/** The value that `PRAGMA synchronous` gives for FULL. */
const SYNCHRONOUS_FULL = 2;
/** The WAL is cut back to this after a batch that made it grow. */
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * WAL, so that readers go on beside the one writer, also across processes; full sync, so that a commit is on disk;
 * the newest schema. Throws `StoreUnavailable` where the file system allows no durable commits, and `SchemaTooNew`.
 */
export function prepareWriter(writer: Connection): void {
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec('PRAGMA synchronous = FULL');
  writer.exec('PRAGMA foreign_keys = ON');
  writer.exec(`PRAGMA journal_size_limit = ${WAL_LIMIT_BYTES}`);
  assertDurable(writer);
  if (!isCurrent(writer)) migrateOnce(writer);
}

/** A build of SQLite or a file system may refuse a pragma without a word. */
function assertDurable(writer: Connection): void {
  const mode = writer.value('PRAGMA journal_mode');
  const synchronous = writer.value('PRAGMA synchronous');
  if (mode === 'wal' && synchronous === SYNCHRONOUS_FULL) return;
  throw new StoreUnavailable(`no durable commits here: journal ${mode}, synchronous ${synchronous}`);
}

function migrateOnce(writer: Connection): void {
  writer.exec('BEGIN IMMEDIATE');
  try {
    migrate(writer);
    writer.exec('COMMIT');
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}
