/** What differs between the databases beyond what Kysely hides. */
import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

export function isSqlite<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** PostgreSQL's types of columns. */
type ColumnType = 'bigint' | 'text';

/**
 * Rows as the source of an insert: one value of the statement, however many rows there are.
 * @param json a list of rows, each a list of its values @param types of the columns, in their order
 */
export function jsonRows<Row>(
  db: Kysely<Tables>,
  json: string,
  types: readonly ColumnType[],
): RawBuilder<Row> {
  const source = isSqlite(db) ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`;
  const columns = types.map((type, at) => {
    const value = sql`value ->> ${sql.lit(at)}`;
    return isSqlite(db) ? value : sql`(${value})::${sql.raw(type)}`;
  });
  // SQLite reads "on conflict" behind a table as a join, unless there is a condition.
  return sql`select ${sql.join(columns)} from ${source} where true`;
}
