/** Queries on members of organisations, and their roles. */
import type { Kysely, Transaction } from 'kysely';
import type {
  ListedMember,
  MemberChange,
  MemberRecord,
  Membership,
  RoleChange,
  RoleCheck,
} from '../account-records.ts';
import { higherOf, isAtLeast, type Role } from '../roles.ts';
import { endInvitations, invitationsFrom } from './accounts.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

type Joining = Omit<MemberRecord, 'given_by'>;

/** Whether the invitation has ended is read in the transaction that joins: neither that end nor a removal comes between. */
export function join(db: Kysely<Tables>, member: Joining, issued: number): Promise<Role | null> {
  return db.transaction().execute(async (trx) => {
    const { org_id, user_id } = member;
    if (issued < ((await invitationsFrom(trx, org_id)) ?? 0)) return null;
    await joinIn(trx, member);
    return (await roleIn(trx, org_id, user_id)) ?? member.role;
  });
}

/** Beside a membership that the provider gives: the higher role of both holds. */
export async function joinIn(trx: Transaction<Tables>, member: Joining): Promise<void> {
  const known = await rowsOf(trx, member.user_id);
  const before = known.find(({ org_id, given_by }) => org_id === member.org_id && given_by === 'invitation');
  const role = higherOf(member.role, before?.role ?? member.role);
  await put(trx, known, { ...member, role, given_by: 'invitation' });
}

/** What the provider says replaces what it said before. Of those that are new the first named counts as the latest. */
export async function takeFromProvider(
  trx: Transaction<Tables>,
  { user, at, memberships }: ProviderMemberships,
): Promise<void> {
  const given_by = 'provider';
  const known = [...(await rowsOf(trx, user))];
  for (const { org_id, role } of memberships.toReversed()) {
    known.push(await put(trx, known, { org_id, user_id: user, joined_at: at, role, given_by }));
  }
  let former = trx.deleteFrom('members').where('user_id', '=', user).where('given_by', '=', given_by);
  const orgs = memberships.map(({ org_id }) => org_id);
  if (orgs.length > 0) former = former.where('org_id', 'not in', orgs);
  await former.execute();
}

/**
 * A member already stays one since the earlier instant. Two organisations are joined one after the other: the later one of the
 * same instant a millisecond later, so that every list of them has one order.
 * @param known all rows of the user
 */
async function put(
  trx: Transaction<Tables>,
  known: readonly MemberRecord[],
  row: MemberRecord,
): Promise<MemberRecord> {
  const { org_id, role } = row;
  const taken = new Set(known.filter((one) => one.org_id !== org_id).map((one) => one.joined_at));
  let { joined_at } = row;
  while (taken.has(joined_at)) joined_at += 1;
  await trx
    .insertInto('members')
    .values({ ...row, joined_at })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id', 'given_by']).doUpdateSet({ role }))
    .execute();
  return { ...row, joined_at };
}

async function rowsOf(db: Kysely<Tables>, user_id: string): Promise<MemberRecord[]> {
  return (await readRows(db, { user_id })).rows;
}

const readRows = prepared(['user_id'], (db, { user_id }: { readonly user_id: string }) =>
  db.selectFrom('members').selectAll().where('user_id', '=', user_id).orderBy('joined_at').orderBy('org_id'),
);

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

/** Ends earlier invitations with the membership: by one of them the user would be back between the two. */
export function removeMember(
  db: Kysely<Tables>,
  { org_id, user_id, at }: MemberChange,
  by: RoleCheck | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await checkRole(trx, org_id, by);
    if (!(await leave(trx, org_id, user_id))) return false;
    await endInvitations(trx, org_id, at + 1);
    return true;
  });
}

/** Where two curators change each other at once, the second of them is none any more. */
async function checkRole(trx: Transaction<Tables>, org: string, by: RoleCheck | undefined): Promise<void> {
  if (by !== undefined) by.check(await roleIn(trx, org, by.user));
}

async function roleIn(trx: Transaction<Tables>, org: string, user: string): Promise<Role | null> {
  return (await membershipsOf(trx, user)).find(({ org_id }) => org_id === org)?.role ?? null;
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
  by: RoleCheck | undefined,
): Promise<ListedMember | null> {
  return db.transaction().execute(async (trx) => {
    await checkRole(trx, org_id, by);
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
  return held(await rowsOf(db, user))
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
