/** Accounts of those who sign in, what is still to be moved to them, and the roles of members. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

type Database = Parameters<Migration['up']>[0];

export const accounts: Migration = {
  async up(db) {
    await addAccounts(db);
    await addSignIns(db);
    await addMerges(db);
    await giveRoles(db);
    // An answer that was saved twice by one person has one summary, which all questions without an answer share. PostgreSQL
    // takes no key of a whole question.
    await db.schema
      .createIndex('saved_by_summary')
      .on('answers_saved')
      .columns(['user_id', 'summary_hash', 'snapshot_id'])
      .expression(sql`substr(q, 1, 200)`)
      .where(sql<boolean>`deleted_at is null`)
      .execute();
  },
};

/** Members that there are have joined by invitation. SQLite changes no key of a table that it has. */
async function giveRoles(db: Database): Promise<void> {
  await db.schema
    .createTable('members_with_roles')
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('given_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_once', ['org_id', 'user_id', 'given_by'])
    .execute();
  await sql`insert into members_with_roles (org_id, user_id, joined_at, role, given_by)
    select org_id, user_id, joined_at, 'contributor', 'invitation' from members`.execute(db);
  await db.schema.dropTable('members').execute();
  await db.schema.alterTable('members_with_roles').renameTo('members').execute();
  for (const [name, columns] of [
    ['members_by_user', ['user_id', 'joined_at', 'org_id']],
    ['members_by_org', ['org_id', 'joined_at', 'user_id']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('members')
      .columns([...columns])
      .execute();
  }
}

async function addAccounts(db: Database): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
    .execute();
  const person = db.schema.createIndex('accounts_once').on('accounts').columns(['issuer', 'subject']);
  await person.unique().execute();
}

async function addSignIns(db: Database): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('id_token', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('used_states')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_ins_expiry').on('sign_ins').columns(['expires_at']).execute();
  await db.schema.createIndex('used_states_expiry').on('used_states').columns(['expires_at']).execute();
}

async function addMerges(db: Database): Promise<void> {
  await db.schema
    .createTable('merges')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('into_user', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('merges_due').on('merges').columns(['next_at']).execute();
  await db.schema
    .createTable('answer_owners')
    .addColumn('answer_id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .execute();
}
