/** Removes the rows of a table, however many there are. */
import type { Connection } from './connection.ts';

/** A row of a table of many indexes has some twenty pages: what would undo a statement takes up to 20 MB of memory. */
const REMOVED_AT_ONCE = 256;

/** @param table a name of this folder's own */
export function clearTable(connection: Connection, table: string): void {
  const key = keyOf(connection, table);
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT ${REMOVED_AT_ONCE})`;
  while (connection.value(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined) connection.run(sql);
}

/** The columns of its primary key, where the table has no rowid. */
function keyOf(connection: Connection, table: string): string {
  const columns = connection.rows<{ name: string }>(KEY, { table }).map(({ name }) => name);
  return columns.length === 0 ? 'rowid' : columns.join(', ');
}

const KEY = `
  SELECT c.name FROM pragma_table_list t CROSS JOIN pragma_table_info(t.name) c
  WHERE t.schema = 'main' AND t.name = @table AND t.wr = 1 AND c.pk > 0 ORDER BY c.pk`;
