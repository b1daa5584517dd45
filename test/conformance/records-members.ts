import { describe, expect, it } from 'vitest';
import type { Role } from '../../bff/roles.ts';
import { entry, records } from './records-harness.ts';
import { sessionBefore, signIn } from './records-sign-ins.ts';

/** Members: what every database of the records holds of who belongs to an organisation, and by what. */
export function describeMembers(): void {
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
  });
}
