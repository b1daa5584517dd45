/** Queries on invitations, ended sessions, pinned checkpoints and entitlements. */
import type { Kysely, Transaction } from 'kysely';
import type { EndedSession } from '../account-records.ts';
import type { CheckpointRecord, EntitlementRecord } from '../records.ts';
import { prepared } from './prepared.ts';
import { pruneExpired } from './prune-expired.ts';
import type { Tables } from './tables.ts';
import { forgetQuestions } from './watched-questions.ts';

/** Those that were made before; what another gateway ended later stays ended, whatever the clock of this one says. */
export async function endInvitations(db: Kysely<Tables>, org_id: string, valid_from: number): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ org_id, valid_from })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ valid_from }).where('invitations.valid_from', '<', valid_from),
    )
    .execute();
}

export async function invitationsFrom(db: Kysely<Tables>, org: string): Promise<number | null> {
  const row = await db
    .selectFrom('invitations')
    .select('valid_from')
    .where('org_id', '=', org)
    .executeTakeFirst();
  return row?.valid_from ?? null;
}

export async function endSession(
  db: Kysely<Tables>,
  { session, user, isSignedIn, expiresAt }: EndedSession,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isNew = await noteEnd(trx, { session, expiresAt }, now);
    // An account keeps its questions. If a sign-in ended the session first, its user belongs to the account.
    if (isNew && !isSignedIn) await forgetQuestions(trx, user);
  });
}

/** Notes that a session has ended, and forgets some that had expired by `now`. @returns false where it had ended before */
export async function noteEnd(
  trx: Transaction<Tables>,
  { session: session_id, expiresAt: expires_at }: Pick<EndedSession, 'session' | 'expiresAt'>,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ended_sessions')
    .values({ session_id, expires_at })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .executeTakeFirst();
  await pruneExpired(trx, ['ended_sessions', 'session_id'], now);
  await trx.deleteFrom('sign_ins').where('session_id', '=', session_id).execute();
  return numInsertedOrUpdatedRows === 1n;
}

export async function sessionEnded(db: Kysely<Tables>, sessionId: string): Promise<boolean> {
  return (await readEnd(db, { session_id: sessionId })).rows.length > 0;
}

const readEnd = prepared(['session_id'], (db, { session_id }: { readonly session_id: string }) =>
  db.selectFrom('ended_sessions').select('session_id').where('session_id', '=', session_id),
);

export async function checkpoint(db: Kysely<Tables>, origin: string): Promise<CheckpointRecord | null> {
  const { rows } = await readCheckpoint(db, { origin });
  return rows[0] ?? null;
}

const readCheckpoint = prepared(['origin'], (db, { origin }: { readonly origin: string }) =>
  db.selectFrom('checkpoints').selectAll().where('origin', '=', origin),
);

export async function forgetCheckpoints(db: Kysely<Tables>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('checkpoints').executeTakeFirst();
  return Number(numDeletedRows);
}

export async function saveCheckpoint(db: Kysely<Tables>, record: CheckpointRecord): Promise<void> {
  const { note, keys, updated_at } = record;
  await db
    .insertInto('checkpoints')
    .values(record)
    .onConflict((conflict) => conflict.column('origin').doUpdateSet({ note, keys, updated_at }))
    .execute();
}

export async function entitle(
  db: Kysely<Tables>,
  { org_id, feature_key, plan, enabled: on }: EntitlementRecord,
): Promise<void> {
  const enabled = on ? 1 : 0;
  await db
    .insertInto('entitlements')
    .values({ org_id, feature_key, plan, enabled })
    .onConflict((conflict) => conflict.columns(['org_id', 'feature_key']).doUpdateSet({ plan, enabled }))
    .execute();
}

export async function entitlement(db: Kysely<Tables>, org: string, feature: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('entitlements')
    .select('enabled')
    .where('org_id', '=', org)
    .where('feature_key', '=', feature)
    .executeTakeFirst();
  return row === undefined ? null : row.enabled === 1;
}

export async function entitlements(db: Kysely<Tables>): Promise<EntitlementRecord[]> {
  const rows = await db
    .selectFrom('entitlements')
    .selectAll()
    .orderBy('org_id')
    .orderBy('feature_key')
    .execute();
  return rows.map(({ enabled, ...row }) => ({ ...row, enabled: enabled === 1 }));
}
