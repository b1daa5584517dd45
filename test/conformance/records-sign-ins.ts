/** Sign-ins to the records of the running test, and what moves behind them. */
import type { NewSignIn } from '../../bff/account-records.ts';
import type { RecordStore } from '../../bff/records.ts';
import { mergeNext as nextOf } from '../../bff/sign-in/merge-next.ts';
import { records } from './records-harness.ts';

export const personal = (user: string) => `local/${user}`;

export const sessionBefore = (user: string, session = `s_${user}`) => ({
  session,
  user,
  isSignedIn: false,
  expiresAt: 9_000,
});

export const signIn = (session: string, changes: Partial<NewSignIn> = {}) =>
  records.signIn({
    issuer: 'https://id.example',
    subject: 'ada',
    name: 'Ada',
    before: null,
    freshUser: `u_fresh_${session}`,
    session,
    sessionExpiresAt: 5_000,
    idToken: null,
    memberships: [],
    at: 1_000,
    ...changes,
  });

/** What cannot be moved fails the test. */
export const mergeNext = (store: RecordStore, at: number) =>
  nextOf(store, {
    at,
    personalOrg: personal,
    onFault: (fault) => {
      throw fault;
    },
  });

/** Until nothing is left to move now. @returns how many steps that took */
export async function merge(at: number): Promise<number> {
  for (let steps = 0; ; steps++) if ((await mergeNext(records, at)) !== 'moved') return steps;
}

export const watched = (id: string, user_id: string, q: string, answer_id: string) =>
  records.watchQuestion({
    id,
    user_id,
    created_at: 1_000,
    q,
    as_of: null,
    corpus: 'sky',
    mode: 'verified',
    asked_at: 1_000,
    asked_size: 1,
    answered_at: 1_000,
    answer_id,
    summary: 'So many.',
    summary_hash: '0'.repeat(64),
    receipt_hash: null,
    findings_state: 'PASS',
  });
