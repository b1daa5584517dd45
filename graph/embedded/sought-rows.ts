/** Rows that indexes find by a filter, so that they are looked up and a list is not gone through for them. */
import type { Connection } from './connection.ts';
import type { SoughtSql } from './filter-sql.ts';
import { SLICE } from './slices.ts';

/** The first statement that finds no more rows than a slice, and goes through no more to find them; null: none does. */
export function firstFew(
  connection: Connection,
  corpus: string,
  conditions: readonly SoughtSql[],
): string | null {
  const isFew = (sql: string, { params }: SoughtSql) =>
    Number(
      connection.value(`SELECT count(*) FROM (${sql} LIMIT @most)`, { ...params, corpus, most: SLICE + 1 }),
    ) <= SLICE;
  const found = conditions.find(
    (one) => (one.through === undefined || isFew(one.through, one)) && isFew(one.sql, one),
  );
  return found?.sql ?? null;
}
