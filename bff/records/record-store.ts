/** The records on whatever database Kysely speaks to. */
import type { Kysely } from 'kysely';
import type { RecordStore, VerdictRecord } from '../records.ts';
import {
  checkpoint,
  endInvitations,
  endSession,
  entitle,
  entitlement,
  entitlements,
  forgetCheckpoints,
  invitationsFrom,
  join,
  leave,
  members,
  organisationsOf,
  saveCheckpoint,
  sessionEnded,
} from './accounts.ts';
import { addHistory, askedFor, ownAnswers, readHistory, visibleAnswer } from './history.ts';
import { readSaved, removeSaved, saveAnswer } from './saved.ts';
import type { Tables } from './tables.ts';

/** @param db of the newest version (`migrate`); disposing the store closes it */
export function recordStore(db: Kysely<Tables>): RecordStore {
  return {
    addHistory: (record) => addHistory(db, record),
    history: (filter) => readHistory(db, filter),
    save: (record) => saveAnswer(db, record),
    saved: (filter) => readSaved(db, filter),
    removeSaved: (user, id, at) => removeSaved(db, user, id, at),
    askedFor: (user, answerId) => askedFor(db, user, answerId),
    visibleAnswer: (answerId, viewer) => visibleAnswer(db, answerId, viewer),
    ownAnswers: (user, answerIds) => ownAnswers(db, user, answerIds),
    noteVerdict: (verdict) => noteVerdict(db, verdict),
    latestSeq: () => latestSeq(db),
    join: (org_id, user_id, joined_at) => join(db, { org_id, user_id, joined_at }),
    leave: (org, user) => leave(db, org, user),
    organisationsOf: (user) => organisationsOf(db, user),
    members: (org) => members(db, org),
    endSession: (session_id, expires_at, now) => endSession(db, { session_id, expires_at }, now),
    sessionEnded: (sessionId) => sessionEnded(db, sessionId),
    endInvitations: (org, at) => endInvitations(db, org, at),
    invitationsFrom: (org) => invitationsFrom(db, org),
    checkpoint: (origin) => checkpoint(db, origin),
    forgetCheckpoints: () => forgetCheckpoints(db),
    saveCheckpoint: (origin, { note, keys }, updated_at) =>
      saveCheckpoint(db, { origin, note, keys, updated_at }),
    entitled: async (org, feature) => (await entitlement(db, org, feature)) ?? false,
    entitlement: (org, feature) => entitlement(db, org, feature),
    entitlements: () => entitlements(db),
    entitle: (org_id, feature_key, plan, enabled) => entitle(db, { org_id, feature_key, plan, enabled }),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

async function noteVerdict(db: Kysely<Tables>, verdict: VerdictRecord): Promise<void> {
  const { findings_state, seq } = verdict;
  await db
    .insertInto('verdicts')
    .values(verdict)
    .onConflict((conflict) =>
      conflict.column('answer_id').doUpdateSet({ findings_state, seq }).where('verdicts.seq', '<', seq),
    )
    .execute();
}

async function latestSeq(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('verdicts')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? null;
}
