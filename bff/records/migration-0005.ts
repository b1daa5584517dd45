/** Links by which anybody may read one answer, and of a verdict its instant and reasons. */
import type { Migration } from 'kysely/migration';

export const links: Migration = {
  async up(db) {
    await db.schema.alterTable('verdicts').addColumn('at', 'text').execute();
    await db.schema
      .alterTable('verdicts')
      .addColumn('reasons', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .createTable('links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('answer_id', 'text', (column) => column.notNull())
      .addColumn('q', 'text', (column) => column.notNull())
      .addColumn('summary_hash', 'text', (column) => column.notNull())
      .addColumn('receipt_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('links_by_user')
      .on('links')
      .columns(['user_id', 'created_at', 'id'])
      .execute();
  },
};
