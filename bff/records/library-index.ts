/** Writing the index of a library, in the transaction that writes its entries. */
import { type Kysely, sql } from 'kysely';
import type { Collection } from '../records.ts';
import { jsonRows } from './dialect.ts';
import { type IndexedEntry, type Term, termNumber } from './library-terms.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** Replaces the terms of one entry: `before` as it is in the index, `after` as it is to be; null: not in it. */
export async function changeIndex(
  trx: Kysely<Tables>,
  before: IndexedEntry | null,
  after: IndexedEntry | null,
): Promise<void> {
  const gone = before === null ? [] : without(before.terms, after?.terms ?? []);
  const come = after === null ? [] : without(after.terms, before?.terms ?? []);
  if (before !== null) await removeTerms(trx, [{ ...before, terms: gone }]);
  if (after !== null) await addTerms(trx, [{ ...after, terms: come }]);
}

/** Adds entries that are not in the index. */
export async function addTerms(trx: Kysely<Tables>, entries: readonly IndexedEntry[]): Promise<void> {
  const rows = entries.flatMap((entry) =>
    entry.terms.map((term): TermRow => [termNumber(entry, term), entry.at, entry.id]),
  );
  if (rows.length === 0) return;
  await insertTerms(trx, { rows: JSON.stringify(rows.sort(byTerm)) });
  await addCounts(trx, entries, 1);
}

/** Rows as JSON: a list of lists. */
interface JsonRows {
  readonly rows: string;
}
type TermRow = readonly [term: number, at: number, entry_id: string];

const insertTerms = prepared(['rows'], (db, { rows }: JsonRows) =>
  db
    .insertInto('library_terms')
    .columns(['term', 'at', 'entry_id'])
    .expression(jsonRows(db, rows, ['bigint', 'bigint', 'text'])),
);

export async function removeTerms(trx: Kysely<Tables>, entries: readonly IndexedEntry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.terms.length === 0) continue;
    await trx
      .deleteFrom('library_terms')
      .where(
        'term',
        'in',
        entry.terms.map((term) => termNumber(entry, term)),
      )
      .where('at', '=', entry.at)
      .where('entry_id', '=', entry.id)
      .execute();
  }
  await addCounts(trx, entries, -1);
}

type Counted = Term & { readonly user_id: string; readonly collection: Collection; readonly entries: number };

async function addCounts(trx: Kysely<Tables>, entries: readonly IndexedEntry[], sign: 1 | -1): Promise<void> {
  const rows = countsOf(entries, sign);
  if (rows.length === 0) return;
  const values = rows.map((row) => [row.user_id, row.collection, row.facet, row.value, row.entries]);
  await countTerms(trx, { rows: JSON.stringify(values) });
  if (sign === -1) await dropEmpty(trx, rows);
}

const countTerms = prepared(['rows'], (db, { rows }: JsonRows) =>
  db
    .insertInto('library_counts')
    .columns(['user_id', 'collection', 'facet', 'value', 'entries'])
    .expression(jsonRows(db, rows, ['text', 'text', 'text', 'text', 'bigint']))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'collection', 'facet', 'value']).doUpdateSet({
        entries: sql`library_counts.entries + excluded.entries`,
      }),
    ),
);

async function dropEmpty(trx: Kysely<Tables>, rows: readonly Counted[]): Promise<void> {
  for (const [, [first, ...others]] of Map.groupBy(rows, (row) => `${row.collection} ${row.user_id}`)) {
    if (first === undefined) continue;
    const all = [first, ...others];
    await trx
      .deleteFrom('library_counts')
      .where('user_id', '=', first.user_id)
      .where('collection', '=', first.collection)
      .where('facet', 'in', [...new Set(all.map(({ facet }) => facet))])
      .where('value', 'in', [...new Set(all.map(({ value }) => value))])
      .where('entries', '<=', 0)
      .execute();
  }
}

/** In one order: two writers that lock the same rows do not wait for each other in a circle. */
function countsOf(entries: readonly IndexedEntry[], sign: 1 | -1): Counted[] {
  const counts = new Map<string, Counted>();
  for (const { user, collection, terms } of entries) {
    for (const { facet, value } of terms) {
      // Half a character is no text of JSON for PostgreSQL; encoded in UTF-8, it would be this one as well.
      const text = value.toWellFormed();
      const key = JSON.stringify([user, collection, facet, text]);
      const known = counts.get(key)?.entries ?? 0;
      counts.set(key, { user_id: user, collection, facet, value: text, entries: known + sign });
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function without(terms: readonly Term[], others: readonly Term[]): Term[] {
  const known = new Set(others.map(nameOf));
  return terms.filter((term) => !known.has(nameOf(term)));
}

function nameOf({ facet, value }: Term): string {
  return `${facet} ${value}`;
}

function byTerm([a]: TermRow, [b]: TermRow): number {
  return a - b;
}
