/** Queries on members of organisations, and their roles. */
import type { Kysely, Transaction } from 'kysely';
import type { ListedMember, MemberRecord, Membership } from '../account-records.ts';
import { higherOf, type Role } from '../roles.ts';
import type { Tables } from './tables.ts';

type Joining = Omit<MemberRecord, 'given_by'>;

export function join(db: Kysely<Tables>, member: Joining): Promise<void> {
  return db.transaction().execute((trx) => joinIn(trx, member));
}

/** A membership that the provider gives stays the provider's. */
export async function joinIn(trx: Transaction<Tables>, member: Joining): Promise<void> {
  const known = await trx
    .selectFrom('members')
    .selectAll()
    .where('org_id', '=', member.org_id)
    .where('user_id', '=', member.user_id)
    .executeTakeFirst();
  if (known?.given_by === 'provider') return;
  const role = higherOf(member.role, known?.role ?? member.role);
  await trx
    .insertInto('members')
    .values({ ...member, role, given_by: 'invitation' })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

/** What the provider says replaces what it said before. */
export async function takeFromProvider(
  trx: Transaction<Tables>,
  { user, at, memberships }: ProviderMemberships,
): Promise<void> {
  const given_by = 'provider';
  for (const { org_id, role } of memberships) {
    await trx
      .insertInto('members')
      .values({ org_id, user_id: user, joined_at: at, role, given_by })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role, given_by }))
      .execute();
  }
  let former = trx.deleteFrom('members').where('user_id', '=', user).where('given_by', '=', given_by);
  const orgs = memberships.map(({ org_id }) => org_id);
  if (orgs.length > 0) former = former.where('org_id', 'not in', orgs);
  await former.execute();
}

interface ProviderMemberships {
  readonly user: string;
  readonly at: number;
  readonly memberships: readonly Membership[];
}

export async function leave(db: Kysely<Tables>, org: string, user: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('members')
    .where('org_id', '=', org)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function setRole(
  db: Kysely<Tables>,
  org: string,
  user: string,
  role: Role,
): Promise<ListedMember | null> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('members')
      .set({ role })
      .where('org_id', '=', org)
      .where('user_id', '=', user)
      .where('given_by', '=', 'invitation')
      .execute();
    const member = await listed(trx, org).where('members.user_id', '=', user).executeTakeFirst();
    return member ?? null;
  });
}

export function memberPage(
  db: Kysely<Tables>,
  org: string,
  after: string | null,
  limit: number,
): Promise<ListedMember[]> {
  let query = listed(db, org);
  if (after !== null) query = query.where('members.user_id', '>', after);
  return query.orderBy('members.user_id').limit(limit).execute();
}

function listed(db: Kysely<Tables>, org: string) {
  return db
    .selectFrom('members')
    .leftJoin('accounts', 'accounts.user_id', 'members.user_id')
    .selectAll('members')
    .select('accounts.name')
    .where('members.org_id', '=', org);
}

export function membershipsOf(db: Kysely<Tables>, user: string): Promise<Membership[]> {
  return db
    .selectFrom('members')
    .select(['org_id', 'role'])
    .where('user_id', '=', user)
    .orderBy('joined_at', 'desc')
    .orderBy('org_id', 'desc')
    .execute();
}

export function members(db: Kysely<Tables>, org: string): Promise<MemberRecord[]> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('org_id', '=', org)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
}
