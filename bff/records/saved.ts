/** Queries on saved answers and their tags. */
import type { Kysely, Transaction } from 'kysely';
import type {
  LibrarySearch,
  Position,
  RemovedRecord,
  SavedChange,
  SavedFilter,
  SavedPage,
  SavedRecord,
  SaveRecord,
} from '../records.ts';
import { forgetOrgs, noteOrg } from './answer-orgs.ts';
import { tagHistory, untagHistory } from './history.ts';
import { latestVerdict } from './latest-verdict.ts';
import { changeIndex } from './library-index.ts';
import { indexedSaved, readTags, type SavedRow } from './library-terms.ts';
import { searchLibrary } from './search-library.ts';
import type { Tables } from './tables.ts';
import { forgetSubject } from './turns.ts';

const DAY_MS = 86_400_000;
/** How long a removed entry can be restored. */
const RESTORABLE_MS = 30 * DAY_MS;
/** Entries that one removal deletes for good: more than one, so that they become fewer. */
const MAX_PRUNED = 100;

export async function saveAnswer(
  db: Kysely<Tables>,
  record: SaveRecord,
  org_id?: string,
): Promise<SavedRecord> {
  return db.transaction().execute(async (trx) => {
    const { folder, tags, note, keepsTitle = false, ...rest } = record;
    const { user_id, answer_id } = record;
    if (org_id !== undefined) await noteOrg(trx, { user_id, answer_id, org_id });
    const live = await liveOn(trx, user_id, answer_id);
    if (live !== null) {
      const change = { folder, tags, note, ...(keepsTitle ? {} : { title: record.title }) };
      return recordOf(await applyChange(trx, live, change));
    }
    const added: SavedRow = {
      ...rest,
      folder: folder ?? null,
      tags: JSON.stringify(tags ?? []),
      note: note ?? null,
      current_state: (await latestVerdict(trx, answer_id)) ?? record.findings_state,
      deleted_at: null,
    };
    await trx.insertInto('answers_saved').values(added).execute();
    await listSaved(trx, null, added);
    return recordOf(added);
  });
}

export async function changeSaved(
  db: Kysely<Tables>,
  user: string,
  id: string,
  changeOf: (saved: SavedRecord) => SavedChange | null,
): Promise<SavedRecord | null> {
  return db.transaction().execute(async (trx) => {
    const row = await rowOf(trx, user, id);
    if (row === null || row.deleted_at !== null) return null;
    const change = changeOf(recordOf(row));
    return recordOf(change === null ? row : await applyChange(trx, row, change));
  });
}

export async function applyChange(
  trx: Transaction<Tables>,
  row: SavedRow,
  { title, folder, tags, note }: SavedChange,
): Promise<SavedRow> {
  return put(trx, row, {
    ...row,
    title: title ?? row.title,
    folder: folder === undefined ? row.folder : folder,
    tags: tags === undefined ? row.tags : JSON.stringify(tags),
    note: note === undefined ? row.note : note,
  });
}

export async function removeSaved(
  db: Kysely<Tables>,
  user: string,
  id: string,
  at: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await rowOf(trx, user, id);
    if (row === null || row.deleted_at !== null) return false;
    await put(trx, row, { ...row, deleted_at: at });
    await forgetSubject(trx, user, id);
    await prune(trx, user, at - RESTORABLE_MS);
    return true;
  });
}

export async function restoreSaved(
  db: Kysely<Tables>,
  user: string,
  id: string,
): Promise<SavedRecord | null> {
  return db.transaction().execute(async (trx) => {
    const row = await rowOf(trx, user, id);
    if (row === null) return null;
    const live = await liveOn(trx, user, row.answer_id);
    if (live !== null) return recordOf(live);
    const current_state = (await latestVerdict(trx, row.answer_id)) ?? row.current_state;
    return recordOf(await put(trx, row, { ...row, current_state, deleted_at: null }));
  });
}

export function purgeSaved(db: Kysely<Tables>, user: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const purged = await trx
      .deleteFrom('answers_saved')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .where('deleted_at', 'is not', null)
      .returning('answer_id')
      .executeTakeFirst();
    if (purged === undefined) return false;
    await forgetOrgs(trx, user, [purged.answer_id]);
    return true;
  });
}

async function prune(trx: Transaction<Tables>, user: string, until: number): Promise<void> {
  const pruned = await trx
    .deleteFrom('answers_saved')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('answers_saved as removed')
        .select('removed.id')
        .where('removed.user_id', '=', user)
        .where('removed.deleted_at', 'is not', null)
        .where('removed.deleted_at', '<=', until)
        .orderBy('removed.deleted_at')
        .limit(MAX_PRUNED),
    )
    .returning('answer_id')
    .execute();
  await forgetOrgs(
    trx,
    user,
    pruned.map(({ answer_id }) => answer_id),
  );
}

/** Writes what may change of an entry, and the lists that it is in. */
async function put(trx: Transaction<Tables>, before: SavedRow, after: SavedRow): Promise<SavedRow> {
  const { title, folder, tags, note, current_state, deleted_at } = after;
  await trx
    .updateTable('answers_saved')
    .set({ title, folder, tags, note, current_state, deleted_at })
    .where('id', '=', after.id)
    .execute();
  await listSaved(trx, before, after);
  return after;
}

export async function listSaved(
  trx: Transaction<Tables>,
  before: SavedRow | null,
  after: SavedRow,
): Promise<void> {
  const known = before === null ? null : indexedSaved(before);
  const listed = indexedSaved(after);
  if (before === null || (known === null) !== (listed === null) || before.tags !== after.tags) {
    await replaceTags(trx, after);
    if (listed === null) await untagHistory(trx, after);
    else await tagHistory(trx, after.id, after);
  } else if (before.folder !== after.folder) {
    await replaceTags(trx, after);
  }
  await changeIndex(trx, known, listed);
}

async function replaceTags(trx: Transaction<Tables>, row: SavedRow): Promise<void> {
  await trx.deleteFrom('saved_tags').where('saved_id', '=', row.id).execute();
  if (row.deleted_at === null) await addTags(trx, row);
}

async function addTags(
  trx: Transaction<Tables>,
  { id: saved_id, user_id, answer_id, folder, created_at, tags }: SavedRow,
): Promise<void> {
  const rows = readTags(tags).map((tag) => ({ saved_id, tag, user_id, answer_id, folder, created_at }));
  if (rows.length > 0) await trx.insertInto('saved_tags').values(rows).execute();
}

async function rowOf(trx: Kysely<Tables>, user: string, id: string): Promise<SavedRow | null> {
  const row = await trx.selectFrom('answers_saved').selectAll().where('id', '=', id).executeTakeFirst();
  return row?.user_id === user ? row : null;
}

/** The user's entry on that answer that is not removed. */
export async function liveOn(trx: Kysely<Tables>, user: string, answerId: string): Promise<SavedRow | null> {
  const row = await trx
    .selectFrom('answers_saved')
    .selectAll()
    .where('user_id', '=', user)
    .where('answer_id', '=', answerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function savedById(db: Kysely<Tables>, user: string, id: string): Promise<SavedRecord | null> {
  const row = await rowOf(db, user, id);
  return row === null || row.deleted_at !== null ? null : recordOf(row);
}

export async function readSaved(db: Kysely<Tables>, filter: SavedFilter): Promise<SavedRecord[]> {
  const rows = await (filter.tag === undefined ? readAll(db, filter) : readTagged(db, filter, filter.tag));
  return rows.map(recordOf);
}

function readAll(db: Kysely<Tables>, { user, folder, after, limit }: SavedFilter) {
  let query = db
    .selectFrom('answers_saved')
    .selectAll('answers_saved')
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
  let query = db
    .selectFrom('answers_saved')
    .selectAll('answers_saved')
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

export async function searchSaved(db: Kysely<Tables>, search: LibrarySearch): Promise<SavedPage> {
  const { ids, next } = await searchLibrary(db, 'saved', search);
  if (ids.length === 0) return { rows: [], next };
  // By their ids alone: given the owner too, a database may read all of the owner's entries instead.
  const rows = await db.selectFrom('answers_saved').selectAll().where('id', 'in', ids).execute();
  const own = rows.filter((row) => row.user_id === search.user && row.deleted_at === null);
  const byId = new Map(own.map((row) => [row.id, recordOf(row)]));
  return { rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined), next };
}

export async function readRemoved(
  db: Kysely<Tables>,
  user: string,
  after: Position | undefined,
  limit: number,
): Promise<RemovedRecord[]> {
  let query = db
    .selectFrom('answers_saved')
    .selectAll()
    .where('user_id', '=', user)
    .where('deleted_at', 'is not', null);
  if (after !== undefined) {
    query = query.where((eb) => eb(eb.refTuple('deleted_at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  const rows = await query.orderBy('deleted_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.flatMap((row) =>
    row.deleted_at === null ? [] : [{ ...recordOf(row), removed_at: row.deleted_at }],
  );
}

function recordOf({ deleted_at: _, current_state, findings_state, tags, ...row }: SavedRow): SavedRecord {
  return { ...row, tags: readTags(tags), findings_state: current_state, saved_state: findings_state };
}
