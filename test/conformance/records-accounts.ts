/** Accounts: what every database of the records does at a sign-in. */
import { describe, expect, it } from 'vitest';
import type { NewSignIn } from '../../bff/account-records.ts';
import type { RecordStore } from '../../bff/records.ts';
import type { Role } from '../../bff/roles.ts';
import { mergeNext as nextOf } from '../../bff/sign-in/merge-next.ts';
import { entry, idsOf, link, openAnother, records, reopen, saved, verdict } from './records-harness.ts';

const personal = (user: string) => `local/${user}`;
const LATE_MS = 60_000;

const sessionBefore = (user: string, session = `s_${user}`) => ({
  session,
  user,
  isSignedIn: false,
  expiresAt: 9_000,
});

const signIn = (session: string, changes: Partial<NewSignIn> = {}) =>
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
const mergeNext = (store: RecordStore, at: number) =>
  nextOf(store, {
    at,
    personalOrg: personal,
    onFault: (fault) => {
      throw fault;
    },
  });

/** Until nothing is left to move now. @returns how many steps that took */
async function merge(at: number): Promise<number> {
  for (let steps = 0; ; steps++) if ((await mergeNext(records, at)) !== 'moved') return steps;
}

const watched = (id: string, user_id: string, q: string, answer_id: string) =>
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

export function describeAccounts(): void {
  describe('an account', () => {
    it('takes over its first visitor as it is, and is found again by issuer and subject', async () => {
      await records.save(saved('s_1', { user_id: 'u_1' }));
      expect(await signIn('a', { before: sessionBefore('u_1') })).toEqual({ user: 'u_1', isMerging: false });
      expect(await mergeNext(records, 1_000)).toBe('none');
      expect(await records.sessionEnded('s_u_1')).toBe(true);
      await reopen();
      expect(await signIn('b', { name: 'Ada L.', at: 2_000 })).toEqual({ user: 'u_1', isMerging: false });
      expect(await records.accountOf('u_1')).toEqual({
        user_id: 'u_1',
        issuer: 'https://id.example',
        subject: 'ada',
        name: 'Ada L.',
        created_at: 1_000,
        signed_in_at: 2_000,
      });
      expect(await records.saved({ user: 'u_1', limit: 9 })).toHaveLength(1);
    });

    it.each([
      ['another subject', { subject: 'bob' }],
      ['the same subject of another issuer', { issuer: 'https://other.example' }],
      ['a subject in other case', { subject: 'Ada' }],
    ])('is not that of %s', async (_, person) => {
      const { user } = await signIn('a');
      expect((await signIn('b', person)).user).not.toBe(user);
    });

    it('begins anew without a visitor, and takes over no visitor whose session has ended', async () => {
      expect(await signIn('a')).toEqual({ user: 'u_fresh_a', isMerging: false });
      await records.endSession({ ...sessionBefore('u_2'), expiresAt: 9_000 }, 1);
      expect(await signIn('b', { subject: 'bob', before: sessionBefore('u_2') })).toMatchObject({
        user: 'u_fresh_b',
      });
    });

    it('takes over neither the user of another account nor a visitor twice', async () => {
      expect(await signIn('a', { before: sessionBefore('u_1') })).toMatchObject({ user: 'u_1' });
      for (const isSignedIn of [true, false]) {
        const other = {
          subject: `bob ${isSignedIn}`,
          before: { ...sessionBefore('u_1', `late ${isSignedIn}`), isSignedIn },
        };
        const { user, isMerging } = await signIn(`b ${isSignedIn}`, other);
        expect({ user, isMerging }).toEqual({ user: `u_fresh_b ${isSignedIn}`, isMerging: false });
      }
    });

    it('is one of those that two processes make at once', async () => {
      await using other = await openAnother();
      const both = await Promise.all(
        [records, other].map((store, index) =>
          store.signIn({
            issuer: 'https://id.example',
            subject: 'ada',
            name: null,
            before: null,
            freshUser: `u_${index}`,
            session: `s_${index}`,
            sessionExpiresAt: 5_000,
            idToken: null,
            memberships: [],
            at: 1_000,
          }),
        ),
      );
      expect(both[0]?.user).toBe(both[1]?.user);
    });

    it('has an id token until its session ends or expires', async () => {
      await signIn('a', { idToken: 'one' });
      await signIn('b', { idToken: 'two', sessionExpiresAt: 1_500 });
      expect([await records.idTokenOf('a'), await records.idTokenOf('b')]).toEqual(['one', 'two']);
      await signIn('c', { at: 1_500 });
      expect([await records.idTokenOf('a'), await records.idTokenOf('b')]).toEqual(['one', null]);
      await records.endSession({ session: 'a', user: 'u_fresh_a', isSignedIn: true, expiresAt: 9_000 }, 1);
      expect(await records.idTokenOf('a')).toBeNull();
    });

    it.each([
      ['a new one, which the visitor becomes', false],
      ['one that there was', true],
    ])(
      'keeps what its visitor watched, where the visitor’s session is ended once more: %s',
      async (_, isKnown) => {
        if (isKnown) await signIn('a');
        await watched('w_1', 'u_1', 'How many?', 'ans_1');
        const { user } = await signIn('b', { before: sessionBefore('u_1') });
        // A sign-out that was under way when the sign-in ended the session.
        await records.endSession(sessionBefore('u_1'), 2_000);
        await merge(2_000);
        expect((await records.questionsOf(user)).map(({ id }) => id)).toEqual(['w_1']);
      },
    );

    it('keeps its watched questions when a session of it ends', async () => {
      const { user } = await signIn('a');
      await watched('q_1', user, 'How many?', 'ans_1');
      await records.endSession({ session: 'a', user, isSignedIn: true, expiresAt: 9_000 }, 2_000);
      expect(await records.questionsOf(user)).toHaveLength(1);
    });
  });

  describe('a state', () => {
    it('is used once, also by two processes at once', async () => {
      await using other = await openAnother();
      const uses = await Promise.all([records, other].map((store) => store.takeState('x', 10, 1)));
      expect(uses.sort()).toEqual([false, true]);
      expect(await records.takeState('x', 10, 1)).toBe(false);
      expect(await records.takeState('y', 10, 1)).toBe(true);
    });

    it('is forgotten when it has expired, at most 100 at once, and not before', async () => {
      for (let i = 0; i < 102; i++) await records.takeState(`x_${100 + i}`, 50, 10);
      expect(await records.takeState('x_100', 50, 49)).toBe(false);
      await records.takeState('fresh', 99, 50);
      const left: boolean[] = [];
      for (let i = 0; i < 102; i++) left.push(await records.takeState(`x_${100 + i}`, 99, 10));
      expect(left.filter((isNew) => !isNew)).toHaveLength(2);
    });
  });

  describe('memberships by the provider', () => {
    it('are what it says at the last sign-in, beside those by invitation', async () => {
      const both = [
        { org_id: 'acme', role: 'reader' },
        { org_id: 'beta', role: 'curator' },
      ] as const;
      const { user } = await signIn('a', { memberships: both });
      await records.join('club', user, 3_000, 'reader');
      expect(await records.membershipsOf(user)).toEqual([
        { org_id: 'club', role: 'reader' },
        both[0],
        both[1],
      ]);
      await signIn('b', { memberships: [{ org_id: 'acme', role: 'contributor' }], at: 4_000 });
      expect(await records.membershipsOf(user)).toEqual([
        { org_id: 'club', role: 'reader' },
        { org_id: 'acme', role: 'contributor' },
      ]);
      await signIn('c', { at: 5_000 });
      expect(await records.membershipsOf(user)).toEqual([{ org_id: 'club', role: 'reader' }]);
    });

    it.each([[['beta', 'club', 'acme']], [['acme', 'beta', 'club']]])(
      'of one sign-in come in the order in which they are given: %j',
      async (orgs) => {
        const memberships = orgs.map((org_id) => ({ org_id, role: 'reader' }) as const);
        const { user } = await signIn('a', { memberships });
        const listed = async () => (await records.membershipsOf(user)).map(({ org_id }) => org_id);
        expect(await listed()).toEqual(orgs);
        await signIn('b', { memberships: memberships.toReversed() });
        expect(await listed()).toEqual(orgs);
        // What is new at a later sign-in is joined later.
        await signIn('c', { memberships: [...memberships, { org_id: 'aaa', role: 'reader' }], at: 1_001 });
        expect(await listed()).toEqual(['aaa', ...orgs]);
      },
    );
  });

  describe('a member by the provider and by an invitation', () => {
    const given = (role: Role) => ({ memberships: [{ org_id: 'acme', role }] });
    const roleOf = async (user: string) => (await records.membershipsOf(user)).map(({ role }) => role);

    it.each<[Role, Role, Role]>([
      ['reader', 'curator', 'curator'],
      ['curator', 'reader', 'curator'],
      ['contributor', 'contributor', 'contributor'],
    ])('of %s and %s is %s, once, and keeps the second without the first', async (first, second, both) => {
      await records.join('acme', 'u_1', 500, second);
      const { user } = await signIn('a', { before: sessionBefore('u_1'), ...given(first), at: 1_000 });
      expect(user).toBe('u_1');
      expect(await roleOf(user)).toEqual([both]);
      expect(await records.memberPage('acme', null, 9)).toMatchObject([{ role: both, joined_at: 500 }]);
      expect(await records.members('acme')).toMatchObject([{ role: both, joined_at: 500 }]);
      await signIn('b', { at: 2_000 });
      expect(await roleOf(user)).toEqual([second]);
      await signIn('c', { ...given(first), at: 3_000 });
      expect(await records.leave('acme', user)).toBe(true);
      expect(await roleOf(user)).toEqual([]);
    });

    it('is raised and lowered by the invitation’s role, and no lower than the provider’s', async () => {
      const { user } = await signIn('a', given('contributor'));
      await records.join('acme', user, 2_000, 'curator');
      const set = (role: Role) => records.setRole({ org_id: 'acme', user_id: user, role, at: 3_000 });
      expect(await set('reader')).toMatchObject({ role: 'curator', given_by: 'invitation' });
      expect(await records.invitationsFrom('acme')).toBeNull();
      expect(await set('contributor')).toMatchObject({ role: 'contributor', given_by: 'provider' });
      expect(await set('curator')).toMatchObject({ role: 'curator', given_by: 'invitation' });
    });

    it('fills a page as one', async () => {
      for (const id of ['u_1', 'u_2', 'u_3']) {
        await records.join('acme', id, 500, 'reader');
        await signIn(`s_${id}`, { subject: id, before: sessionBefore(id), ...given('curator') });
      }
      const idsAfter = async (after: string | null) =>
        (await records.memberPage('acme', after, 2)).map(({ user_id }) => user_id);
      expect(await idsAfter(null)).toEqual(['u_1', 'u_2']);
      expect(await idsAfter('u_2')).toEqual(['u_3']);
    });
  });

  describe('a lower role', () => {
    it('ends the invitations until then, and a higher one or the same ends none', async () => {
      await records.join('acme', 'u_1', 1, 'contributor');
      const set = (role: Role, at: number) => records.setRole({ org_id: 'acme', user_id: 'u_1', role, at });
      await set('curator', 5);
      await set('curator', 6);
      expect(await records.invitationsFrom('acme')).toBeNull();
      await set('contributor', 7);
      expect(await records.invitationsFrom('acme')).toBe(8);
    });
  });

  describe('the end of earlier invitations', () => {
    it('holds where a gateway whose clock is behind ends them again', async () => {
      await records.endInvitations('acme', 9);
      await records.endInvitations('acme', 8);
      expect(await records.invitationsFrom('acme')).toBe(9);
      await records.endInvitations('acme', 10);
      expect(await records.invitationsFrom('acme')).toBe(10);
    });
  });

  describe('the members of an organisation', () => {
    it('are paged by their ids with the names of their accounts, and have the role that was set last', async () => {
      const { user } = await signIn('a', {
        memberships: [{ org_id: 'acme', role: 'reader' }],
        freshUser: 'u_2',
      });
      await records.join('acme', 'u_1', 1, 'contributor');
      await records.join('acme', 'u_3', 1, 'reader');
      await records.join('beta', 'u_0', 1, 'reader');
      const page = await records.memberPage('acme', null, 2);
      expect(page).toEqual([
        {
          org_id: 'acme',
          user_id: 'u_1',
          joined_at: 1,
          role: 'contributor',
          given_by: 'invitation',
          name: null,
        },
        {
          org_id: 'acme',
          user_id: user,
          joined_at: 1_000,
          role: 'reader',
          given_by: 'provider',
          name: 'Ada',
        },
      ]);
      expect((await records.memberPage('acme', 'u_2', 2)).map(({ user_id }) => user_id)).toEqual(['u_3']);
      expect(await records.memberPage('acme', 'u_3', 2)).toEqual([]);
      const setRole = (id: string) =>
        records.setRole({ org_id: 'acme', user_id: id, role: 'curator', at: 9 });
      expect(await setRole('u_1')).toMatchObject({ role: 'curator' });
      expect(await setRole(user)).toMatchObject({
        role: 'reader',
        given_by: 'provider',
      });
      expect(await setRole('u_0')).toBeNull();
      expect(await records.membershipsOf('u_0')).toEqual([{ org_id: 'beta', role: 'reader' }]);
    });

    it('have links in it to what they asked there', async () => {
      await records.addHistory(entry('q_1', { answer_id: 'ans_1' }));
      await records.addHistory(entry('q_2', { answer_id: 'ans_2', org_id: 'local/u_1' }));
      await records.addHistory(entry('q_3', { answer_id: 'ans_2', user_id: 'u_2' }));
      const link = { kind: 'page', q: 'Rings?', summary_hash: '0'.repeat(64), receipt_hash: null } as const;
      for (const [index, answer_id] of ['ans_1', 'ans_2', 'ans_1'].entries()) {
        const made = { ...link, id: `l_${index}`, user_id: 'u_1', answer_id, created_at: index };
        await records.addLink(made);
      }
      expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual(['l_2', 'l_0']);
      expect(await records.linksIn('acme', 'u_2')).toEqual([]);
      expect(await records.linksIn('beta', 'u_1')).toEqual([]);
    });

    describe('have links in it, whatever they delete', () => {
      const share = (id: string, answer_id = 'ans_1', org?: string) =>
        records.addLink(link(id, answer_id), org);
      const linked = async (org = 'acme', user = 'u_1') =>
        (await records.linksIn(org, user)).map(({ id }) => id);

      it.each([
        ['one question', () => records.forgetQuestion('u_1', 'q_1')],
        ['the history', () => records.forgetHistory('u_1', 9)],
      ])('to an answer that was shared before %s was deleted', async (_, forget) => {
        await records.addHistory(entry('q_1'));
        await share('l_1');
        expect(await forget()).toBeTruthy();
        expect(await linked()).toEqual(['l_1']);
        expect(await linked('beta')).toEqual([]);
      });

      it('to a saved answer that was shared after its question was deleted', async () => {
        await records.addHistory(entry('q_1'));
        await records.save(saved('s_1'));
        await records.forgetHistory('u_1', 9);
        await share('l_1');
        expect(await linked()).toEqual(['l_1']);
      });

      it('to an entry that was removed while its question was deleted, and restored', async () => {
        await records.addHistory(entry('q_1'));
        await records.save(saved('s_1'));
        await records.removeSaved('u_1', 's_1', 5);
        await records.forgetHistory('u_1', 9);
        await records.restoreSaved('u_1', 's_1');
        await share('l_1');
        expect(await linked()).toEqual(['l_1']);
      });

      it('in each organisation in which they asked, also after signing in to an account', async () => {
        const { user } = await signIn('a');
        await records.addHistory(entry('q_1'));
        await records.addHistory(entry('q_2', { org_id: 'beta' }));
        await records.addHistory(entry('q_3', { org_id: 'local/u_1' }));
        await share('l_1');
        await records.forgetHistory('u_1', 9);
        await signIn('b', { before: sessionBefore('u_1') });
        await merge(1_000);
        for (const org of ['acme', 'beta', personal(user)]) expect(await linked(org, user)).toEqual(['l_1']);
        for (const org of ['acme', personal('u_1')]) expect(await linked(org, 'u_1')).toEqual([]);
        expect(await linked(personal('u_1'), user)).toEqual([]);
      });

      it('also where the account clears its history before the link has moved', async () => {
        const { user } = await signIn('a');
        await records.addHistory(entry('q_1'));
        await share('l_1');
        await signIn('b', { before: sessionBefore('u_1') });
        expect(await mergeNext(records, 1_000)).toBe('moved');
        expect(await idsOf({ of: { user }, limit: 9 })).toEqual(['q_1']);
        await records.forgetHistory(user, 9_000);
        await merge(1_000);
        expect(await linked('acme', user)).toEqual(['l_1']);
      });

      it('also where the account deletes its own entries on the answer before the merge ends', async () => {
        const { user } = await signIn('a');
        await records.save(saved('own', { user_id: user }));
        await records.addHistory(entry('q_1'));
        await share('l_1');
        await signIn('b', { before: sessionBefore('u_1') });
        // Of questions, then of organisations.
        for (let step = 0; step < 2; step++) expect(await mergeNext(records, 1_000)).toBe('moved');
        await records.forgetHistory(user, 9);
        await records.removeSaved(user, 'own', 5);
        await records.purgeSaved(user, 'own');
        await merge(1_000);
        expect(await linked('acme', user)).toEqual(['l_1']);
      });

      it('and none once the account deletes the saved answer for good before the merge ends', async () => {
        const { user } = await signIn('a');
        await records.save(saved('s_1'), 'acme');
        await signIn('b', { before: sessionBefore('u_1') });
        expect(await mergeNext(records, 1_000)).toBe('moved');
        expect(await records.removeSaved(user, 's_1', 5)).toBe(true);
        await records.purgeSaved(user, 's_1');
        await merge(1_000);
        await records.addLink({ ...link('l_2'), user_id: user });
        expect(await linked('acme', user)).toEqual([]);
      });

      it('however many answers they have, of which an account takes over some at once', async () => {
        const { user } = await signIn('a');
        for (let i = 0; i < 101; i++) await share(`l_${i}`, `ans_${i}`, 'acme');
        await signIn('b', { before: sessionBefore('u_1') });
        expect(await merge(1_000)).toBeGreaterThanOrEqual(3);
        expect(await linked('acme', user)).toHaveLength(101);
        expect(await linked('acme', 'u_1')).toEqual([]);
      });

      it('to an answer that was never asked for by themselves, in the organisation that is noted first', async () => {
        await records.save(saved('s_1'), 'acme');
        await share('l_1', 'ans_1', 'beta');
        await records.addHistory(entry('q_1', { answer_id: 'ans_2', org_id: 'beta' }));
        await share('l_2', 'ans_2', 'acme');
        expect([await linked('acme'), await linked('beta')]).toEqual([['l_1'], ['l_2']]);
      });

      it('and none once nothing is left by which the answer was theirs', async () => {
        await records.addHistory(entry('q_1'));
        await records.save(saved('s_1'));
        await share('l_1');
        await records.forgetHistory('u_1', 9);
        await records.revokeLink('u_1', 'l_1');
        await share('l_2');
        expect(await linked()).toEqual(['l_2']);
        await records.removeSaved('u_1', 's_1', 5);
        await records.purgeSaved('u_1', 's_1');
        expect(await linked()).toEqual(['l_2']);
        await records.revokeLink('u_1', 'l_2');
        await share('l_3');
        expect(await linked()).toEqual([]);
      });

      it('and none once the removed entry by which the answer was theirs is too old to be restored', async () => {
        await records.addHistory(entry('q_1'));
        await records.save(saved('s_1'));
        await records.forgetHistory('u_1', 9);
        await records.removeSaved('u_1', 's_1', 5);
        const month = 30 * 86_400_000;
        await records.save(saved('s_2', { answer_id: 'ans_2' }));
        await records.removeSaved('u_1', 's_2', 5 + month - 1);
        await share('l_1');
        expect(await linked()).toEqual(['l_1']);
        await records.revokeLink('u_1', 'l_1');
        await records.save(saved('s_3', { answer_id: 'ans_3' }));
        await records.removeSaved('u_1', 's_3', 5 + month);
        await share('l_2');
        expect(await linked()).toEqual([]);
      });
    });
  });

  describe('what a visitor had before signing in to a known account', () => {
    it('is the account’s afterwards: saved, removed, asked, watched, shared, and found by its words', async () => {
      const { user } = await signIn('a');
      await records.save(saved('s_1', { user_id: 'u_2', answer_id: 'ans_2', title: 'Rings', tags: ['sky'] }));
      await records.save(saved('s_2', { user_id: 'u_2', answer_id: 'ans_3', summary_hash: '3'.repeat(64) }));
      await records.removeSaved('u_2', 's_2', 1_500);
      await records.addHistory(
        entry('q_1', { user_id: 'u_2', org_id: 'local/u_2', answer_id: 'ans_2', q: 'Rings?' }),
      );
      await records.addHistory(
        entry('q_2', { user_id: 'u_2', org_id: 'acme', answer_id: 'ans_4', requested_at: 2_000 }),
      );
      await watched('w_1', 'u_2', 'How many?', 'ans_2');
      const link = { kind: 'page', q: 'Rings?', summary_hash: '0'.repeat(64), receipt_hash: null } as const;
      await records.addLink({ ...link, id: 'l_1', user_id: 'u_2', answer_id: 'ans_2', created_at: 1_000 });
      await records.noteVerdict({ ...verdict('ans_2', 'FAIL', 3), at: '2026-01-01T00:00:00.000Z' });
      await records.join('acme', 'u_2', 1_000, 'reader');
      const turned = (await records.turns({ user: 'u_2', unseen: true, limit: 9 })).map(({ id }) => id);
      expect(turned.length).toBeGreaterThan(0);

      expect(await signIn('b', { before: sessionBefore('u_2') })).toEqual({ user, isMerging: true });
      await merge(2_000);
      expect(await records.saved({ user, limit: 9 })).toMatchObject([
        { id: 's_1', title: 'Rings', findings_state: 'FAIL' },
      ]);
      expect(await records.saved({ user, tag: 'sky', limit: 9 })).toHaveLength(1);
      expect(await records.removedSaved(user, undefined, 9)).toMatchObject([
        { id: 's_2', removed_at: 1_500 },
      ]);
      expect(await idsOf({ of: { user }, limit: 9 })).toEqual(['q_2', 'q_1']);
      expect(await idsOf({ of: { org: personal(user) }, limit: 9 })).toEqual(['q_1']);
      expect(await idsOf({ of: { org: 'acme' }, limit: 9 })).toEqual(['q_2']);
      expect(await idsOf({ of: { user }, tag: { user, name: 'sky' }, limit: 9 })).toEqual(['q_1']);
      const found = await records.searchSaved({ user, text: 'ring', values: [], limit: 9 });
      expect(found.rows.map(({ id }) => id)).toEqual(['s_1']);
      expect((await records.searchHistory({ user, text: 'rings', values: [], limit: 9 })).rows).toHaveLength(
        1,
      );
      expect((await records.questionsOf(user)).map(({ id }) => id)).toEqual(['w_1']);
      expect((await records.linksOf(user)).map(({ id }) => id)).toEqual(['l_1']);
      expect((await records.turns({ user, unseen: true, limit: 9 })).map(({ id }) => id)).toEqual(turned);
      expect(await records.membershipsOf(user)).toEqual([{ org_id: 'acme', role: 'reader' }]);
      expect(await records.inboxRevision(user)).toBeGreaterThan(0);
      // The engine has these answers as the visitor's.
      for (const id of ['ans_2', 'ans_4']) {
        expect(await records.askedFor(user, id)).toMatchObject({ user_id: user, owner: 'u_2' });
      }
      expect(await records.linkById('l_1')).toMatchObject({ user_id: user, owner: 'u_2' });

      expect(await records.saved({ user: 'u_2', limit: 9 })).toEqual([]);
      expect(await idsOf({ of: { user: 'u_2' }, limit: 9 })).toEqual([]);
      expect(await records.facets('u_2', 'saved')).toEqual([]);
      expect(await records.facets('u_2', 'history')).toEqual([]);
      expect(await records.questionsOf('u_2')).toEqual([]);
      expect(await records.linksOf('u_2')).toEqual([]);
      expect(await records.membershipsOf('u_2')).toEqual([]);
      const counted = (await records.facets(user, 'saved')).find(({ facet }) => facet === 'tag');
      expect(counted).toEqual({ facet: 'tag', value: 'sky', entries: 1 });
    });

    it('is not there twice: an entry on the same gives what the account’s lacks, and can be restored', async () => {
      const { user } = await signIn('a');
      await records.save(saved('own', { user_id: user, answer_id: 'ans_1', tags: ['a'], note: 'mine' }));
      const double = { user_id: 'u_2', tags: ['b'], folder: 'work', note: 'theirs' };
      await records.save(saved('double', { ...double, answer_id: 'ans_2' }));
      await records.save(saved('later', { user_id: 'u_2', answer_id: 'ans_3', snapshot_id: '2.b' }));
      await records.save(saved('other day', { user_id: 'u_2', answer_id: 'ans_4', as_of: '2024-01-01' }));
      await watched('w_1', user, 'How many?', 'ans_1');
      await watched('w_2', 'u_2', 'How many?', 'ans_2');
      await signIn('b', { before: sessionBefore('u_2') });
      await merge(2_000);
      const ids = (await records.saved({ user, limit: 9 })).map(({ id }) => id);
      expect(ids).toEqual(['own', 'other day', 'later']);
      expect(await records.savedById(user, 'own')).toMatchObject({
        tags: ['a', 'b'],
        folder: 'work',
        note: 'mine',
      });
      expect(await records.removedSaved(user, undefined, 9)).toMatchObject([
        { id: 'double', note: 'theirs' },
      ]);
      expect((await records.questionsOf(user)).map(({ id }) => id)).toEqual(['w_1']);
      expect(await records.restoreSaved(user, 'double')).toMatchObject({ id: 'double', tags: ['b'] });
    });

    it('is one entry of the inbox where its subject has changed for the account too', async () => {
      const { user } = await signIn('a');
      await records.save(saved('s_1', { user_id: 'u_2', answer_id: 'ans_2' }));
      await records.noteVerdict({ ...verdict('ans_2', 'WARN', 3), at: '2026-01-01T00:00:00.000Z' });
      await signIn('b', { before: sessionBefore('u_2'), at: 1_000 });
      // The first step moves saved answers alone.
      expect(await mergeNext(records, 1_000)).toBe('moved');
      await records.noteVerdict({ ...verdict('ans_2', 'FAIL', 4), at: '2026-01-02T00:00:00.000Z' });
      await merge(1_000);
      expect(await records.turns({ user, unseen: true, limit: 9 })).toMatchObject([
        {
          subject: 's_1',
          at: Date.parse('2026-01-01T00:00:00.000Z'),
          last_at: Date.parse('2026-01-02T00:00:00.000Z'),
          changes: 2,
          before: { findings_state: 'PASS' },
          now: { findings_state: 'FAIL' },
        },
      ]);
      expect(await records.turns({ user: 'u_2', unseen: false, limit: 9 })).toEqual([]);
      expect(await mergeNext(records, 1_000 + LATE_MS)).toBe('moved');
      expect(await mergeNext(records, 1_000 + LATE_MS)).toBe('none');
    });

    it('is opened as the visitor where it was asked for while a watched question was moved', async () => {
      const { user } = await signIn('a');
      await watched('w_1', 'u_2', 'How many?', 'ans_1');
      await records.markMoved({ corpus: 'sky', size: 9, at: 1_000, limit: 9, againMs: 0, paceMs: 0 });
      const due = { at: 1_000, until: 90_000, limit: 1, againMs: 0, visitedSince: 0 };
      const { claimed } = await records.claimQuestions(due);
      expect(claimed).toHaveLength(1);
      await signIn('b', { before: sessionBefore('u_2'), at: 1_000 });
      await merge(1_000);
      const answer = { answer_id: 'ans_new', summary: 'More.', summary_hash: '1'.repeat(64) };
      const outcome = {
        type: 'answered',
        askedAs: 'u_2',
        answer: { ...answer, receipt_hash: null, findings_state: 'PASS' },
        size: 9,
        found: null,
      } as const;
      expect(await records.settleQuestion('w_1', 90_000, { outcome, at: 2_000, turnId: 't_1' })).toBe(true);
      expect(await records.askedFor(user, 'ans_new')).toMatchObject({ user_id: user, owner: 'u_2' });
    });

    it('is saved once where it is on the same answer under another question or corpus', async () => {
      const { user } = await signIn('a');
      await records.save(saved('own', { user_id: user, answer_id: 'ans_1', q: 'How many?' }));
      await records.save(
        saved('other', {
          user_id: 'u_2',
          answer_id: 'ans_1',
          q: 'How many moons?',
          corpus: 'sky',
          tags: ['b'],
        }),
      );
      await signIn('b', { before: sessionBefore('u_2') });
      await merge(2_000);
      expect(await records.saved({ user, limit: 9 })).toMatchObject([{ id: 'own', tags: ['b'] }]);
      expect(await records.removedSaved(user, undefined, 9)).toMatchObject([{ id: 'other' }]);
    });

    it('waits where it was put off, and that of others goes on', async () => {
      const { user } = await signIn('a');
      for (const visitor of ['u_2', 'u_3']) {
        await records.addHistory(entry(`q_${visitor}`, { user_id: visitor, org_id: `local/${visitor}` }));
        await signIn(`b_${visitor}`, { before: sessionBefore(visitor), at: 1_000 });
      }
      await records.putOffMerge('u_2', 3_000);
      await merge(2_999);
      expect(await idsOf({ of: { user }, limit: 9 })).toEqual(['q_u_3']);
      await merge(3_000);
      expect(await idsOf({ of: { user }, limit: 9 })).toEqual(['q_u_3', 'q_u_2']);
    });

    it('moves in steps, by several processes, and what a late request adds comes after it', async () => {
      const { user } = await signIn('a');
      for (let i = 0; i < 25; i++) {
        const answer_id = `ans_${i}`;
        await records.save(
          saved(`s_${i}`, { user_id: 'u_2', answer_id, summary_hash: String(i).padStart(64, '0') }),
        );
        await records.addHistory(
          entry(`q_${i}`, { user_id: 'u_2', org_id: 'local/u_2', answer_id, requested_at: i }),
        );
      }
      await signIn('b', { before: sessionBefore('u_2'), at: 1_000 });
      await using other = await openAnother();
      const stores = [records, other];
      for (let steps = 0; (await mergeNext(stores[steps % 2]!, 1_000)) === 'moved'; steps++) {
        expect(steps).toBeLessThan(20);
      }
      expect(await records.saved({ user, limit: 99 })).toHaveLength(25);
      expect(await idsOf({ of: { user }, limit: 99 })).toHaveLength(25);
      await records.addHistory(entry('late', { user_id: 'u_2', org_id: 'local/u_2', answer_id: 'ans_9' }));
      expect(await mergeNext(records, 1_000 + LATE_MS - 1)).toBe('waits');
      await merge(1_000 + LATE_MS);
      expect(await idsOf({ of: { user }, limit: 99 })).toContain('late');
      expect(await mergeNext(records, 1_000 + LATE_MS)).toBe('none');
    });
  });
}
