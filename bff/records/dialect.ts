/** What differs between the databases beyond what Kysely hides. */
import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { LibraryTermsTable } from './tables.ts';

export function isSqlite<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Rows as the source of an insert: one value of the statement, however many rows there are. */
export function termRows<T>(
  db: Kysely<T>,
  rows: readonly LibraryTermsTable[],
): RawBuilder<LibraryTermsTable> {
  if (isSqlite(db)) {
    const values = JSON.stringify(rows.map(({ term, at, entry_id }) => [term, at, entry_id]));
    return sql`select value ->> 0, value ->> 1, value ->> 2 from json_each(${values})`;
  }
  const terms = rows.map(({ term }) => term);
  const instants = rows.map(({ at }) => at);
  const ids = rows.map(({ entry_id }) => entry_id);
  return sql`select * from unnest(${terms}::bigint[], ${instants}::bigint[], ${ids}::text[])`;
}
