/** Many records at once as 0.1.0 wrote them, in the shapes that make lists expensive: what is filtered for is rare, and old. */
import type Database from 'better-sqlite3';

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

/** Entries that are of the mode, the folder and the tag that are called rare: the first ones. */
const RARE = 10;

export const FILL = {
  user: 'u_reader',
  org: 'acme',
  at: (index: number) => 1_000_000 + index * 10,
  /** Of a question, and of the saved answer to it. */
  id: (index: number) => `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
  answer: (index: number) => `ans_${index}`,
};

/**
 * Fills an empty database with `count` questions of one user and organisation, all of mode `verified` but the rare ones,
 * which are of `audit`. The answer to each is saved in a folder and under a tag of the same name, `rare` or `common`;
 * every third common one was deleted again.
 */
export function fillFirstVersion(database: Database.Database, count: number): void {
  database.exec(FIRST_VERSION);
  const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count})`;
  const id = `'00000000-0000-0000-0000-' || printf('%012d', i)`;
  const name = `iif(i < ${RARE}, 'rare', 'common')`;
  const deleted = `iif(i >= ${RARE} and i % 3 = 0, 1, null)`;
  const hash = '0'.repeat(64);
  const fill = database.transaction(() => {
    database.exec(`${numbers} insert into queries
      select ${id}, '${FILL.user}', '${FILL.org}', iif(i < ${RARE}, 'audit', 'verified'), 1000000 + i * 10, 'ans_' || i,
        'How many moons does Saturn have?', null, null, '${hash}', '{}', 'PASS' from n`);
    database.exec(`${numbers} insert into answers_saved
      select ${id}, '${FILL.user}', 'ans_' || i, '1.a', 1000000 + i * 10, 'Title', ${name},
        'How many moons does Saturn have?', 'Saturn has 274 known moons.', '${hash}', null, null, 'PASS', ${deleted} from n`);
    database.exec(`insert into saved_tags select id, folder from answers_saved where deleted_at is null`);
  });
  fill();
}
