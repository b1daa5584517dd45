/** Organisations in which a user has an answer that is saved or shared, also when its question is deleted. */
import type { Migration } from 'kysely/migration';

export const answerOrgs: Migration = {
  async up(db) {
    await db.schema
      .createTable('answer_orgs')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('answer_id', 'text', (column) => column.notNull())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('answer_orgs_key', ['user_id', 'answer_id', 'org_id'])
      .execute();
    // Removed entries too, which can be restored: `saved_once` has those alone that are not.
    const columns = ['user_id', 'answer_id'];
    await db.schema.createIndex('saved_of_answer').on('answers_saved').columns(columns).execute();
    await db.schema.createIndex('links_of_answer').on('links').columns(columns).execute();
  },
};
