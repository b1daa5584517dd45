/** Indexes for lists, and the tables of memberships, ended sessions, checkpoints and pinned receipts. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The database that `up` is given; the step itself changes its tables. */
type Database = Parameters<Migration['up']>[0];

export const boundedLists: Migration = {
  async up(db) {
    await addReceiptHashes(db);
    await indexHistory(db);
    await spreadTags(db);
    await addTaggedHistory(db);
    await addMemberships(db);
    await addEndedSessions(db);
    await addCheckpoints(db);
  },
};

async function addReceiptHashes(db: Database): Promise<void> {
  for (const table of ['queries', 'answers_saved']) {
    await db.schema.alterTable(table).addColumn('receipt_hash', 'text').execute();
  }
}

async function indexHistory(db: Database): Promise<void> {
  for (const name of ['queries_by_user', 'queries_by_org', 'queries_by_answer', 'saved_by_user']) {
    await db.schema.dropIndex(name).execute();
  }
  // Behind its order an index has the answer, so that a search of tags reads no row.
  await index(db, 'queries_by_user', 'queries', ['user_id', 'requested_at', 'id']);
  await index(db, 'queries_by_user_mode', 'queries', ['user_id', 'mode', 'requested_at', 'id']);
  await index(db, 'queries_by_user_answer', 'queries', ['user_id', 'answer_id', 'requested_at', 'id']);
  await index(db, 'queries_by_org', 'queries', ['org_id', 'requested_at', 'id', 'answer_id']);
  await index(db, 'queries_by_org_mode', 'queries', ['org_id', 'mode', 'requested_at', 'id', 'answer_id']);
  await index(db, 'queries_by_org_answer', 'queries', ['org_id', 'answer_id', 'requested_at', 'id']);
  await index(db, 'queries_by_org_mode_answer', 'queries', [
    'org_id',
    'mode',
    'answer_id',
    'requested_at',
    'id',
  ]);
  // Deleted rows stay in the table, outside the indexes of lists.
  const live = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('answers_saved').columns(columns).where('deleted_at', 'is', null);
  await live('saved_by_user', ['user_id', 'created_at', 'id']).execute();
  await live('saved_by_folder', ['user_id', 'folder', 'created_at', 'id']).execute();
}

/** A tag gets what its entry is listed by: a list under a tag is one run of an index. */
async function spreadTags(db: Database): Promise<void> {
  await db.schema.alterTable('saved_tags').renameTo('saved_tags_before').execute();
  await db.schema
    .createTable('saved_tags')
    .addColumn('saved_id', 'text', (column) => column.notNull().references('answers_saved.id'))
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('answer_id', 'text', (column) => column.notNull())
    .addColumn('folder', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_tags_once', ['saved_id', 'tag'])
    .execute();
  await db
    .insertInto('saved_tags')
    .columns(['saved_id', 'tag', 'user_id', 'answer_id', 'folder', 'created_at'])
    .expression(
      db
        .selectFrom('saved_tags_before')
        .innerJoin('answers_saved', 'id', 'saved_id')
        .select(['saved_id', 'tag', 'user_id', 'answer_id', 'folder', 'created_at'])
        .where('deleted_at', 'is', null),
    )
    .execute();
  await db.schema.dropTable('saved_tags_before').execute();
  await index(db, 'tags_by_user', 'saved_tags', ['user_id', 'tag', 'created_at', 'saved_id']);
  await index(db, 'tags_by_folder', 'saved_tags', ['user_id', 'tag', 'folder', 'created_at', 'saved_id']);
  await index(db, 'tags_by_answer', 'saved_tags', ['user_id', 'tag', 'answer_id']);
}

/** A user's own history under a tag, written with the history and with the tag. */
async function addTaggedHistory(db: Database): Promise<void> {
  await db.schema
    .createTable('history_tags')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('query_id', 'text', (column) => column.notNull().references('queries.id'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('answer_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('history_tags_in_order', ['user_id', 'tag', 'requested_at', 'query_id'])
    .execute();
  await db
    .insertInto('history_tags')
    .columns(['user_id', 'tag', 'requested_at', 'query_id', 'mode', 'answer_id'])
    .expression(
      db
        .selectFrom('saved_tags')
        // In this order: the other way round every tag of the user would be read for each question.
        .crossJoin('queries')
        .whereRef('queries.user_id', '=', 'saved_tags.user_id')
        .whereRef('queries.answer_id', '=', 'saved_tags.answer_id')
        .select(['saved_tags.user_id', 'tag', 'requested_at', 'queries.id', 'mode', 'queries.answer_id']),
    )
    .execute();
  const columns = ['user_id', 'tag', 'mode', 'requested_at', 'query_id'];
  await index(db, 'history_tags_by_mode', 'history_tags', columns);
  const byAnswer = ['user_id', 'answer_id', 'requested_at', 'query_id'];
  await index(db, 'history_tags_by_answer', 'history_tags', byAnswer);
}

async function addMemberships(db: Database): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['org_id', 'user_id'])
    .execute();
  await index(db, 'members_by_user', 'members', ['user_id', 'joined_at', 'org_id']);
  await index(db, 'members_by_org', 'members', ['org_id', 'joined_at', 'user_id']);
  await db.schema
    .createTable('invitations')
    .addColumn('org_id', 'text', (column) => column.primaryKey())
    .addColumn('valid_from', 'bigint', (column) => column.notNull())
    .execute();
}

async function addEndedSessions(db: Database): Promise<void> {
  await db.schema
    .createTable('ended_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'ended_sessions_by_expiry', 'ended_sessions', ['expires_at', 'session_id']);
}

async function addCheckpoints(db: Database): Promise<void> {
  await db.schema
    .createTable('checkpoints')
    .addColumn('origin', 'text', (column) => column.primaryKey())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('keys', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function index<T>(db: Kysely<T>, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
