/**
 * Which formats a file is of. Its log is read in one format only: of another, the file is refused and left as it is.
 * Projections of another format are dropped and made empty, for `graph/log/replay.ts` to fill.
 */
import { OtherLogFormat } from '../log/format.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { LOG_TABLES, PROJECTION_TABLES } from './schema.ts';

/** Of entries, Merkle nodes, blobs and notes. */
export const LOG_FORMAT = 1;
/** Of what is derived from them. It changes with every change of `PROJECTION_TABLES`, and of what `graph/project.ts` derives. */
export const PROJECTION_FORMAT = 12;

interface Formats {
  readonly log: number;
  readonly projections: number;
}

/** Whether nothing is to be made; takes no lock. @throws {OtherLogFormat} naming the file and what to do, of a newer build too */
export function isCurrent(connection: Connection, file: string): boolean {
  return storedFormats(connection, file)?.projections === PROJECTION_FORMAT;
}

/** Makes the tables that are missing or of another format. Runs inside a write transaction. @throws as `isCurrent` */
export function makeTables(connection: Connection, file: string): void {
  const stored = storedFormats(connection, file);
  if (stored?.projections === PROJECTION_FORMAT) return;
  if (stored === null) {
    connection.exec(LOG_TABLES);
    connection.run('INSERT INTO formats (id, log, projections) VALUES (0, @log, @projections)', {
      log: LOG_FORMAT,
      projections: PROJECTION_FORMAT,
    });
  } else {
    dropProjections(connection);
    connection.run('UPDATE formats SET projections = @number', { number: PROJECTION_FORMAT });
    connection.run('UPDATE head SET replayed_to = 0 WHERE size > 0');
  }
  connection.exec(PROJECTION_TABLES);
}

/**
 * A newer program may have opened the file meanwhile, and its tables are of another format then: for a write, under its lock.
 * @throws {StoreUnavailable} where they are
 */
export function refuseOtherFormat(connection: Connection): void {
  const stored = connection.value('SELECT projections FROM formats');
  if (stored === PROJECTION_FORMAT) return;
  throw new StoreUnavailable(
    `the store was brought to format ${stored}, and this program writes ${PROJECTION_FORMAT}: update and restart it`,
  );
}

/** Null for an empty file. */
function storedFormats(connection: Connection, file: string): Formats | null {
  const has = (table: string) =>
    connection.value('SELECT 1 FROM sqlite_schema WHERE name = @table', { table }) !== undefined;
  if (!has('formats')) {
    if (!has('schema_version')) return null;
    throw new OtherLogFormat(
      `${file} is a store of an earlier build of Adduce, which this one does not read: ingest the sources again into a new data folder (ADDUCE_DATA)`,
    );
  }
  const stored = connection.row<Formats>('SELECT log, projections FROM formats') ?? null;
  if (stored !== null && stored.projections > PROJECTION_FORMAT)
    throw new OtherLogFormat(`${file} is an Adduce store of a newer build: update this program`);
  if (stored === null || stored.log === LOG_FORMAT) return stored;
  const remedy =
    stored.log > LOG_FORMAT
      ? 'update this program'
      : 'ingest the sources again into a new data folder (ADDUCE_DATA)';
  throw new OtherLogFormat(
    `${file} is an Adduce store whose log has format ${stored.log}, and this program reads format ${LOG_FORMAT}: ${remedy}`,
  );
}

/** All but the tables of the log. Virtual tables go first: theirs go with them. */
function dropProjections(connection: Connection): void {
  const virtual = "sql LIKE 'CREATE VIRTUAL TABLE%'";
  for (const which of [virtual, `NOT ${virtual}`]) {
    const tables = connection.rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND ${which}
       AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN (${LOG_TABLE_NAMES})`,
    );
    for (const { name } of tables) connection.exec(`DROP TABLE "${name}"`);
  }
}

const LOG_TABLE_NAMES = "'formats', 'head', 'entries', 'entry_pages', 'merkle_nodes', 'blobs', 'notes'";
