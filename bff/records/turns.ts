/** Queries on the inbox: what changed since its user last looked. */
import type { Kysely, Transaction } from 'kysely';
import type { ComparedAnswer, TurnFilter, TurnKind, TurnRecord } from '../question-records.ts';
import type { StoredAnswer } from '../records.ts';
import { turnKindOf } from '../turn-kind.ts';
import type { Tables, TurnsTable } from './tables.ts';

/** Entries that were seen: older ones are deleted. */
const MAX_SEEN = 500;
/** Entries that one call counts, marks or deletes. */
const AT_ONCE = 1_000;

/** A change of a watched question or of a saved answer. */
export interface NewTurn
  extends Pick<TurnRecord, 'id' | 'user_id' | 'about' | 'subject' | 'at' | 'q' | 'as_of' | 'corpus'> {
  readonly before: ComparedAnswer;
  readonly now: ComparedAnswer;
}

/** Adds the change, or adds it to the one of the subject that was not seen yet. False where nothing changed. */
export async function addTurn(trx: Transaction<Tables>, turn: NewTurn): Promise<boolean> {
  const { id, user_id, about, subject, at, q, as_of, corpus, before, now } = turn;
  const kind = turnKindOf(before, now);
  if (kind === null) return false;
  const unseen = await unseenOn(trx, user_id, subject);
  if (unseen === null) {
    const once = { kind, at, last_at: at, changes: 1, seen_at: null };
    const row = { id, user_id, about, subject, q, as_of, corpus, ...once };
    await trx
      .insertInto('turns')
      .values({ ...row, ...beforeOf(before), ...nowOf(now) })
      .execute();
    await prune(trx, user_id);
  } else {
    const changed: TurnKind = turnKindOf(sideOf(unseen, 'before'), now) ?? 'restored';
    const more = { kind: changed, last_at: at, changes: unseen.changes + 1 };
    await trx
      .updateTable('turns')
      .set({ ...more, ...nowOf(now) })
      .where('id', '=', unseen.id)
      .execute();
  }
  await bump(trx, user_id);
  return true;
}

/**
 * Adds an unseen entry that is to be the user's to the one that the user has on the subject, and removes it: the subject has
 * changed under the user's own name meanwhile. False where the user has none.
 */
export async function foldTurn(trx: Transaction<Tables>, row: TurnsTable, user: string): Promise<boolean> {
  if (row.seen_at !== null) return false;
  const own = await unseenOn(trx, user, row.subject);
  if (own === null) return false;
  const [first, last] = row.last_at <= own.last_at ? [row, own] : [own, row];
  const [before, now] = [sideOf(first, 'before'), sideOf(last, 'now')];
  const kind: TurnKind = turnKindOf(before, now) ?? 'restored';
  const { at } = first;
  const both = { kind, at, last_at: last.last_at, changes: first.changes + last.changes };
  await trx.deleteFrom('turns').where('id', '=', row.id).execute();
  await trx
    .updateTable('turns')
    .set({ ...both, ...beforeOf(before), ...nowOf(now) })
    .where('id', '=', own.id)
    .execute();
  return true;
}

async function unseenOn(trx: Transaction<Tables>, user: string, subject: string): Promise<TurnsTable | null> {
  const unseen = trx
    .selectFrom('turns')
    .selectAll()
    .where('user_id', '=', user)
    .where('subject', '=', subject)
    .where('seen_at', 'is', null);
  return (await unseen.executeTakeFirst()) ?? null;
}

async function prune(trx: Transaction<Tables>, user: string): Promise<void> {
  await trx
    .deleteFrom('turns')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('turns as old')
        .select('old.id')
        .where('old.user_id', '=', user)
        .where('old.seen_at', 'is not', null)
        .orderBy('old.at', 'desc')
        .orderBy('old.id', 'desc')
        .limit(AT_ONCE)
        .offset(MAX_SEEN),
    )
    .execute();
}

/** A client that has the revision of before reads the inbox again. */
export async function bump(trx: Kysely<Tables>, user_id: string): Promise<void> {
  await trx
    .insertInto('watchers')
    .values({ user_id, next_at: 0, visited_at: 0, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ revision: eb('watchers.revision', '+', 1) })),
    )
    .execute();
}

/** Everything in the inbox on a question that is not watched any more, or an answer that is not saved any more. */
export async function forgetSubject(trx: Kysely<Tables>, user: string, subject: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('turns')
    .where('user_id', '=', user)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await bump(trx, user);
}

export async function readTurns(
  db: Kysely<Tables>,
  { user, unseen, after, limit }: TurnFilter,
): Promise<TurnRecord[]> {
  let query = db.selectFrom('turns').selectAll().where('user_id', '=', user);
  if (unseen) query = query.where('seen_at', 'is', null);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(recordOf);
}

export async function unseenTurns(db: Kysely<Tables>, user: string): Promise<number> {
  const rows = await db
    .selectFrom('turns')
    .select('id')
    .where('user_id', '=', user)
    .where('seen_at', 'is', null)
    .limit(AT_ONCE)
    .execute();
  return rows.length;
}

export function seeTurns(
  db: Kysely<Tables>,
  user: string,
  ids: readonly string[] | null,
  at: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let unseen = trx
      .selectFrom('turns')
      .select('id')
      .where('user_id', '=', user)
      .where('seen_at', 'is', null)
      .limit(AT_ONCE);
    if (ids !== null) unseen = unseen.where('id', 'in', ids);
    const found = ids?.length === 0 ? [] : await unseen.execute();
    if (found.length === 0) return 0;
    await trx
      .updateTable('turns')
      .set({ seen_at: at })
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute();
    await prune(trx, user);
    await bump(trx, user);
    return found.length;
  });
}

export async function inboxRevision(db: Kysely<Tables>, user: string): Promise<number> {
  const row = await db
    .selectFrom('watchers')
    .select('revision')
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** An answer of the inbox, or the last one of a watched question, is known although nobody asked for it on the page. */
export async function watchedAnswer(
  db: Kysely<Tables>,
  user: string,
  answerId: string,
): Promise<StoredAnswer | null> {
  const watched = await db
    .selectFrom('watched_questions')
    .select(['id', 'user_id', 'answer_id', 'q', 'as_of', 'corpus'])
    .select(['summary_hash', 'receipt_hash', 'findings_state'])
    .where('answer_id', '=', answerId)
    .where('user_id', '=', user)
    .executeTakeFirst();
  if (watched !== undefined) return watched;
  for (const side of ['now', 'before'] as const) {
    const row = await db
      .selectFrom('turns')
      .selectAll()
      .where('user_id', '=', user)
      .where(`${side}_answer`, '=', answerId)
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) continue;
    const { summary: _, ...answer } = sideOf(row, side);
    return { id: row.id, user_id: user, q: row.q, as_of: row.as_of, corpus: row.corpus, ...answer };
  }
  return null;
}

type Row = TurnsTable;

function recordOf(row: Row): TurnRecord {
  const { id, user_id, kind, about, subject, at, last_at, changes, seen_at, q, as_of, corpus } = row;
  const entry = { id, user_id, kind, about, subject, at, last_at, changes, seen_at, q, as_of, corpus };
  return { ...entry, before: sideOf(row, 'before'), now: sideOf(row, 'now') };
}

function sideOf(row: Row, side: 'before' | 'now'): ComparedAnswer {
  return {
    answer_id: row[`${side}_answer`],
    summary: row[`${side}_summary`],
    summary_hash: row[`${side}_hash`],
    receipt_hash: row[`${side}_receipt`],
    findings_state: row[`${side}_state`],
  };
}

function beforeOf({ answer_id, summary, summary_hash, receipt_hash, findings_state }: ComparedAnswer) {
  return {
    before_answer: answer_id,
    before_summary: summary,
    before_hash: summary_hash,
    before_receipt: receipt_hash,
    before_state: findings_state,
  };
}

function nowOf({ answer_id, summary, summary_hash, receipt_hash, findings_state }: ComparedAnswer) {
  return {
    now_answer: answer_id,
    now_summary: summary,
    now_hash: summary_hash,
    now_receipt: receipt_hash,
    now_state: findings_state,
  };
}
