/**
 * Moves what a visitor had before signing in to an account that there was. Each call is one short transaction, which leaves
 * every list whole, so that it can be called again after any end.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { HistoryRecord } from '../records.ts';
import { forgetOrgs, keepOrgs, moveOrgs } from './answer-orgs.ts';
import { noteOwner } from './answer-owners.ts';
import { tagQuestion } from './history.ts';
import { addTerms, removeTerms } from './library-index.ts';
import { indexedQuestion, readTags, type SavedRow } from './library-terms.ts';
import { joinIn } from './members.ts';
import { applyChange, listSaved, liveOn } from './saved.ts';
import type { MergesTable, Tables } from './tables.ts';
import { bump, foldTurn, forgetSubject } from './turns.ts';
import { visited } from './watched-questions.ts';

/** Entries that one transaction moves: of saved answers each has its words indexed anew. */
const SAVED_AT_ONCE = 10;
const QUESTIONS_AT_ONCE = 20;
const TURNS_AT_ONCE = 200;
/** Entries that are compared with one: past them an entry on the same may stay beside it. */
const ALIKE_AT_ONCE = 100;
/** Requests that the visitor sent before signing in have ended after so long. */
const LATE_MS = 60_000;
/** Tags of an entry on the page. */
const MAX_TAGS = 16;

type PersonalOrg = (user: string) => string;

export async function dueMerge(
  db: Kysely<Tables>,
  at: number,
): Promise<{ readonly user_id: string } | 'waits' | 'none'> {
  const first = db.selectFrom('merges').select(['user_id', 'next_at']).orderBy('next_at').limit(1);
  const merge = await first.executeTakeFirst();
  if (merge === undefined) return 'none';
  return merge.next_at > at ? 'waits' : { user_id: merge.user_id };
}

export async function putOffMerge(db: Kysely<Tables>, user: string, next_at: number): Promise<void> {
  await db.updateTable('merges').set({ next_at }).where('user_id', '=', user).execute();
}

export function mergeSome(db: Kysely<Tables>, user: string, moving: Moving): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { at } = moving;
    const merge = await trx
      .selectFrom('merges')
      .selectAll()
      .where('user_id', '=', user)
      .where('next_at', '<=', at)
      .executeTakeFirst();
    // Another process was quicker.
    if (merge === undefined || (await moveSome(trx, merge, moving))) return;
    await moveRest(trx, merge, moving);
    await settle(trx, merge, at);
  });
}

interface Moving {
  readonly at: number;
  readonly personalOrg: PersonalOrg;
}

async function moveSome(trx: Transaction<Tables>, merge: MergesTable, moving: Moving): Promise<boolean> {
  if (await moveSaved(trx, merge, moving.at)) return true;
  if (await moveQuestions(trx, merge, moving.personalOrg)) return true;
  if (await moveTurns(trx, merge)) return true;
  return moveOrgsAndLinks(trx, merge, moving.personalOrg);
}

async function moveOrgsAndLinks(
  trx: Transaction<Tables>,
  merge: MergesTable,
  personalOrg: PersonalOrg,
): Promise<boolean> {
  const own = personalOrg(merge.user_id);
  const moved = await moveOrgs(trx, merge, (org) => (org === own ? personalOrg(merge.into_user) : org));
  if (moved.length === 0) return false;
  await moveLinks(trx, merge, moved);
  // The account may have deleted for good what had moved before.
  await forgetOrgs(trx, merge.into_user, moved);
  return true;
}

/** @param answerIds absent: those on all answers */
async function moveLinks(
  trx: Transaction<Tables>,
  { user_id, into_user }: MergesTable,
  answerIds?: readonly string[],
): Promise<void> {
  let moving = trx.updateTable('links').set({ user_id: into_user }).where('user_id', '=', user_id);
  if (answerIds !== undefined) moving = moving.where('answer_id', 'in', answerIds);
  const links = await moving.returning('answer_id').execute();
  await noteOwner(
    trx,
    links.map(({ answer_id }) => answer_id),
    user_id,
  );
}

/** What a request under way adds later is looked for once more. */
async function settle(trx: Transaction<Tables>, merge: MergesTable, at: number): Promise<void> {
  const { user_id, started_at } = merge;
  if (at >= started_at + LATE_MS) {
    await trx.deleteFrom('merges').where('user_id', '=', user_id).execute();
    return;
  }
  const next_at = started_at + LATE_MS;
  await trx.updateTable('merges').set({ next_at }).where('user_id', '=', user_id).execute();
}

async function moveSaved(
  trx: Transaction<Tables>,
  { user_id, into_user }: MergesTable,
  at: number,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('answers_saved')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(SAVED_AT_ONCE)
    .execute();
  await noteOwner(
    trx,
    rows.map(({ answer_id }) => answer_id),
    user_id,
  );
  for (const row of rows) await moveOne(trx, row, into_user, at);
  return rows.length > 0;
}

async function moveOne(trx: Transaction<Tables>, row: SavedRow, user_id: string, at: number): Promise<void> {
  const isLive = row.deleted_at === null;
  const double = isLive ? await doubleOf(trx, row, user_id) : null;
  if (isLive) await listSaved(trx, row, { ...row, deleted_at: at });
  const moved = { ...row, user_id, deleted_at: double === null ? row.deleted_at : at };
  const { deleted_at } = moved;
  await trx.updateTable('answers_saved').set({ user_id, deleted_at }).where('id', '=', row.id).execute();
  if (double !== null) {
    await forgetSubject(trx, row.user_id, row.id);
    await applyChange(trx, double, besides(double, row));
  } else if (isLive) {
    await listSaved(trx, null, moved);
  }
}

/** The account's entry on the same answer, or on one that a reader cannot tell from it. */
async function doubleOf(trx: Transaction<Tables>, row: SavedRow, user: string): Promise<SavedRow | null> {
  const same = await liveOn(trx, user, row.answer_id);
  if (same !== null) return same;
  const alike = await trx
    .selectFrom('answers_saved')
    .selectAll()
    .where('user_id', '=', user)
    .where('summary_hash', '=', row.summary_hash)
    .where('snapshot_id', '=', row.snapshot_id)
    // As the index `saved_by_summary` has it.
    .where(sql`substr(q, 1, 200)`, '=', sql`substr(cast(${row.q} as text), 1, 200)`)
    .where('deleted_at', 'is', null)
    .limit(ALIKE_AT_ONCE)
    .execute();
  const isSame = (one: SavedRow) => one.q === row.q && one.as_of === row.as_of && one.corpus === row.corpus;
  return alike.find(isSame) ?? null;
}

/** What a double adds to an entry. */
function besides(entry: SavedRow, double: SavedRow) {
  const tags = [...new Set([...readTags(entry.tags), ...readTags(double.tags)])].slice(0, MAX_TAGS).sort();
  return { folder: entry.folder ?? double.folder, note: entry.note ?? double.note, tags };
}

async function moveQuestions(
  trx: Transaction<Tables>,
  { user_id, into_user }: MergesTable,
  personalOrg: PersonalOrg,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(QUESTIONS_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  await noteOwner(
    trx,
    rows.map(({ answer_id }) => answer_id),
    user_id,
  );
  // Links move later: until then, and for good where the account deletes its questions meanwhile, these say their organisation.
  await keepOrgs(trx, user_id, rows);
  await removeTerms(trx, rows.map(indexedQuestion));
  const own = personalOrg(user_id);
  const moved = rows.map((row): HistoryRecord => {
    const org_id = row.org_id === own ? personalOrg(into_user) : row.org_id;
    return { ...row, user_id: into_user, org_id };
  });
  for (const { id, user_id, org_id } of moved) {
    await trx.updateTable('queries').set({ user_id, org_id }).where('id', '=', id).execute();
  }
  await addTerms(trx, moved.map(indexedQuestion));
  for (const question of moved) await tagQuestion(trx, question);
  return true;
}

async function moveTurns(trx: Transaction<Tables>, { user_id, into_user }: MergesTable): Promise<boolean> {
  const rows = await trx
    .selectFrom('turns')
    .selectAll()
    .where('user_id', '=', user_id)
    .limit(TURNS_AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  await noteOwner(
    trx,
    rows.flatMap((row) => [row.before_answer, row.now_answer]),
    user_id,
  );
  const ids: string[] = [];
  for (const row of rows) if (!(await foldTurn(trx, row, into_user))) ids.push(row.id);
  if (ids.length > 0) {
    await trx.updateTable('turns').set({ user_id: into_user }).where('id', 'in', ids).execute();
  }
  await bump(trx, into_user);
  return true;
}

/** Links, watched questions and memberships: few. */
async function moveRest(trx: Transaction<Tables>, merge: MergesTable, { at }: Moving): Promise<void> {
  const { user_id, into_user } = merge;
  // Links of answers without a noted organisation.
  await moveLinks(trx, merge);
  await moveWatched(trx, merge, at);
  const joined = await trx.deleteFrom('members').where('user_id', '=', user_id).returningAll().execute();
  // In the order in which they were joined.
  joined.sort((a, b) => a.joined_at - b.joined_at);
  for (const { given_by: _, ...member } of joined) await joinIn(trx, { ...member, user_id: into_user });
}

/** A question that both watch is watched once. */
async function moveWatched(
  trx: Transaction<Tables>,
  { user_id, into_user }: MergesTable,
  at: number,
): Promise<void> {
  const watched = await trx
    .selectFrom('watched_questions')
    .select(['id', 'question', 'answer_id'])
    .where('user_id', '=', user_id)
    .execute();
  await noteOwner(
    trx,
    watched.map(({ answer_id }) => answer_id),
    user_id,
  );
  for (const { id, question } of watched) {
    const double = await trx
      .selectFrom('watched_questions')
      .select('id')
      .where('user_id', '=', into_user)
      .where('question', '=', question)
      .executeTakeFirst();
    if (double === undefined) {
      await trx.updateTable('watched_questions').set({ user_id: into_user }).where('id', '=', id).execute();
    } else {
      await trx.deleteFrom('watched_questions').where('id', '=', id).execute();
      await forgetSubject(trx, into_user, id);
    }
  }
  if (watched.length > 0) await visited(trx, into_user, at);
  await trx.deleteFrom('watchers').where('user_id', '=', user_id).execute();
}
