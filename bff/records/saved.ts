/** Queries on saved answers and their tags. */
import type { Kysely, Transaction } from 'kysely';
import type { SavedFilter, SavedRecord } from '../records.ts';
import { tagHistory, untagHistory } from './history.ts';
import type { Tables } from './tables.ts';

export async function saveAnswer(db: Kysely<Tables>, record: SavedRecord): Promise<SavedRecord> {
  return db.transaction().execute(async (trx) => {
    const { tags, ...row } = record;
    const live = await trx
      .selectFrom('answers_saved')
      .select(['id', 'created_at'])
      .where('user_id', '=', record.user_id)
      .where('answer_id', '=', record.answer_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const saved = { ...record, ...live };
    if (live === undefined) {
      await trx
        .insertInto('answers_saved')
        .values({ ...row, deleted_at: null })
        .execute();
    } else {
      const { title, folder } = record;
      await trx.updateTable('answers_saved').set({ title, folder }).where('id', '=', live.id).execute();
    }
    await putTags(trx, saved);
    await tagHistory(trx, saved.id, saved);
    return saved;
  });
}

async function putTags(trx: Transaction<Tables>, saved: SavedRecord): Promise<void> {
  await trx.deleteFrom('saved_tags').where('saved_id', '=', saved.id).execute();
  if (saved.tags.length === 0) return;
  const { id: saved_id, user_id, answer_id, folder, created_at } = saved;
  await trx
    .insertInto('saved_tags')
    .values(saved.tags.map((tag) => ({ saved_id, tag, user_id, answer_id, folder, created_at })))
    .execute();
}

export async function readSaved(db: Kysely<Tables>, filter: SavedFilter): Promise<SavedRecord[]> {
  const rows = await (filter.tag === undefined ? readAll(db, filter) : readTagged(db, filter, filter.tag));
  const tags = await tagsOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }));
}

function readAll(db: Kysely<Tables>, { user, folder, after, limit }: SavedFilter) {
  let query = withVerdicts(db)
    .where('answers_saved.user_id', '=', user)
    .where('answers_saved.deleted_at', 'is', null);
  if (folder !== undefined) query = query.where('answers_saved.folder', '=', folder);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('answers_saved.created_at', 'answers_saved.id'), '<', eb.tuple(after.at, after.id)),
    );
  }
  return query
    .orderBy('answers_saved.created_at', 'desc')
    .orderBy('answers_saved.id', 'desc')
    .limit(limit)
    .execute();
}

/** Reads the tag's own rows, which are deleted with their entry. */
function readTagged(db: Kysely<Tables>, { user, folder, after, limit }: SavedFilter, tag: string) {
  let query = withVerdicts(db)
    .innerJoin('saved_tags', 'saved_tags.saved_id', 'answers_saved.id')
    .where('saved_tags.user_id', '=', user)
    .where('saved_tags.tag', '=', tag);
  if (folder !== undefined) query = query.where('saved_tags.folder', '=', folder);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('saved_tags.created_at', 'saved_tags.saved_id'), '<', eb.tuple(after.at, after.id)),
    );
  }
  return query
    .orderBy('saved_tags.created_at', 'desc')
    .orderBy('saved_tags.saved_id', 'desc')
    .limit(limit)
    .execute();
}

export async function removeSaved(
  db: Kysely<Tables>,
  user: string,
  id: string,
  at: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .updateTable('answers_saved')
      .set({ deleted_at: at })
      .where('id', '=', id)
      .where('user_id', '=', user)
      .where('deleted_at', 'is', null)
      .returning(['user_id', 'answer_id'])
      .executeTakeFirst();
    if (removed === undefined) return false;
    await trx.deleteFrom('saved_tags').where('saved_id', '=', id).execute();
    await untagHistory(trx, removed);
    return true;
  });
}

function withVerdicts(db: Kysely<Tables>) {
  return db
    .selectFrom('answers_saved')
    .leftJoin('verdicts', 'verdicts.answer_id', 'answers_saved.answer_id')
    .select([
      'answers_saved.id',
      'answers_saved.user_id',
      'answers_saved.answer_id',
      'answers_saved.snapshot_id',
      'answers_saved.created_at',
      'answers_saved.title',
      'answers_saved.folder',
      'answers_saved.q',
      'answers_saved.summary',
      'answers_saved.summary_hash',
      'answers_saved.receipt_hash',
      'answers_saved.as_of',
      'answers_saved.corpus',
    ])
    .select((eb) =>
      eb.fn.coalesce('verdicts.findings_state', 'answers_saved.findings_state').as('findings_state'),
    );
}

async function tagsOf(db: Kysely<Tables>, savedIds: readonly string[]): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>();
  if (savedIds.length === 0) return tags;
  const rows = await db
    .selectFrom('saved_tags')
    .select(['saved_id', 'tag'])
    .where('saved_id', 'in', savedIds)
    .execute();
  for (const { saved_id, tag } of rows) tags.set(saved_id, [...(tags.get(saved_id) ?? []), tag].sort());
  return tags;
}
