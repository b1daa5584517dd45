/** Queries on the history of questions. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  HistoryFilter,
  HistoryPage,
  HistoryRecord,
  KnownAnswer,
  LibrarySearch,
  Position,
  StoredAnswer,
  Viewer,
} from '../records.ts';
import { ownerOf } from './answer-owners.ts';
import { addTerms } from './library-index.ts';
import { indexedQuestion } from './library-terms.ts';
import { prepared } from './prepared.ts';
import { searchLibrary } from './search-library.ts';
import { readSharedUnderTag } from './shared-history.ts';
import type { Tables } from './tables.ts';
import { watchedAnswer } from './turns.ts';

/** Entries of one answer in a user's list under a tag: what saving an answer writes is bounded by it. */
const MAX_TAGGED_ENTRIES = 256;

/**
 * Records the question, also under its words and under the tags that its asker has put on the answer. A question that is
 * recorded already is not changed: a caller who found the file locked half way repeats the whole write.
 */
export async function addHistory(db: Kysely<Tables>, record: HistoryRecord): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await addQuestion(trx, record);
    if (numAffectedRows === 1n) await addTerms(trx, [indexedQuestion(record)]);
    await tagQuestion(trx, record);
  });
}

const addQuestion = prepared<HistoryRecord, unknown>(
  [
    ...(['id', 'user_id', 'org_id', 'mode', 'requested_at', 'answer_id', 'q', 'as_of', 'corpus'] as const),
    ...(['summary_hash', 'receipt_hash', 'metadata', 'findings_state'] as const),
  ],
  (db, record) =>
    db
      .insertInto('queries')
      .values(record)
      .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** Puts a question under the tags that its asker has put on the answer. */
export async function tagQuestion(trx: Transaction<Tables>, record: HistoryRecord): Promise<void> {
  if (await isTagged(trx, record)) await putUnderTags(trx, record);
}

async function isTagged(db: Kysely<Tables>, of: OfAnswer): Promise<boolean> {
  return (await readTag(db, of)).rows.length > 0;
}

const readTag = prepared(['user_id', 'answer_id'], (db, of: OfAnswer) =>
  db
    .selectFrom('answers_saved')
    .innerJoin('saved_tags', 'saved_tags.saved_id', 'answers_saved.id')
    .select('saved_tags.tag')
    .where('answers_saved.user_id', '=', of.user_id)
    .where('answers_saved.answer_id', '=', of.answer_id)
    .where('answers_saved.deleted_at', 'is', null)
    .limit(1),
);

async function putUnderTags(db: Kysely<Tables>, record: HistoryRecord): Promise<void> {
  await db
    .insertInto('history_tags')
    .columns(['user_id', 'tag', 'requested_at', 'query_id', 'mode', 'answer_id'])
    .expression((eb) =>
      eb
        .selectFrom('answers_saved')
        .innerJoin('saved_tags', 'saved_tags.saved_id', 'answers_saved.id')
        .innerJoin('queries', (join) => join.on('queries.id', '=', record.id))
        .select(['answers_saved.user_id', 'saved_tags.tag', 'queries.requested_at'])
        .select(['queries.id', 'queries.mode', 'queries.answer_id'])
        .where('answers_saved.user_id', '=', record.user_id)
        .where('answers_saved.answer_id', '=', record.answer_id)
        .where('answers_saved.deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await dropOldestTagged(db, record);
}

type OfAnswer = Pick<HistoryRecord, 'user_id' | 'answer_id'>;

/** Puts the user's newest entries on a saved answer under its tags. */
export async function tagHistory(trx: Transaction<Tables>, savedId: string, of: OfAnswer): Promise<void> {
  await untagHistory(trx, of);
  await trx
    .insertInto('history_tags')
    .columns(['user_id', 'tag', 'requested_at', 'query_id', 'mode', 'answer_id'])
    .expression((eb) =>
      eb
        .selectFrom([
          'saved_tags',
          eb
            .selectFrom('queries')
            .select(['requested_at', 'id', 'mode'])
            .where('user_id', '=', of.user_id)
            .where('answer_id', '=', of.answer_id)
            .orderBy('requested_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MAX_TAGGED_ENTRIES)
            .as('newest'),
        ])
        .select(['saved_tags.user_id', 'saved_tags.tag', 'newest.requested_at', 'newest.id', 'newest.mode'])
        .select('saved_tags.answer_id')
        .where('saved_tags.saved_id', '=', savedId),
    )
    .execute();
}

export async function untagHistory(trx: Transaction<Tables>, of: OfAnswer): Promise<void> {
  await trx
    .deleteFrom('history_tags')
    .where('user_id', '=', of.user_id)
    .where('answer_id', '=', of.answer_id)
    .execute();
}

async function dropOldestTagged(db: Kysely<Tables>, of: OfAnswer): Promise<void> {
  const last = await db
    .selectFrom('queries')
    .select(['requested_at', 'id'])
    .where('user_id', '=', of.user_id)
    .where('answer_id', '=', of.answer_id)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MAX_TAGGED_ENTRIES)
    .executeTakeFirst();
  if (last === undefined) return;
  await db
    .deleteFrom('history_tags')
    .where('user_id', '=', of.user_id)
    .where('answer_id', '=', of.answer_id)
    .where((eb) => eb(eb.refTuple('requested_at', 'query_id'), '<=', eb.tuple(last.requested_at, last.id)))
    .execute();
}

export async function readHistory(db: Kysely<Tables>, filter: HistoryFilter): Promise<HistoryPage> {
  const { of, tag, from, limit } = filter;
  const before = upperBound(filter);
  if (tag === undefined) return pageOf(await readScope(db, filter, before), filter);
  if ('user' in of) {
    if (tag.user !== of.user) throw new RangeError('a tag of one user does not list the entries of another');
    return pageOf(await readOwnUnderTag(db, { ...filter, tag }, before), filter);
  }
  const shared = { org: of.org, mode: filter.mode, tag, from, before, limit };
  const { ids, next } = await readSharedUnderTag(db, shared);
  return { rows: await entriesById(db, ids), next };
}

/** One of two bounds: with both, the index is read from one of them, through every row up to the other. */
function upperBound({ to, after }: HistoryFilter): Position | undefined {
  // Ids are not empty: in front of the first one of its instant.
  const end = to === undefined ? undefined : { at: to, id: '' };
  if (end === undefined || after === undefined) return end ?? after;
  return after.at < end.at ? after : end;
}

/**
 * The lower bound is applied here: lists are read newest first, and a statement with both bounds may be given another
 * index than the one that has the mode.
 * @param found one more than `limit`, where there are more
 */
function pageOf(found: readonly HistoryRecord[], { from, limit }: HistoryFilter): HistoryPage {
  const rows = from === undefined ? found : found.filter((row) => row.requested_at >= from);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : { at: last.requested_at, id: last.id } };
}

function readScope(
  db: Kysely<Tables>,
  { of, mode, limit }: HistoryFilter,
  before: Position | undefined,
): Promise<HistoryRecord[]> {
  let query = withVerdicts(db);
  query =
    'user' in of ? query.where('queries.user_id', '=', of.user) : query.where('queries.org_id', '=', of.org);
  if (mode !== undefined) query = query.where('queries.mode', '=', mode);
  if (before !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('queries.requested_at', 'queries.id'), '<', eb.tuple(before.at, before.id)),
    );
  }
  return query
    .orderBy('queries.requested_at', 'desc')
    .orderBy('queries.id', 'desc')
    .limit(limit + 1)
    .execute();
}

function readOwnUnderTag(
  db: Kysely<Tables>,
  { mode, tag, limit }: HistoryFilter & { readonly tag: NonNullable<HistoryFilter['tag']> },
  before: Position | undefined,
): Promise<HistoryRecord[]> {
  let query = withVerdicts(db)
    .innerJoin('history_tags', 'history_tags.query_id', 'queries.id')
    .where('history_tags.user_id', '=', tag.user)
    .where('history_tags.tag', '=', tag.name);
  if (mode !== undefined) query = query.where('history_tags.mode', '=', mode);
  if (before !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('history_tags.requested_at', 'history_tags.query_id'),
        '<',
        eb.tuple(before.at, before.id),
      ),
    );
  }
  return query
    .orderBy('history_tags.requested_at', 'desc')
    .orderBy('history_tags.query_id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** In the order given. */
async function entriesById(db: Kysely<Tables>, ids: readonly string[]): Promise<HistoryRecord[]> {
  if (ids.length === 0) return [];
  const rows = await withVerdicts(db).where('queries.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

export async function searchHistory(db: Kysely<Tables>, search: LibrarySearch): Promise<HistoryPage> {
  const { ids, next } = await searchLibrary(db, 'history', search);
  const rows = await entriesById(db, ids);
  return { rows: rows.filter((row) => row.user_id === search.user), next };
}

export async function askedFor(
  db: Kysely<Tables>,
  user: string,
  answerId: string,
): Promise<KnownAnswer | null> {
  const asked = (await newestOf(db, { user }, answerId)) ?? (await savedOn(db, user, answerId));
  return withOwner(db, asked ?? (await watchedAnswer(db, user, answerId)));
}

async function withOwner(db: Kysely<Tables>, known: StoredAnswer | null): Promise<KnownAnswer | null> {
  return known === null ? null : { ...known, owner: await ownerOf(db, known) };
}

/** A saved answer is known also when its question was deleted from the history. */
async function savedOn(db: Kysely<Tables>, user: string, answerId: string): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('answers_saved')
    .select(['id', 'user_id', 'answer_id', 'q', 'as_of', 'corpus', 'summary_hash', 'receipt_hash'])
    .select('current_state as findings_state')
    .where('user_id', '=', user)
    .where('answer_id', '=', answerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** One query per organisation: one query for all would read every entry on the answer to find the newest. */
export async function visibleAnswer(
  db: Kysely<Tables>,
  answerId: string,
  { user, orgs }: Viewer,
): Promise<KnownAnswer | null> {
  const own = await askedFor(db, user, answerId);
  if (own !== null) return own;
  const shared = await Promise.all([...new Set(orgs)].map((org) => newestOf(db, { org }, answerId)));
  return withOwner(
    db,
    shared.reduce((newest, one) => (isNewer(one, newest) ? one : newest), null),
  );
}

function isNewer(one: HistoryRecord | null, other: HistoryRecord | null): boolean {
  if (one === null || other === null) return one !== null;
  if (one.requested_at !== other.requested_at) return one.requested_at > other.requested_at;
  return one.id > other.id;
}

async function newestOf(
  db: Kysely<Tables>,
  of: HistoryFilter['of'],
  answerId: string,
): Promise<HistoryRecord | null> {
  const query = withVerdicts(db).where('queries.answer_id', '=', answerId);
  const row = await ('user' in of
    ? query.where('queries.user_id', '=', of.user)
    : query.where('queries.org_id', '=', of.org)
  )
    .orderBy('queries.requested_at', 'desc')
    .orderBy('queries.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** One query per answer: one query for all would read every entry on each of them. */
export async function ownAnswers(
  db: Kysely<Tables>,
  user: string,
  answerIds: readonly string[],
): Promise<string[]> {
  if (answerIds.length === 0) return [];
  const ids = sql.join(answerIds.map((id) => sql`(${id})`));
  const { rows } = await sql<{ answer_id: string }>`
    with named (answer_id) as (values ${ids})
    select answer_id from named where exists (
      select 1 from queries where queries.user_id = ${user} and queries.answer_id = named.answer_id
    )`.execute(db);
  const own = new Set(rows.map((row) => row.answer_id));
  return answerIds.filter((id) => own.has(id));
}

function withVerdicts(db: Kysely<Tables>) {
  return db
    .selectFrom('queries')
    .leftJoin('verdicts', 'verdicts.answer_id', 'queries.answer_id')
    .select([
      'queries.id',
      'queries.user_id',
      'queries.org_id',
      'queries.mode',
      'queries.requested_at',
      'queries.answer_id',
      'queries.q',
      'queries.as_of',
      'queries.corpus',
      'queries.summary_hash',
      'queries.receipt_hash',
      'queries.metadata',
    ])
    .select((eb) => eb.fn.coalesce('verdicts.findings_state', 'queries.findings_state').as('findings_state'));
}
