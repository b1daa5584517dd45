/** Queries on saved answers and their tags. */
import type { Kysely, Transaction } from 'kysely';
import type { SavedFilter, SavedRecord } from '../records.ts';
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
    if (live === undefined) {
      await trx
        .insertInto('answers_saved')
        .values({ ...row, deleted_at: null })
        .execute();
      await putTags(trx, record.id, tags);
      return record;
    }
    const { title, folder } = record;
    await trx.updateTable('answers_saved').set({ title, folder }).where('id', '=', live.id).execute();
    await putTags(trx, live.id, tags);
    return { ...record, ...live };
  });
}

async function putTags(trx: Transaction<Tables>, savedId: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('saved_tags').where('saved_id', '=', savedId).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto('saved_tags')
    .values(tags.map((tag) => ({ saved_id: savedId, tag })))
    .execute();
}

export async function readSaved(db: Kysely<Tables>, filter: SavedFilter): Promise<SavedRecord[]> {
  const { folder, tag, after } = filter;
  let query = withVerdicts(db).where('user_id', '=', filter.user).where('deleted_at', 'is', null);
  if (folder !== undefined) query = query.where('folder', '=', folder);
  if (tag !== undefined) {
    const tagged = db.selectFrom('saved_tags').select('saved_id').where('tag', '=', tag);
    query = query.where('id', 'in', tagged);
  }
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
  const tags = await tagsOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }));
}

export async function removeSaved(
  db: Kysely<Tables>,
  user: string,
  id: string,
  at: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('answers_saved')
      .set({ deleted_at: at })
      .where('id', '=', id)
      .where('user_id', '=', user)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.deleteFrom('saved_tags').where('saved_id', '=', id).execute();
    return true;
  });
}

function withVerdicts(db: Kysely<Tables>) {
  return db
    .selectFrom('answers_saved')
    .leftJoin('verdicts', 'verdicts.answer_id', 'answers_saved.answer_id')
    .select([
      'id',
      'user_id',
      'answers_saved.answer_id',
      'snapshot_id',
      'created_at',
      'title',
      'folder',
      'q',
      'summary',
      'summary_hash',
      'as_of',
      'corpus',
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
    .selectAll()
    .where('saved_id', 'in', savedIds)
    .orderBy('tag')
    .execute();
  for (const { saved_id, tag } of rows) tags.set(saved_id, [...(tags.get(saved_id) ?? []), tag]);
  return tags;
}
