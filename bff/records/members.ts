/** Queries on members of organisations, and their roles. */
import type { Kysely, Transaction } from 'kysely';
import type { ListedMember, MemberRecord, Membership, RoleChange } from '../account-records.ts';
import { higherOf, isAtLeast } from '../roles.ts';
import { endInvitations } from './accounts.ts';
import type { Tables } from './tables.ts';

type Joining = Omit<MemberRecord, 'given_by'>;

export function join(db: Kysely<Tables>, member: Joining): Promise<void> {
  return db.transaction().execute((trx) => joinIn(trx, member));
}

/** Beside a membership that the provider gives: the higher role of both holds. */
export async function joinIn(trx: Transaction<Tables>, member: Joining): Promise<void> {
  const { org_id, user_id } = member;
  const known = await rowOf(trx, { org_id, user_id, given_by: 'invitation' });
  const role = higherOf(member.role, known?.role ?? member.role);
  await put(trx, { ...member, role, given_by: 'invitation' });
}

/** What the provider says replaces what it said before. */
export async function takeFromProvider(
  trx: Transaction<Tables>,
  { user, at, memberships }: ProviderMemberships,
): Promise<void> {
  const given_by = 'provider';
  for (const { org_id, role } of memberships) {
    await put(trx, { org_id, user_id: user, joined_at: at, role, given_by });
  }
  let former = trx.deleteFrom('members').where('user_id', '=', user).where('given_by', '=', given_by);
  const orgs = memberships.map(({ org_id }) => org_id);
  if (orgs.length > 0) former = former.where('org_id', 'not in', orgs);
  await former.execute();
}

/** A member already stays one since the earlier instant. */
async function put(trx: Transaction<Tables>, row: MemberRecord): Promise<void> {
  const { role } = row;
  await trx
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id', 'given_by']).doUpdateSet({ role }))
    .execute();
}

async function rowOf(
  trx: Transaction<Tables>,
  { org_id, user_id, given_by }: Pick<MemberRecord, 'org_id' | 'user_id' | 'given_by'>,
): Promise<MemberRecord | undefined> {
  return trx
    .selectFrom('members')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .where('given_by', '=', given_by)
    .executeTakeFirst();
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
  { org_id, user_id, role, at }: RoleChange,
): Promise<ListedMember | null> {
  return db.transaction().execute(async (trx) => {
    const member = async () =>
      held(await listed(trx, org_id).where('members.user_id', '=', user_id).execute());
    const [before] = await member();
    const given = await rowOf(trx, { org_id, user_id, given_by: 'provider' });
    const isLess = given !== undefined && !isAtLeast(role, given.role);
    if (before === undefined || isLess) return before ?? null;
    await trx
      .updateTable('members')
      .set({ role })
      .where('org_id', '=', org_id)
      .where('user_id', '=', user_id)
      .where('given_by', '=', 'invitation')
      .execute();
    // By an earlier invitation the member would have the higher role again.
    if (!isAtLeast(role, before.role)) await endInvitations(trx, org_id, at + 1);
    return (await member())[0] ?? null;
  });
}

/** @param limit of members: each has two rows at most */
export async function memberPage(
  db: Kysely<Tables>,
  org: string,
  after: string | null,
  limit: number,
): Promise<ListedMember[]> {
  let query = listed(db, org);
  if (after !== null) query = query.where('members.user_id', '>', after);
  return held(await query.limit(2 * limit).execute()).slice(0, limit);
}

function listed(db: Kysely<Tables>, org: string) {
  return db
    .selectFrom('members')
    .leftJoin('accounts', 'accounts.user_id', 'members.user_id')
    .selectAll('members')
    .select('accounts.name')
    .where('members.org_id', '=', org)
    .orderBy('members.user_id');
}

export async function membershipsOf(db: Kysely<Tables>, user: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('joined_at')
    .orderBy('org_id')
    .execute();
  return held(rows)
    .map(({ org_id, role }) => ({ org_id, role }))
    .reverse();
}

export async function members(db: Kysely<Tables>, org: string): Promise<MemberRecord[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('org_id', '=', org)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  return held(rows);
}

/** One of each membership, at its first place: with the highest role that it has, since the earliest instant. */
function held<M extends MemberRecord>(rows: readonly M[]): M[] {
  const all = new Map<string, M>();
  for (const row of rows) {
    const key = JSON.stringify([row.org_id, row.user_id]);
    const known = all.get(key);
    all.set(key, known === undefined ? row : both(known, row));
  }
  return [...all.values()];
}

function both<M extends MemberRecord>(one: M, other: M): M {
  const joined_at = Math.min(one.joined_at, other.joined_at);
  const higher = isAtLeast(one.role, other.role) ? one : other;
  // The provider's stays when the other is taken away.
  const provider = one.given_by === 'provider' ? one : other;
  return { ...(one.role === other.role ? provider : higher), joined_at };
}
