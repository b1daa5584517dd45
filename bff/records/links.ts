/** Queries on links by which anybody may read one answer. */
import type { Kysely } from 'kysely';
import type { KnownLink, LinkRecord } from '../records.ts';
import { ownerOf } from './answer-owners.ts';
import type { Tables } from './tables.ts';

/** Links of one user: their list is read as a whole. */
const MAX_LINKS = 200;

export async function addLink(db: Kysely<Tables>, link: LinkRecord): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const last = await trx
      .selectFrom('links')
      .select('id')
      .where('user_id', '=', link.user_id)
      .orderBy('created_at')
      .limit(1)
      .offset(MAX_LINKS - 1)
      .executeTakeFirst();
    if (last !== undefined) return false;
    await trx.insertInto('links').values(link).execute();
    return true;
  });
}

export async function linkById(db: Kysely<Tables>, id: string): Promise<KnownLink | null> {
  const link = await db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
  return link === undefined ? null : { ...link, owner: await ownerOf(db, link) };
}

export function linksOf(db: Kysely<Tables>, user: string): Promise<LinkRecord[]> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function linksIn(db: Kysely<Tables>, org: string, user: string): Promise<LinkRecord[]> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', user)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('queries')
          .select('queries.id')
          .whereRef('queries.answer_id', '=', 'links.answer_id')
          .where('queries.user_id', '=', user)
          .where('queries.org_id', '=', org),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function revokeLink(db: Kysely<Tables>, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('links')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
