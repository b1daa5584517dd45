/** Accounts: what every database of the records does at a sign-in. */
import { describe, expect, it } from 'vitest';
import { openAnother, records, reopen, saved } from './records-harness.ts';
import { merge, mergeNext, sessionBefore, signIn, watched } from './records-sign-ins.ts';

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
}
