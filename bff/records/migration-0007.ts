/** Verdicts that are not yet brought to everybody, and visitors by when they last came. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const unfinished: Migration = {
  async up(db) {
    await db.schema
      .alterTable('verdicts')
      .addColumn('pending', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('verdicts_pending')
      .on('verdicts')
      .columns(['pending', 'seq'])
      .where(sql<boolean>`pending = 1`)
      .execute();
    await db.schema.createIndex('watchers_by_visit').on('watchers').columns(['visited_at']).execute();
  },
};
