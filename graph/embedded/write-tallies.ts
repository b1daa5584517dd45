/**
 * Two numbers for each projected table: the writes to it, which triggers count whoever makes them, and those among them that a
 * save of the store has made. They differ where another program has written to the table, which takes no look at its rows to
 * find out. What a hand changes in the file itself, past SQLite, and the full-text indexes, only `compareProjections` finds.
 */
import type { Connection } from './connection.ts';

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** Statements that make the numbers and their triggers. */
export function talliesOf(tables: readonly string[]): string {
  const triggers = tables.flatMap((table) =>
    EVENTS.map(
      (event) => `
  CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN
    UPDATE projection_writes SET writes = writes + 1 WHERE name = '${table}';
  END;`,
    ),
  );
  return `
  CREATE TABLE projection_writes (
    name TEXT PRIMARY KEY, writes INTEGER NOT NULL, own INTEGER NOT NULL, began INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO projection_writes (name, writes, own, began) VALUES ${tables.map((one) => `('${one}', 0, 0, 0)`).join(', ')};
  ${triggers.join('')}
  `;
}

/** Runs a save of the store's own, in its transaction. */
export function tallied<T>(connection: Connection, save: () => T): T {
  connection.run('UPDATE projection_writes SET began = writes WHERE began <> writes');
  const result = save();
  connection.run('UPDATE projection_writes SET own = own + writes - began WHERE began <> writes');
  return result;
}

/** Once the tables are empty nothing of another hand is left in them. */
export function settleTallies(connection: Connection): void {
  connection.run('UPDATE projection_writes SET own = writes');
}

/** Names of the tables that another hand has written to, or that count no more. */
export function foreignWrites(connection: Connection, tables: readonly string[]): string[] {
  const sound = connection.rows<{ name: string }>(`
    SELECT w.name FROM projection_writes w WHERE w.own = w.writes AND (
      SELECT count(*) FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = w.name
    ) = ${EVENTS.length}`);
  const names = new Set(sound.map(({ name }) => name));
  return tables.filter((table) => !names.has(table));
}
