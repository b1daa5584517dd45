/** Queries on watched questions: who watches what, and which is to be looked at next. */
import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { FindingsStateV1 } from '../../gateway/wire/findings.ts';
import type {
  ClaimedQuestions,
  DueQuestions,
  LookOutcome,
  MovedCorpus,
  NewQuestion,
  Visit,
  WatchedQuestion,
} from '../question-records.ts';
import { noteOwner } from './answer-owners.ts';
import { latestVerdict } from './latest-verdict.ts';
import type { Tables, WatchedQuestionsTable } from './tables.ts';
import { addTurn, forgetSubject } from './turns.ts';

/** Questions of one user: their list is read as a whole. */
const MAX_QUESTIONS = 100;
/** A question is looked at once a day also where nothing moved: its corpus may be gone, or the engine newer. */
const DAY_MS = 86_400_000;
/** Values of `marked`. */
const MOVED = 1;
const ABSENT = 2;

export function watchQuestion(db: Kysely<Tables>, record: NewQuestion): Promise<WatchedQuestion | null> {
  const question = hash(
    'sha256',
    JSON.stringify([record.q.normalize('NFC').trim(), record.as_of, record.corpus, record.mode]),
  );
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('watched_questions')
      .selectAll()
      .where('user_id', '=', record.user_id)
      .where('question', '=', question)
      .executeTakeFirst();
    if (known !== undefined) return recordOf(known);
    const last = await trx
      .selectFrom('watched_questions')
      .select('id')
      .where('user_id', '=', record.user_id)
      .orderBy('created_at')
      .limit(1)
      .offset(MAX_QUESTIONS - 1)
      .executeTakeFirst();
    if (last !== undefined) return null;
    const none = { found: null, problem: null, problem_since: null, failures: 0 };
    // A verdict noted after the answer was read could not mark this question: start from it.
    const findings_state = (await latestVerdict(trx, record.answer_id)) ?? record.findings_state;
    const looked = { findings_state, due_at: record.asked_at + DAY_MS, marked: 0 };
    const row = { ...record, ...none, ...looked, question };
    await trx.insertInto('watched_questions').values(row).execute();
    await visited(trx, record.user_id, record.created_at);
    return recordOf(row);
  });
}

export function unwatchQuestion(db: Kysely<Tables>, user: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('watched_questions')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await forgetSubject(trx, user, id);
    return true;
  });
}

export async function questionsOf(db: Kysely<Tables>, user: string): Promise<WatchedQuestion[]> {
  const rows = await db
    .selectFrom('watched_questions')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(recordOf);
}

export async function hasQuestions(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('watched_questions').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Each user has a clock of its own that runs ahead by the pace with each question: so they are served one by one. */
export function markMoved(
  db: Kysely<Tables>,
  { corpus, size, at, limit, againMs, paceMs }: MovedCorpus,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('watched_questions')
      .select(['id', 'user_id', 'asked_at'])
      .where('corpus', '=', corpus)
      .where('marked', '=', 0)
      .where('asked_size', '<', size)
      .orderBy('asked_size')
      .orderBy('id')
      .limit(limit)
      .execute();
    await makeDue(
      trx,
      rows.map((row) => ({ ...row, from: Math.max(at, row.asked_at + againMs) })),
      paceMs,
    );
    return rows.length;
  });
}

interface Marked {
  readonly id: string;
  readonly user_id: string;
  /** No earlier than this. */
  readonly from: number;
}

async function makeDue(trx: Transaction<Tables>, rows: readonly Marked[], paceMs: number): Promise<void> {
  const clocks = await clocksOf(trx, new Set(rows.map(({ user_id }) => user_id)));
  for (const { id, user_id, from } of rows) {
    const due_at = Math.max(from, clocks.get(user_id) ?? 0);
    clocks.set(user_id, due_at + paceMs);
    await trx.updateTable('watched_questions').set({ due_at, marked: MOVED }).where('id', '=', id).execute();
  }
  for (const [user_id, next_at] of clocks) {
    await trx.updateTable('watchers').set({ next_at }).where('user_id', '=', user_id).execute();
  }
}

async function clocksOf(trx: Transaction<Tables>, users: ReadonlySet<string>): Promise<Map<string, number>> {
  if (users.size === 0) return new Map();
  const rows = await trx
    .selectFrom('watchers')
    .select(['user_id', 'next_at'])
    .where('user_id', 'in', [...users])
    .execute();
  return new Map(rows.map(({ user_id, next_at }) => [user_id, next_at]));
}

export function claimQuestions(
  db: Kysely<Tables>,
  { at, until, limit, againMs, visitedSince }: DueQuestions,
): Promise<ClaimedQuestions> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('watched_questions')
      .innerJoin('watchers', 'watchers.user_id', 'watched_questions.user_id')
      .selectAll('watched_questions')
      .select('watchers.visited_at')
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    const claimed: WatchedQuestion[] = [];
    for (const { visited_at, ...row } of rows) {
      const isAbsent = visited_at < visitedSince;
      const later = row.asked_at + (isAbsent ? DAY_MS : againMs);
      const isPutOff = later > at;
      const due_at = isPutOff ? later : until;
      const marked = isPutOff && isAbsent ? ABSENT : MOVED;
      await trx.updateTable('watched_questions').set({ due_at, marked }).where('id', '=', row.id).execute();
      if (!isPutOff) claimed.push({ ...recordOf(row), due_at });
    }
    return { claimed, putOff: rows.length - claimed.length };
  });
}

interface Look {
  readonly outcome: LookOutcome;
  readonly at: number;
  readonly turnId: string;
}

export function settleQuestion(
  db: Kysely<Tables>,
  id: string,
  claim: number,
  { outcome, at, turnId }: Look,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('watched_questions')
      .selectAll()
      .where('id', '=', id)
      .where('due_at', '=', claim)
      .executeTakeFirst();
    if (row === undefined) return false;
    await trx
      .updateTable('watched_questions')
      .set(changeOf(row, outcome, at))
      .where('id', '=', id)
      .execute();
    if (outcome.type !== 'answered') return false;
    const { user_id, q, as_of, corpus } = row;
    // The question was moved to another user while it was asked.
    if (outcome.askedAs !== user_id) await noteOwner(trx, [outcome.answer.answer_id], outcome.askedAs);
    const subject = { id: turnId, user_id, about: 'question', subject: id, at, q, as_of, corpus } as const;
    return addTurn(trx, { ...subject, before: answerOf(row), now: outcome.answer });
  });
}

function changeOf(row: WatchedQuestionsTable, outcome: LookOutcome, at: number) {
  if (outcome.type === 'failed') {
    const { problem, due_at } = outcome;
    const problem_since = row.problem_since ?? at;
    return { problem, problem_since, due_at, marked: MOVED, failures: row.failures + 1 };
  }
  const well = { problem: null, problem_since: null, failures: 0, due_at: at + DAY_MS, marked: 0 };
  const looked = { ...well, asked_at: at, asked_size: outcome.size };
  if (outcome.type === 'nothing_new') return looked;
  return { ...looked, ...outcome.answer, answered_at: at, found: outcome.found };
}

/** The verdict of a question's answer has changed: it is asked again as soon as it may be, whatever a search finds. */
export async function markByVerdict(
  db: Kysely<Tables>,
  answerId: string,
  state: FindingsStateV1,
): Promise<void> {
  await db
    .updateTable('watched_questions')
    .set((eb) => ({ due_at: eb.ref('asked_at'), marked: MOVED }))
    .where('answer_id', '=', answerId)
    .where('findings_state', '!=', state)
    // One that is due anyway, or being asked, stays as it is.
    .where('marked', '=', 0)
    .execute();
}

export function noteVisit(db: Kysely<Tables>, { user, at, paceMs }: Visit): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('watchers')
      .select('visited_at')
      .where('user_id', '=', user)
      .executeTakeFirst();
    if (row === undefined || at - row.visited_at < DAY_MS) return;
    await visited(trx, user, at);
    const waiting = await trx
      .selectFrom('watched_questions')
      .select(['id', 'user_id'])
      .where('user_id', '=', user)
      .where('marked', '=', ABSENT)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    await makeDue(
      trx,
      waiting.map((row) => ({ ...row, from: at })),
      paceMs,
    );
  });
}

export function forgetAbsent(db: Kysely<Tables>, before: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const absent = await trx
      .selectFrom('watchers')
      .select('user_id')
      .where('visited_at', '>', 0)
      .where('visited_at', '<', before)
      .orderBy('visited_at')
      .limit(1)
      .executeTakeFirst();
    if (absent === undefined) return false;
    await forgetQuestions(trx, absent.user_id);
    return true;
  });
}

/** The inbox keeps what it has on saved answers. */
export async function forgetQuestions(trx: Transaction<Tables>, user: string): Promise<void> {
  const watched = await trx
    .deleteFrom('watched_questions')
    .where('user_id', '=', user)
    .returning('id')
    .execute();
  for (const { id } of watched) await forgetSubject(trx, user, id);
  await trx.updateTable('watchers').set({ visited_at: 0 }).where('user_id', '=', user).execute();
}

export async function visited(trx: Kysely<Tables>, user_id: string, visited_at: number): Promise<void> {
  await trx
    .insertInto('watchers')
    .values({ user_id, next_at: 0, visited_at, revision: 0 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ visited_at }))
    .execute();
}

function recordOf({ question: _, marked: __, ...row }: WatchedQuestionsTable): WatchedQuestion {
  return row;
}

function answerOf({ answer_id, summary, summary_hash, receipt_hash, findings_state }: WatchedQuestionsTable) {
  return { answer_id, summary, summary_hash, receipt_hash, findings_state };
}
