/**
 * Two numbers for each projected table: all writes to it, which triggers count, and the writes of the store's own saves. They
 * differ where another program has written to the table; no row is read to find out. Changes of the file past SQLite and of the
 * full-text indexes are found by `compareProjections` alone.
 */
import type { Connection } from './connection.ts';

type Event = 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * The largest tables. An insert trigger costs a third of an insert, so that rows added by others are detected by their rowid:
 * an added row gets the highest.
 */
const NUMBERED: ReadonlySet<string> = new Set(['sections', 'claims', 'occurrences', 'ledger']);

/** Statements that make the numbers and their triggers. */
export function talliesOf(tables: readonly string[]): string {
  const rows = tables.map((table) => `('${table}', 0, 0, 0, 0)`);
  return `
  CREATE TABLE projection_writes (
    name TEXT PRIMARY KEY, writes INTEGER NOT NULL, own INTEGER NOT NULL, began INTEGER NOT NULL, newest INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO projection_writes (name, writes, own, began, newest) VALUES ${rows.join(', ')};
  ${[...NUMBERED].map((table) => `UPDATE projection_writes SET newest = ${newestOf(table)} WHERE name = '${table}';`).join('')}
  ${tables.flatMap((table) => eventsOf(table).map((event) => triggerOf(table, event))).join('')}
  `;
}

function eventsOf(table: string): readonly Event[] {
  return NUMBERED.has(table) ? ['UPDATE', 'DELETE'] : ['INSERT', 'UPDATE', 'DELETE'];
}

function triggerOf(table: string, event: Event): string {
  return `
  CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN
    UPDATE projection_writes SET writes = writes + 1 WHERE name = '${table}';
  END;`;
}

function newestOf(table: string): string {
  return `(SELECT coalesce(max(rowid), 0) FROM ${table})`;
}

const COUNT_ADDED = [...NUMBERED].map(
  (table) =>
    `UPDATE projection_writes SET writes = writes + 1 WHERE name = '${table}' AND newest <> ${newestOf(table)}`,
);
const NUMBER = [...NUMBERED].map((table) => {
  const newest = newestOf(table);
  return `UPDATE projection_writes SET newest = ${newest} WHERE name = '${table}' AND newest <> ${newest}`;
});

/** Before the first save of a transaction: nobody else writes until it ends. */
export function beginTallies(connection: Connection): void {
  for (const sql of COUNT_ADDED) connection.run(sql);
  connection.run('UPDATE projection_writes SET began = writes WHERE began <> writes');
}

/** Behind the last save of a transaction: what was written since `beginTallies` is the store's own. */
export function endTallies(connection: Connection): void {
  for (const sql of NUMBER) connection.run(sql);
  connection.run('UPDATE projection_writes SET own = own + writes - began WHERE began <> writes');
}

/** For emptied tables: nothing of another program is left in them. */
export function settleTallies(connection: Connection): void {
  connection.run('UPDATE projection_writes SET own = writes, began = writes, newest = 0');
}

/** Names of the tables that another program has written to, or whose triggers are gone. */
export function foreignWrites(connection: Connection, tables: readonly string[]): string[] {
  return tables.filter((table) => {
    const added = NUMBERED.has(table) ? `AND newest = ${newestOf(table)}` : '';
    const triggers = connection.value(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = @table",
      { table },
    );
    const sound = connection.value(
      `SELECT 1 FROM projection_writes WHERE name = @table AND own = writes ${added}`,
      { table },
    );
    return sound === undefined || triggers !== eventsOf(table).length;
  });
}
