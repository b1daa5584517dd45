/** Queries on accounts, and on sign-ins under way. */
import type { Kysely, Transaction } from 'kysely';
import type { AccountRecord, EndedSession, NewSignIn } from '../account-records.ts';
import { noteEnd } from './accounts.ts';
import { takeFromProvider } from './members.ts';
import { pruneExpired } from './prune-expired.ts';
import type { Tables } from './tables.ts';

export function signIn(
  db: Kysely<Tables>,
  record: NewSignIn,
): Promise<{ readonly user: string; readonly isMerging: boolean }> {
  return db.transaction().execute(async (trx) => {
    const { before, at, memberships } = record;
    const visitor = before === null ? null : await visitorOf(trx, before);
    const known = await knownAccount(trx, record);
    const user = known?.user_id ?? visitor ?? record.freshUser;
    await putAccount(trx, user, record);
    const isMerging = known !== null && visitor !== null && visitor !== user;
    if (isMerging) await startMerge(trx, { user_id: visitor, into_user: user, started_at: at, next_at: at });
    if (before !== null) await noteEnd(trx, before, at);
    await takeFromProvider(trx, { user, at, memberships });
    await noteSignIn(trx, record);
    return { user, isMerging };
  });
}

/** The visitor whose entries may be taken over: not that of an account, and not of a session that has ended meanwhile. */
async function visitorOf(
  trx: Transaction<Tables>,
  { user, session, isSignedIn }: EndedSession,
): Promise<string | null> {
  if (isSignedIn || (await accountOf(trx, user)) !== null) return null;
  const ended = await trx
    .selectFrom('ended_sessions')
    .select('session_id')
    .where('session_id', '=', session)
    .executeTakeFirst();
  return ended === undefined ? user : null;
}

async function knownAccount(
  trx: Transaction<Tables>,
  { issuer, subject }: NewSignIn,
): Promise<AccountRecord | null> {
  const row = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

async function putAccount(
  trx: Transaction<Tables>,
  user_id: string,
  { issuer, subject, name, at }: NewSignIn,
): Promise<void> {
  await trx
    .insertInto('accounts')
    .values({ user_id, issuer, subject, name, created_at: at, signed_in_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ name, signed_in_at: at }))
    .execute();
}

async function startMerge(trx: Transaction<Tables>, merge: Tables['merges']): Promise<void> {
  await trx
    .insertInto('merges')
    .values(merge)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

async function noteSignIn(
  trx: Transaction<Tables>,
  { session: session_id, sessionExpiresAt: expires_at, idToken: id_token, at }: NewSignIn,
): Promise<void> {
  if (id_token !== null)
    await trx.insertInto('sign_ins').values({ session_id, id_token, expires_at }).execute();
  await pruneExpired(trx, ['sign_ins', 'session_id'], at);
}

export async function accountOf(db: Kysely<Tables>, user: string): Promise<AccountRecord | null> {
  const row = await db.selectFrom('accounts').selectAll().where('user_id', '=', user).executeTakeFirst();
  return row ?? null;
}

export async function idTokenOf(db: Kysely<Tables>, session: string): Promise<string | null> {
  const row = await db
    .selectFrom('sign_ins')
    .select('id_token')
    .where('session_id', '=', session)
    .executeTakeFirst();
  return row?.id_token ?? null;
}

export function takeState(
  db: Kysely<Tables>,
  state: string,
  expires_at: number,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('used_states')
      .values({ state, expires_at })
      .onConflict((conflict) => conflict.column('state').doNothing())
      .executeTakeFirst();
    await pruneExpired(trx, ['used_states', 'state'], now);
    return numInsertedOrUpdatedRows === 1n;
  });
}
