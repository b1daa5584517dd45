/** Watched questions, the inbox of what changed, and whose it is. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Parameters<Migration['up']>[0];

export const watchedQuestions: Migration = {
  async up(db) {
    await addQuestions(db);
    await addTurns(db);
    await db.schema
      .createTable('watchers')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('visited_at', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function addQuestions(db: Database): Promise<void> {
  await db.schema
    .createTable('watched_questions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('q', 'text', (column) => column.notNull())
    .addColumn('as_of', 'text')
    .addColumn('corpus', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('answer_id', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('summary_hash', 'text', (column) => column.notNull())
    .addColumn('receipt_hash', 'text')
    .addColumn('findings_state', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('asked_size', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addColumn('found', 'text')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('marked', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('problem_since', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('watched_questions').columns(columns);
  await index('questions_once', ['user_id', 'question']).unique().execute();
  await index('questions_by_user', ['user_id', 'created_at', 'id']).execute();
  await index('questions_by_answer', ['answer_id', 'user_id']).execute();
  await index('questions_due', ['due_at', 'id']).execute();
  // What a moved corpus has to mark, and nothing else.
  await index('questions_moved', ['corpus', 'marked', 'asked_size', 'id']).execute();
}

async function addTurns(db: Database): Promise<void> {
  let table = db.schema
    .createTable('turns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint')
    .addColumn('q', 'text', (column) => column.notNull())
    .addColumn('as_of', 'text')
    .addColumn('corpus', 'text');
  for (const side of ['before', 'now']) {
    table = table
      .addColumn(`${side}_answer`, 'text', (column) => column.notNull())
      .addColumn(`${side}_summary`, 'text', (column) => column.notNull())
      .addColumn(`${side}_hash`, 'text', (column) => column.notNull())
      .addColumn(`${side}_receipt`, 'text')
      .addColumn(`${side}_state`, 'text', (column) => column.notNull());
  }
  await table.execute();
  await index(db, 'turns_by_user', ['user_id', 'at', 'id']).execute();
  await index(db, 'turns_by_subject', ['user_id', 'subject']).execute();
  await index(db, 'turns_by_answer_before', ['user_id', 'before_answer']).execute();
  await index(db, 'turns_by_answer_now', ['user_id', 'now_answer']).execute();
  const unseen = sql<boolean>`seen_at is null`;
  await index(db, 'turns_unseen', ['user_id', 'at', 'id']).where(unseen).execute();
  await index(db, 'turns_unseen_once', ['user_id', 'subject']).unique().where(unseen).execute();
  await index(db, 'turns_seen', ['user_id', 'at', 'id']).where(sql<boolean>`seen_at is not null`).execute();
}

function index<T>(db: Kysely<T>, name: string, columns: string[]) {
  return db.schema.createIndex(name).on('turns').columns(columns);
}
