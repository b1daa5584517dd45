/** Queries on links by which anybody may read one answer. */
import type { Kysely } from 'kysely';
import type { KnownLink, LinkRecord } from '../records.ts';
import { forgetOrgs, noteOrg } from './answer-orgs.ts';
import { ownerOf } from './answer-owners.ts';
import type { Tables } from './tables.ts';

/** Links of one user: their list is read as a whole. */
const MAX_LINKS = 200;

export async function addLink(db: Kysely<Tables>, link: LinkRecord, org_id?: string): Promise<boolean> {
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
    const { user_id, answer_id } = link;
    if (org_id !== undefined) await noteOrg(trx, { user_id, answer_id, org_id });
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
      eb.or(
        (['queries', 'answer_orgs'] as const).map((table) =>
          eb.exists(
            eb
              .selectFrom(table)
              .select(`${table}.org_id`)
              .whereRef(`${table}.answer_id`, '=', 'links.answer_id')
              .where(`${table}.user_id`, '=', user)
              .where(`${table}.org_id`, '=', org),
          ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function revokeLink(db: Kysely<Tables>, user: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom('links')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .returning('answer_id')
      .executeTakeFirst();
    if (revoked === undefined) return false;
    await forgetOrgs(trx, user, [revoked.answer_id]);
    return true;
  });
}
