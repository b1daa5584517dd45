/**
 * An organisation's history under a tag of one of its readers. No list is stored per reader, since every member may
 * ask a tagged question again. For a tag of few answers the entries of each answer are read in order; for a tag of
 * many the history is read, where tagged entries are frequent. Both read a bounded number of rows.
 */
import type { Kysely } from 'kysely';
import type { HistoryRecord, Position } from '../records.ts';
import type { Tables } from './tables.ts';

/** Answers of a tag that is read from its answers. */
const FEW_ANSWERS = 2_000;
/** Entries of the history that one page may read, and one statement. */
const MAX_LOOKED_AT = 10_000;
const LOOKED_AT_ONCE = 1_000;

export interface SharedFilter {
  /** `requested_at` from here, inclusive. */
  readonly from: number | undefined;
  /** Exclusive. */
  readonly before: Position | undefined;
  readonly org: string;
  readonly mode?: HistoryRecord['mode'] | undefined;
  readonly tag: { readonly user: string; readonly name: string };
  readonly limit: number;
}

interface SharedIds {
  /** Newest first, at most `limit`. */
  readonly ids: readonly string[];
  /** Null at the end of the list. */
  readonly next: Position | null;
}

interface Head extends Position {
  readonly answer: string;
}

export async function readSharedUnderTag(db: Kysely<Tables>, filter: SharedFilter): Promise<SharedIds> {
  return (await hasFewAnswers(db, filter)) ? readByAnswers(db, filter) : readByTime(db, filter);
}

async function hasFewAnswers(db: Kysely<Tables>, { tag }: SharedFilter): Promise<boolean> {
  const past = await db
    .selectFrom('saved_tags')
    .select('answer_id')
    .where('user_id', '=', tag.user)
    .where('tag', '=', tag.name)
    .orderBy('answer_id')
    .limit(1)
    .offset(FEW_ANSWERS)
    .executeTakeFirst();
  return past === undefined;
}

/** Merges the answers' entries: lists those newer than the next answer's newest, until the page is full. */
async function readByAnswers(db: Kysely<Tables>, filter: SharedFilter): Promise<SharedIds> {
  const heads = await headsOf(db, filter);
  const found: Position[] = [];
  // One more says whether the list goes on.
  const wanted = filter.limit + 1;
  let waiting: Position[] = [];
  for (const head of heads) {
    const newer = waiting.filter((one) => isBehind(head, one));
    found.push(...newer);
    waiting = waiting.slice(newer.length);
    if (found.length >= wanted) break;
    const own = await entriesOf(db, filter, { head, limit: wanted - found.length });
    waiting = newestFirst([...waiting, ...own]).slice(0, wanted);
  }
  found.push(...waiting);
  return idsOf(found.slice(0, wanted), filter);
}

/** The newest entry of each answer, newest first; more than a page holds cannot come into it. */
function headsOf(db: Kysely<Tables>, { org, mode, tag, before, limit }: SharedFilter): Promise<Head[]> {
  return db
    .selectFrom('saved_tags')
    .innerJoin('queries', (join) =>
      join.on('queries.id', '=', (eb) => {
        let newest = eb
          .selectFrom('queries as entry')
          .select('entry.id')
          .where('entry.org_id', '=', org)
          .whereRef('entry.answer_id', '=', 'saved_tags.answer_id');
        if (mode !== undefined) newest = newest.where('entry.mode', '=', mode);
        if (before !== undefined) {
          newest = newest.where((bound) =>
            bound(bound.refTuple('entry.requested_at', 'entry.id'), '<', bound.tuple(before.at, before.id)),
          );
        }
        return newest.orderBy('entry.requested_at', 'desc').orderBy('entry.id', 'desc').limit(1);
      }),
    )
    .select(['queries.requested_at as at', 'queries.id', 'saved_tags.answer_id as answer'])
    .where('saved_tags.user_id', '=', tag.user)
    .where('saved_tags.tag', '=', tag.name)
    .orderBy('queries.requested_at', 'desc')
    .orderBy('queries.id', 'desc')
    .limit(limit + 1)
    .execute();
}

function entriesOf(
  db: Kysely<Tables>,
  { org, mode }: SharedFilter,
  { head, limit }: { readonly head: Head; readonly limit: number },
): Promise<Position[]> {
  let query = db
    .selectFrom('queries')
    .select(['requested_at as at', 'id'])
    .where('org_id', '=', org)
    .where('answer_id', '=', head.answer)
    .where((eb) => eb(eb.refTuple('requested_at', 'id'), '<=', eb.tuple(head.at, head.id)));
  if (mode !== undefined) query = query.where('mode', '=', mode);
  return query.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Reads the history in stretches and takes tagged entries, until the page is full or the bound of reads is reached. */
async function readByTime(db: Kysely<Tables>, filter: SharedFilter): Promise<SharedIds> {
  const found: Position[] = [];
  let before = filter.before;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += LOOKED_AT_ONCE) {
    const last = await endOfStretch(db, { ...filter, before });
    const limit = filter.limit + 1 - found.length;
    found.push(...(await taggedWithin(db, { ...filter, before, limit }, last)));
    if (last === null || found.length > filter.limit || isEarly(last, filter)) return idsOf(found, filter);
    before = last;
  }
  return { ids: found.map(({ id }) => id), next: before ?? null };
}

/** The last entry of the next stretch, null where fewer are left. */
async function endOfStretch(db: Kysely<Tables>, filter: SharedFilter): Promise<Position | null> {
  const row = await inOrder(db, filter)
    .select(['entry.requested_at as at', 'entry.id'])
    .limit(1)
    .offset(LOOKED_AT_ONCE - 1)
    .executeTakeFirst();
  return row ?? null;
}

/** Those under the tag, from the bound to `last` with it, or to the end of the list. */
function taggedWithin(db: Kysely<Tables>, filter: SharedFilter, last: Position | null): Promise<Position[]> {
  let query = inOrder(db, filter)
    .select(['entry.requested_at as at', 'entry.id'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('saved_tags')
          .select('saved_tags.saved_id')
          .where('saved_tags.user_id', '=', filter.tag.user)
          .where('saved_tags.tag', '=', filter.tag.name)
          .whereRef('saved_tags.answer_id', '=', 'entry.answer_id'),
      ),
    );
  if (last !== null) {
    query = query.where((eb) =>
      eb(eb.refTuple('entry.requested_at', 'entry.id'), '>=', eb.tuple(last.at, last.id)),
    );
  }
  return query.limit(filter.limit).execute();
}

function inOrder(db: Kysely<Tables>, { org, mode, before }: SharedFilter) {
  let query = db.selectFrom('queries as entry').where('entry.org_id', '=', org);
  if (mode !== undefined) query = query.where('entry.mode', '=', mode);
  if (before !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('entry.requested_at', 'entry.id'), '<', eb.tuple(before.at, before.id)),
    );
  }
  return query.orderBy('entry.requested_at', 'desc').orderBy('entry.id', 'desc');
}

/** @param found one more than `limit`, where there are more */
function idsOf(found: readonly Position[], filter: SharedFilter): SharedIds {
  const listed = found.filter((entry) => !isEarly(entry, filter));
  const shown = listed.slice(0, filter.limit);
  const last = listed.length > filter.limit ? shown.at(-1) : undefined;
  return { ids: shown.map(({ id }) => id), next: last === undefined ? null : { at: last.at, id: last.id } };
}

/** Whether the entry is in front of the list's lower bound. */
function isEarly({ at }: Position, { from }: SharedFilter): boolean {
  return from !== undefined && at < from;
}

/** Whether `one` is listed behind `other`. */
function isBehind(one: Position, other: Position): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}

function newestFirst(entries: readonly Position[]): Position[] {
  return entries.toSorted((a, b) => (isBehind(a, b) ? 1 : -1));
}
