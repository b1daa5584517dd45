/** The records on whatever database Kysely speaks to. */
import type { Kysely } from 'kysely';
import type { RecordStore } from '../records.ts';
import {
  checkpoint,
  endInvitations,
  endSession,
  entitle,
  entitlement,
  entitlements,
  forgetCheckpoints,
  invitationsFrom,
  saveCheckpoint,
  sessionEnded,
} from './accounts.ts';
import { forgetHistory, forgetQuestion } from './forget-history.ts';
import { addHistory, askedFor, ownAnswers, readHistory, searchHistory, visibleAnswer } from './history.ts';
import { addLink, linkById, linksIn, linksOf, revokeLink } from './links.ts';
import { join, leave, memberPage, members, membershipsOf, removeMember, setRole } from './members.ts';
import { dueMerge, mergeSome, putOffMerge } from './merge-visitors.ts';
import {
  changeSaved,
  purgeSaved,
  readRemoved,
  readSaved,
  removeSaved,
  restoreSaved,
  saveAnswer,
  savedById,
  searchSaved,
} from './saved.ts';
import { facetsOf } from './search-library.ts';
import { accountOf, idTokenOf, signIn, takeState } from './sign-ins.ts';
import type { Tables } from './tables.ts';
import { inboxRevision, readTurns, seeTurns, unseenTurns } from './turns.ts';
import { latestSeq, noteVerdict, verdictOf } from './verdicts.ts';
import {
  claimQuestions,
  forgetAbsent,
  hasQuestions,
  markMoved,
  noteVisit,
  questionsOf,
  settleQuestion,
  unwatchQuestion,
  watchQuestion,
} from './watched-questions.ts';

/** @param db of the newest version (`migrate`); disposing the store closes it */
export function recordStore(db: Kysely<Tables>): RecordStore {
  return {
    addHistory: (record) => addHistory(db, record),
    history: (filter) => readHistory(db, filter),
    searchHistory: (search) => searchHistory(db, search),
    forgetQuestion: (user, id) => forgetQuestion(db, user, id),
    forgetHistory: (user, limit) => forgetHistory(db, user, limit),
    save: (record, org) => saveAnswer(db, record, org),
    saved: (filter) => readSaved(db, filter),
    searchSaved: (search) => searchSaved(db, search),
    savedById: (user, id) => savedById(db, user, id),
    changeSaved: (user, id, changeOf) => changeSaved(db, user, id, changeOf),
    removeSaved: (user, id, at) => removeSaved(db, user, id, at),
    restoreSaved: (user, id) => restoreSaved(db, user, id),
    purgeSaved: (user, id) => purgeSaved(db, user, id),
    removedSaved: (user, after, limit) => readRemoved(db, user, after, limit),
    facets: (user, collection) => facetsOf(db, user, collection),
    askedFor: (user, answerId) => askedFor(db, user, answerId),
    visibleAnswer: (answerId, viewer) => visibleAnswer(db, answerId, viewer),
    ownAnswers: (user, answerIds) => ownAnswers(db, user, answerIds),
    noteVerdict: (verdict) => noteVerdict(db, verdict),
    latestSeq: () => latestSeq(db),
    verdictOf: (answerId) => verdictOf(db, answerId),
    addLink: (link, org) => addLink(db, link, org),
    linkById: (id) => linkById(db, id),
    linksOf: (user) => linksOf(db, user),
    linksIn: (org, user) => linksIn(db, org, user),
    revokeLink: (user, id) => revokeLink(db, user, id),
    watchQuestion: (question) => watchQuestion(db, question),
    unwatchQuestion: (user, id) => unwatchQuestion(db, user, id),
    questionsOf: (user) => questionsOf(db, user),
    hasQuestions: () => hasQuestions(db),
    markMoved: (corpus) => markMoved(db, corpus),
    claimQuestions: (due) => claimQuestions(db, due),
    settleQuestion: (id, claim, look) => settleQuestion(db, id, claim, look),
    turns: (filter) => readTurns(db, filter),
    unseenTurns: (user) => unseenTurns(db, user),
    seeTurns: (user, ids, at) => seeTurns(db, user, ids, at),
    inboxRevision: (user) => inboxRevision(db, user),
    visit: (visit) => noteVisit(db, visit),
    forgetAbsent: (before) => forgetAbsent(db, before),
    signIn: (record) => signIn(db, record),
    accountOf: (user) => accountOf(db, user),
    idTokenOf: (session) => idTokenOf(db, session),
    takeState: (state, expiresAt, now) => takeState(db, state, expiresAt, now),
    dueMerge: (at) => dueMerge(db, at),
    mergeSome: (user, at, personalOrg) => mergeSome(db, user, { at, personalOrg }),
    putOffMerge: (user, until) => putOffMerge(db, user, until),
    join: (org_id, user_id, at, role, issued = at) =>
      join(db, { org_id, user_id, joined_at: at, role }, issued),
    memberPage: (org, after, limit) => memberPage(db, org, after, limit),
    setRole: (change, by) => setRole(db, change, by),
    removeMember: (change, by) => removeMember(db, change, by),
    leave: (org, user) => leave(db, org, user),
    membershipsOf: (user) => membershipsOf(db, user),
    members: (org) => members(db, org),
    endSession: (session, now) => endSession(db, session, now),
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
