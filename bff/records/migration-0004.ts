/** The library: notes, verdicts when saved, and the index by which entries are searched and counted. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { HistoryRecord } from '../records.ts';
import { isSqlite } from './dialect.ts';
import { addTerms } from './library-index.ts';
import { indexedQuestion, indexedSaved, type SavedRow } from './library-terms.ts';
import type { Tables } from './tables.ts';

/** Entries that are read and indexed at once. */
const BATCH = 250;

export const library: Migration = {
  async up(given) {
    // The tables as this step leaves them.
    const db = given as Kysely<Tables>;
    await extendSaved(db);
    await addIndex(db);
    await indexHistory(db);
    await indexSaved(db);
  },
};

async function extendSaved(db: Kysely<Tables>): Promise<void> {
  const text = (name: string) => db.schema.alterTable('answers_saved').addColumn(name, 'text').execute();
  await text('current_state');
  await text('note');
  await text('tags');
  await db
    .updateTable('answers_saved')
    .set((eb) => ({
      tags: '[]',
      current_state: eb.fn.coalesce(
        eb
          .selectFrom('verdicts')
          .select('verdicts.findings_state')
          .whereRef('verdicts.answer_id', '=', 'answers_saved.answer_id'),
        'answers_saved.findings_state',
      ),
    }))
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('answers_saved').columns(columns);
  await index('saved_by_answer', ['answer_id', 'id']).where('deleted_at', 'is', null).execute();
  await index('saved_removed', ['user_id', 'deleted_at', 'id']).where('deleted_at', 'is not', null).execute();
}

async function addIndex(db: Kysely<Tables>): Promise<void> {
  const sqlite = isSqlite(db);
  // Words are read by their beginning: a range of texts in the order of their bytes, which SQLite's order is.
  const value = sqlite ? sql`text` : sql`text collate "C"`;
  const terms = db.schema
    .createTable('library_terms')
    .addColumn('term', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('entry_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_terms_in_order', ['term', 'at', 'entry_id']);
  await (sqlite ? terms.modifyEnd(sql`without rowid`) : terms).execute();
  await db.schema
    .createTable('library_counts')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('facet', 'text', (column) => column.notNull())
    .addColumn('value', value, (column) => column.notNull())
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_counts_key', ['user_id', 'collection', 'facet', 'value'])
    .execute();
  await db.schema
    .createIndex('library_counts_by_entries')
    .on('library_counts')
    .columns(['user_id', 'collection', 'facet', 'entries', 'value'])
    .execute();
}

async function indexHistory(db: Kysely<Tables>): Promise<void> {
  const next = (after: string): Promise<HistoryRecord[]> =>
    db.selectFrom('queries').selectAll().where('id', '>', after).orderBy('id').limit(BATCH).execute();
  for (let rows = await next(''); rows.length > 0; rows = await next(rows.at(-1)?.id ?? '')) {
    await addTerms(db, rows.map(indexedQuestion));
  }
}

async function indexSaved(db: Kysely<Tables>): Promise<void> {
  const next = (after: string): Promise<SavedRow[]> =>
    db
      .selectFrom('answers_saved')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
  for (let rows = await next(''); rows.length > 0; rows = await next(rows.at(-1)?.id ?? '')) {
    const tagged = await withTags(db, rows);
    await addTerms(
      db,
      tagged.map(indexedSaved).filter((entry) => entry !== null),
    );
  }
}

/** Up to now the tags of an entry stood in their own table alone. */
async function withTags(db: Kysely<Tables>, rows: readonly SavedRow[]): Promise<SavedRow[]> {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectFrom('saved_tags')
    .select(['saved_id', 'tag'])
    .where('saved_id', 'in', ids)
    .execute();
  const tagged: SavedRow[] = [];
  for (const row of rows) {
    const tags = found.filter(({ saved_id }) => saved_id === row.id).map(({ tag }) => tag);
    const after = { ...row, tags: JSON.stringify(tags.sort()) };
    if (tags.length > 0) {
      await db.updateTable('answers_saved').set({ tags: after.tags }).where('id', '=', row.id).execute();
    }
    tagged.push(after);
  }
  return tagged;
}
