/** What looking at watched questions costs the database: as much as is due, however many are watched. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../bff/records/migrations.ts';
import { recordStore } from '../../bff/records/record-store.ts';
import type { Tables } from '../../bff/records/tables.ts';
import type { RecordStore } from '../../bff/records.ts';
import { dataFolder } from './whole-server.ts';

const QUESTIONS = 10_000;
const OF_ONE = 100;
const LIMIT = 4;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let database: Database.Database;
let records: RecordStore;
let statements: string[] = [];

beforeAll(async () => {
  folder = await dataFolder();
  database = new Database(join(folder.path, 'bff.sqlite'), {
    verbose: (sql) => statements.push(String(sql)),
  });
  database.pragma('synchronous = OFF');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  await migrate(db);
  records = recordStore(db);
  database.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${QUESTIONS - 1})
    insert into watched_questions
      (id, user_id, question, created_at, q, corpus, mode, answer_id, summary, summary_hash, findings_state, asked_at,
       asked_size, answered_at, due_at, marked, failures)
    select 'q_' || i, 'u_' || (i / ${OF_ONE}), 'h_' || i, i, 'Question ' || i, 'sky', 'verified', 'ans_' || i, 'So many.', 'h',
      'PASS', 0, 10, 0, 86400000, 0, 0 from n;
    insert into watchers select distinct user_id, 0, 2, 0 from watched_questions;
    insert into watched_questions
      (id, user_id, question, created_at, q, corpus, mode, answer_id, summary, summary_hash, findings_state, asked_at,
       asked_size, answered_at, due_at, marked, failures)
    values ('q_gone', 'gone', 'h', 0, 'Question', 'sky', 'verified', 'ans', 'So many.', 'h', 'PASS', 0, 99, 0, 86400000, 0, 0);
    insert into watchers values ('gone', 0, 1, 0);
    insert into turns
      (id, user_id, kind, about, subject, at, last_at, changes, q, before_answer, before_summary, before_hash, before_state,
       now_answer, now_summary, now_hash, now_state, seen_at)
    select 't_' || id, 'u_0', 'changed', 'question', id, created_at, created_at, 1, q, 'b_' || id, '', 'h', 'PASS', answer_id, '',
      'h', 'PASS', case when created_at % 2 = 0 then 1 end from watched_questions;
    analyze;`);
});
afterAll(async () => {
  await records[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const moved = (size: number) => ({ corpus: 'sky', size, at: 1_000, limit: LIMIT, againMs: 0, paceMs: 1 });
const due = (at: number) => ({ at, until: at + 1, limit: LIMIT, againMs: 0, visitedSince: 0 });

const WORK: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['marking where nothing has moved', () => records.markMoved(moved(9))],
  ['marking what has moved', () => records.markMoved(moved(11))],
  ['claiming', () => records.claimQuestions(due(9_999_999_999))],
  ['claiming where nothing is due', () => records.claimQuestions(due(-1))],
  ['the questions of one user', () => records.questionsOf('u_7')],
  ['noting a visit', () => records.visit({ user: 'u_8', at: 99_999_999_999, paceMs: 1 })],
  ['forgetting who is gone', () => records.forgetAbsent(2)],
  ['where to go on with verdicts', () => records.latestSeq()],
  ['whether there are any', () => records.hasQuestions()],
  ['counting what was not seen', () => records.unseenTurns('u_0')],
  ['the inbox', () => records.turns({ user: 'u_0', unseen: false, limit: LIMIT })],
  [
    'the inbox behind a position',
    () => records.turns({ user: 'u_0', unseen: true, after: { at: 5_000, id: 't' }, limit: LIMIT }),
  ],
  ['the revision', () => records.inboxRevision('u_0')],
  ['marking one as seen', () => records.seeTurns('u_0', ['t_q_1'], 5)],
  ['looking an answer up', () => records.askedFor('u_0', 'ans_none')],
  [
    'noting a verdict',
    () => records.noteVerdict({ answer_id: 'ans_5', findings_state: 'FAIL', seq: 1, at: null, reasons: [] }),
  ],
];

describe(`among ${QUESTIONS} watched questions`, () => {
  it.each(WORK)('%s reads along an index', async (_, work) => {
    statements = [];
    await work();
    const seen = statements.filter((sql) => /^\s*(select|insert|update|delete)/i.test(sql));
    expect(seen.length).toBeGreaterThan(0);
    const plan = seen.flatMap((sql) =>
      database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(),
    );
    // Whether there are any is the first row of the table.
    const scans = plan.filter(({ detail }) => detail.startsWith('SCAN') && !seen.some(isFirstRow));
    expect(scans.map(({ detail }) => detail)).toEqual([]);
    expect(plan.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([]);
  });

  const isFirstRow = (sql: string) => /^select "id" from "watched_questions" limit 1\b/.test(sql.trim());

  it('a corpus that moves writes as many rows as it marks, and none again', async () => {
    const changes = () => database.prepare<[], number>('select total_changes()').pluck().get() ?? 0;
    const all = { ...moved(12), limit: QUESTIONS };
    expect(await records.markMoved(all)).toBeGreaterThan(QUESTIONS - 100);
    const before = changes();
    for (let commit = 0; commit < 100; commit += 1) await records.markMoved(moved(13 + commit));
    expect(changes()).toBe(before);
  });
});
