/** A SQLite database that compiles a statement once: Kysely prepares its own for each query. */
import type Database from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** Several times those that the records have; lists of values make more. */
const MAX_STATEMENTS = 256;

export function compiledOnce(database: Database.Database): SqliteDatabase {
  /** By their text, in the order of their last use. SQLite compiles them again by itself after a change of the schema. */
  const statements = new Map<string, Database.Statement>();
  const prepare = (text: string): Database.Statement => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.delete(text);
    statements.set(text, statement);
    const [oldest] = statements.keys();
    if (statements.size > MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return statement;
  };
  return { prepare, close: () => void database.close() };
}
