/** Records of the first version open in this one, with everything that they hold. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { dataFolder } from './whole-server.ts';

/** What 0.1.0 made of an empty file. */
const FIRST_VERSION = `
  create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);
  create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
  insert into kysely_migration values ('0001-records-of-one-front-end', '2026-10-01T12:00:00.000Z');
  insert into kysely_migration values ('0002-indexes', '2026-10-01T12:00:00.001Z');
  insert into kysely_migration_lock values ('migration_lock', 0);
  create table queries (id text primary key, user_id text not null, org_id text not null, mode text not null,
    requested_at bigint not null, answer_id text not null, q text not null, as_of text, corpus text,
    summary_hash text not null, metadata text not null, findings_state text not null);
  create table answers_saved (id text primary key, user_id text not null, answer_id text not null,
    snapshot_id text not null, created_at bigint not null, title text not null, folder text, q text not null,
    summary text not null, summary_hash text not null, as_of text, corpus text, findings_state text not null,
    deleted_at bigint);
  create table saved_tags (saved_id text not null references answers_saved (id), tag text not null,
    constraint saved_tags_key primary key (saved_id, tag));
  create table entitlements (org_id text not null, feature_key text not null, enabled integer not null,
    plan text not null, constraint entitlements_key primary key (org_id, feature_key));
  create table verdicts (answer_id text primary key, findings_state text not null, seq bigint not null);
  create index queries_by_user on queries (user_id, requested_at, id);
  create index queries_by_org on queries (org_id, requested_at, id);
  create index queries_by_answer on queries (user_id, answer_id);
  create index saved_by_user on answers_saved (user_id, created_at, id);
  create unique index saved_once on answers_saved (user_id, answer_id) where deleted_at is null;
  create index verdicts_by_seq on verdicts (seq);`;

/** Of one user, so that a step that compares each with each is not done in time. */
const ENTRIES = 20_000;

let folder: Awaited<ReturnType<typeof dataFolder>>;
beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

function writeFirstVersion(file: string): void {
  const database = new Database(file);
  database.exec(FIRST_VERSION);
  const query = database.prepare(
    `insert into queries values (?, 'u_1', 'local', 'verified', ?, ?, 'How many?', null, null, 'hash', '{}', 'PASS')`,
  );
  const saved = database.prepare(
    `insert into answers_saved values (?, 'u_1', ?, '1.a', ?, 'Title', 'Sky', 'How many?', 'Many.', 'hash', null, null,
       'PASS', ?)`,
  );
  const tag = database.prepare('insert into saved_tags values (?, ?)');
  const fill = database.transaction(() => {
    for (let i = 0; i < ENTRIES; i++) {
      query.run(`q_${i}`, i, `ans_${i}`);
      saved.run(`s_${i}`, `ans_${i}`, i, i === 1 ? 99 : null);
      if (i !== 1) tag.run(`s_${i}`, i < 3 ? 'rare' : 'common');
    }
    database.exec(`insert into verdicts values ('ans_2', 'FAIL', 7)`);
    database.exec(`insert into entitlements values ('local', 'shared_history', 1, 'team')`);
  });
  fill();
  database.close();
}

it('keeps questions, saved answers, folders, tags, verdicts and entitlements', {
  timeout: 30_000,
}, async () => {
  const file = join(folder.path, 'bff.sqlite');
  writeFirstVersion(file);
  await using records = await openSqliteRecords(file);
  const tag = { user: 'u_1', name: 'rare' };
  for (const of of [{ user: 'u_1' }, { org: 'local' }]) {
    const { rows } = await records.history({ of, tag, limit: 9 });
    expect(rows).toMatchObject([
      { id: 'q_2', findings_state: 'FAIL', receipt_hash: null },
      { id: 'q_0', findings_state: 'PASS', receipt_hash: null },
    ]);
  }
  expect(await records.saved({ user: 'u_1', folder: 'Sky', tag: 'rare', limit: 9 })).toMatchObject([
    { id: 's_2', tags: ['rare'], receipt_hash: null },
    { id: 's_0', tags: ['rare'] },
  ]);
  expect(await records.saved({ user: 'u_1', limit: 1 })).toMatchObject([{ id: `s_${ENTRIES - 1}` }]);
  expect(await records.entitled('local', 'shared_history')).toBe(true);
  expect(await records.latestSeq()).toBe(7);
});

it('goes on from there: a deleted answer is saved anew, and what is asked again is under its tags', async () => {
  const file = join(folder.path, 'bff.sqlite');
  writeFirstVersion(file);
  await using records = await openSqliteRecords(file);
  const [entry] = (await records.history({ of: { user: 'u_1' }, limit: 1, to: 1 })).rows;
  if (entry === undefined) throw new Error('the first question is gone');
  await records.addHistory({ ...entry, id: 'again', requested_at: ENTRIES });
  const tag = { user: 'u_1', name: 'rare' };
  const { rows } = await records.history({ of: { user: 'u_1' }, tag, limit: 1 });
  expect(rows.map(({ id }) => id)).toEqual(['again']);
  expect(await records.removeSaved('u_1', 's_0', 1)).toBe(true);
  expect((await records.history({ of: { user: 'u_1' }, tag, limit: 9 })).rows).toMatchObject([{ id: 'q_2' }]);
});
