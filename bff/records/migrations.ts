/** The database's history: each step is applied once, in the order of its name, and is never edited afterwards. */
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { isSqlite } from './dialect.ts';
import { boundedLists } from './migration-0003.ts';
import { library } from './migration-0004.ts';
import { links } from './migration-0005.ts';
import { watchedQuestions } from './migration-0006.ts';
import { unfinished } from './migration-0007.ts';
import { accounts } from './migration-0008.ts';
import { answerOrgs } from './migration-0009.ts';

const recordsOfOneFrontEnd: Migration = {
  async up(db) {
    await db.schema
      .createTable('queries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .addColumn('answer_id', 'text', (column) => column.notNull())
      .addColumn('q', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('corpus', 'text')
      .addColumn('summary_hash', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text', (column) => column.notNull())
      .addColumn('findings_state', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('answers_saved')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('answer_id', 'text', (column) => column.notNull())
      .addColumn('snapshot_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('folder', 'text')
      .addColumn('q', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('summary_hash', 'text', (column) => column.notNull())
      .addColumn('as_of', 'text')
      .addColumn('corpus', 'text')
      .addColumn('findings_state', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await db.schema
      .createTable('saved_tags')
      .addColumn('saved_id', 'text', (column) => column.notNull().references('answers_saved.id'))
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('saved_tags_key', ['saved_id', 'tag'])
      .execute();
    await db.schema
      .createTable('entitlements')
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('feature_key', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('entitlements_key', ['org_id', 'feature_key'])
      .execute();
    await db.schema
      .createTable('verdicts')
      .addColumn('answer_id', 'text', (column) => column.primaryKey())
      .addColumn('findings_state', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .execute();
  },
};

const indexes: Migration = {
  async up(db) {
    const create = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns);
    await create('queries_by_user', 'queries', ['user_id', 'requested_at', 'id']).execute();
    await create('queries_by_org', 'queries', ['org_id', 'requested_at', 'id']).execute();
    await create('queries_by_answer', 'queries', ['user_id', 'answer_id']).execute();
    await create('saved_by_user', 'answers_saved', ['user_id', 'created_at', 'id']).execute();
    // One live entry per user and answer; what was deleted may be saved again.
    await create('saved_once', 'answers_saved', ['user_id', 'answer_id'])
      .unique()
      .where('deleted_at', 'is', null)
      .execute();
    await create('verdicts_by_seq', 'verdicts', ['seq']).execute();
  },
};

export const provider: MigrationProvider = {
  getMigrations: async () => ({
    '0001-records-of-one-front-end': recordsOfOneFrontEnd,
    '0002-indexes': indexes,
    '0003-bounded-lists': boundedLists,
    '0004-library': library,
    '0005-links': links,
    '0006-watched-questions': watchedQuestions,
    '0007-unfinished': unfinished,
    '0008-accounts': accounts,
    '0009-answer-orgs': answerOrgs,
  }),
};

/**
 * Brings the database to the newest version, all steps in one transaction. Processes that start together do it one after
 * the other: PostgreSQL's driver takes a lock for it, SQLite's does not.
 * @param schema of the tables on PostgreSQL: other schemas of the database may hold tables of the same names
 * @throws what the failing step threw; the database is then as it was
 */
export async function migrate<T>(db: Kysely<T>, schema?: string): Promise<void> {
  const place = schema === undefined ? {} : { migrationTableSchema: schema };
  const migrator = new Migrator({ db, provider, ...place });
  // Without writing, so that a database that is up to date is opened while somebody else writes.
  const steps = await migrator.getMigrations();
  if (steps.every(({ executedAt }) => executedAt !== undefined)) return;
  if (!isSqlite(db)) return toLatest(migrator);
  await sql`begin immediate`.execute(db);
  try {
    await toLatest(migrator);
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
}

async function toLatest(migrator: Migrator): Promise<void> {
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
