/** Queries on the history of questions. */
import type { Kysely } from 'kysely';
import type { HistoryFilter, HistoryRecord } from '../records.ts';
import type { Tables } from './tables.ts';

export async function addHistory(db: Kysely<Tables>, record: HistoryRecord): Promise<void> {
  await db.insertInto('queries').values(record).execute();
}

export async function readHistory(db: Kysely<Tables>, filter: HistoryFilter): Promise<HistoryRecord[]> {
  const { of, mode, from, to, tag, after } = filter;
  let query = withVerdicts(db);
  query = 'user' in of ? query.where('user_id', '=', of.user) : query.where('org_id', '=', of.org);
  if (mode !== undefined) query = query.where('mode', '=', mode);
  if (from !== undefined) query = query.where('requested_at', '>=', from);
  if (to !== undefined) query = query.where('requested_at', '<', to);
  if (tag !== undefined) query = query.where('queries.answer_id', 'in', answersTagged(db, tag));
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('requested_at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  return query.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
}

export async function askedFor(
  db: Kysely<Tables>,
  user: string,
  answerId: string,
): Promise<HistoryRecord | null> {
  const row = await withVerdicts(db)
    .where('user_id', '=', user)
    .where('queries.answer_id', '=', answerId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function ownAnswers(
  db: Kysely<Tables>,
  user: string,
  answerIds: readonly string[],
): Promise<string[]> {
  if (answerIds.length === 0) return [];
  const rows = await db
    .selectFrom('queries')
    .select('answer_id')
    .distinct()
    .where('user_id', '=', user)
    .where('answer_id', 'in', answerIds)
    .execute();
  const own = new Set(rows.map((row) => row.answer_id));
  return answerIds.filter((id) => own.has(id));
}

function withVerdicts(db: Kysely<Tables>) {
  return db
    .selectFrom('queries')
    .leftJoin('verdicts', 'verdicts.answer_id', 'queries.answer_id')
    .select([
      'id',
      'user_id',
      'org_id',
      'mode',
      'requested_at',
      'queries.answer_id',
      'q',
      'as_of',
      'corpus',
      'summary_hash',
      'metadata',
    ])
    .select((eb) => eb.fn.coalesce('verdicts.findings_state', 'queries.findings_state').as('findings_state'));
}

function answersTagged(db: Kysely<Tables>, tag: { readonly user: string; readonly name: string }) {
  return db
    .selectFrom('answers_saved')
    .innerJoin('saved_tags', 'saved_id', 'id')
    .select('answer_id')
    .where('user_id', '=', tag.user)
    .where('deleted_at', 'is', null)
    .where('tag', '=', tag.name);
}
