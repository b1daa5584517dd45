/** Two operations at one instant, by two processes: what is true afterwards is what one of their two orders makes true. */
import { setImmediate as pass } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RoleCheck } from '../../bff/account-records.ts';
import type { BffContext, Visitor } from '../../bff/bff-context.ts';
import type { RecordStore } from '../../bff/records.ts';
import { refuse } from '../../bff/refusal.ts';
import { isAtLeast, type Role } from '../../bff/roles.ts';
import { renameFolder, renameTag } from '../../bff/saved-entries.ts';
import { question } from './questions-harness.ts';
import { entry, link, openAnother, records, saved, verdict } from './records-harness.ts';

const ROUNDS = 48;
/** Promises that one operation waits for before the other begins: a statement of SQLite settles some twenty. */
const STEP = 15;
/** Passes of the event loop: promises alone settle before anything comes from a server. */
const PASSES = 10;
const orgs = Array.from({ length: ROUNDS }, (_, round) => `org_${round}`);

type Work<T> = () => Promise<T>;

/** Both at once: in each round one of them begins a little later, so that they meet at other statements. */
function together<A, B>(round: number, first: Work<A>, second: Work<B>): Promise<[A, B]> {
  const late = Math.floor(round / 4);
  const delay = round % 4 < 2 ? () => settle(STEP * late) : () => goRound(PASSES * late);
  return round % 2 === 0
    ? Promise.all([delay().then(first), second()])
    : Promise.all([first(), delay().then(second)]);
}

async function settle(promises: number): Promise<void> {
  for (let i = 0; i < promises; i++) await null;
}

async function goRound(passes: number): Promise<void> {
  for (let i = 0; i < passes; i++) await pass();
}

export function describeRaces(): void {
  describe('an answer that is shared or saved while its question is deleted', () => {
    const share = () => records.addLink(link('l_1'), 'acme');
    const save = () => records.save(saved('s_1'), 'acme');

    it.each<[string, () => Promise<unknown>, () => unknown]>([
      ['shared', share, () => undefined],
      ['saved', save, () => records.addLink(link('l_1'))],
    ])('stays in its organisation: %s', async (_, write, afterwards) => {
      await using other = await openAnother();
      for (let round = 0; round < ROUNDS; round++) {
        await records.addHistory(entry(`q_${round}`));
        await together(round, write, () => other.forgetHistory('u_1', 9));
        await afterwards();
        expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual(['l_1']);
        await records.revokeLink('u_1', 'l_1');
        await records.removeSaved('u_1', 's_1', 1);
        await records.purgeSaved('u_1', 's_1');
      }
    });

    it('stays in its organisation where its only other link is revoked', async () => {
      await using other = await openAnother();
      await records.addLink(link('l_0'), 'acme');
      for (let round = 0; round < ROUNDS; round++) {
        const [before, next] = [`l_${round}`, `l_${round + 1}`];
        const share = () => records.addLink(link(next), 'acme');
        await together(round, share, () => other.revokeLink('u_1', before));
        expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual([next]);
      }
    });

    it('is in no organisation where there was no room for its link', async () => {
      for (let i = 0; i < 200; i++) await records.addLink(link(`l_${i}`, `ans_${i}`));
      expect(await records.addLink(link('one more', 'ans_new'), 'acme')).toBe(false);
      await records.revokeLink('u_1', 'l_0');
      await records.addLink(link('without', 'ans_new'));
      expect(await records.linksIn('acme', 'u_1')).toEqual([]);
    });
  });

  describe('a member who joins again by an earlier invitation', () => {
    const joinAs = (role: Role, org_id: string) => records.join(org_id, 'u_1', 10, role, 9);
    const roles = async () => (await records.membershipsOf('u_1')).map(({ role }) => role);

    it('is none afterwards where a curator removes the member', async () => {
      await using other = await openAnother();
      for (const [round, org_id] of orgs.entries()) {
        await joinAs('reader', org_id);
        const remove = () => other.removeMember({ org_id, user_id: 'u_1', at: 20 });
        const [joined, isRemoved] = await together(round, () => joinAs('reader', org_id), remove);
        expect([null, 'reader']).toContain(joined);
        expect(isRemoved).toBe(true);
        expect(await roles()).toEqual([]);
      }
    });

    it('has the lower role afterwards that a curator gives', async () => {
      await using other = await openAnother();
      for (const [round, org_id] of orgs.entries()) {
        await joinAs('curator', org_id);
        const lower = () => other.setRole({ org_id, user_id: 'u_1', role: 'reader', at: 20 });
        await together(round, () => joinAs('curator', org_id), lower);
        expect(await roles()).toEqual(['reader']);
        await records.leave(org_id, 'u_1');
      }
    });

    it('is one exactly where the reply says so, while a curator ends the invitations', async () => {
      await using other = await openAnother();
      for (const [round, org_id] of orgs.entries()) {
        const end = () => other.endInvitations(org_id, 21);
        const [joined] = await together(round, () => joinAs('reader', org_id), end);
        expect(await roles()).toEqual(joined === null ? [] : [joined]);
        expect(await joinAs('curator', org_id)).toBeNull();
        await records.leave(org_id, 'u_1');
      }
    });
  });

  describe('two curators', () => {
    const by = (user: string): RoleCheck => ({
      user,
      check: (role) => {
        if (role === null || !isAtLeast(role, 'curator')) throw new RangeError('no curator');
      },
    });

    /** Whether it was done, or refused by the check. */
    const settled = (work: Work<unknown>) => async () => {
      const [one] = await Promise.allSettled([work()]);
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RangeError);
      return one.status;
    };

    it('who are none: the refusal is thrown as it is, whatever the organisation is called', async () => {
      const refusal = refuse(403, 'Forbidden', 'denied:role', 'Ask a curator of connect-timeout.');
      const check = () => {
        throw refusal;
      };
      const change = { org_id: 'connect-timeout', user_id: 'u_1', at: 2 };
      await records.join(change.org_id, 'u_1', 1, 'curator');
      await expect(records.removeMember(change, { user: 'u_2', check })).rejects.toBe(refusal);
      await expect(records.setRole({ ...change, role: 'reader' }, { user: 'u_2', check })).rejects.toBe(
        refusal,
      );
      expect(await records.membershipsOf('u_1')).toEqual([{ org_id: change.org_id, role: 'curator' }]);
      expect(await records.invitationsFrom(change.org_id)).toBeNull();
    });

    it('who remove each other: one of them stays', async () => {
      await using other = await openAnother();
      for (const [round, org_id] of orgs.entries()) {
        for (const user of ['u_1', 'u_2']) await records.join(org_id, user, 1, 'curator');
        const both = await together(
          round,
          settled(() => records.removeMember({ org_id, user_id: 'u_2', at: 2 }, by('u_1'))),
          settled(() => other.removeMember({ org_id, user_id: 'u_1', at: 2 }, by('u_2'))),
        );
        expect(both.sort()).toEqual(['fulfilled', 'rejected']);
        expect(await records.members(org_id)).toHaveLength(1);
      }
    });

    it('one lowered by the other does not keep the role by giving it to itself', async () => {
      await using other = await openAnother();
      for (const [round, org_id] of orgs.entries()) {
        for (const user of ['u_1', 'u_2']) await records.join(org_id, user, 1, 'curator');
        const role = { org_id, user_id: 'u_2', at: 2 };
        await together(
          round,
          settled(() => records.setRole({ ...role, role: 'reader' }, by('u_1'))),
          settled(() => other.setRole({ ...role, role: 'curator' }, by('u_2'))),
        );
        const lowered = (await records.members(org_id)).find(({ user_id }) => user_id === 'u_2');
        expect(lowered?.role).toBe('reader');
      }
    });
  });

  describe('a question that is watched while a verdict on its answer is noted', () => {
    it('has that verdict, or is due again', async () => {
      await using other = await openAnother();
      for (let round = 0; round < ROUNDS; round++) {
        const answer_id = `ans_${round}`;
        const asked = question(`w_${round}`, { answer_id, findings_state: 'PASS' });
        const note = () => other.noteVerdict(verdict(answer_id, 'FAIL', round));
        await together(round, () => records.watchQuestion(asked), note);
        const [watched] = await records.questionsOf('u_1');
        const isDue = watched?.due_at === asked.asked_at;
        expect([
          { state: 'FAIL', isDue: false },
          { state: 'PASS', isDue: true },
        ]).toContainEqual({ state: watched?.findings_state, isDue });
        await records.unwatchQuestion('u_1', asked.id);
      }
    });

    it('has the verdict that was noted since its answer was read', async () => {
      await records.noteVerdict(verdict('ans_1', 'FAIL', 7));
      const asked = question('w_1', { findings_state: 'PASS' });
      expect(await records.watchQuestion(asked)).toMatchObject({ findings_state: 'FAIL' });
    });
  });

  describe('an entry that leaves a folder or a tag while that is renamed', () => {
    /** What a renaming reads of the context; the change comes after its list is read. */
    const contextWith = (change: () => Promise<unknown>) => {
      const store: RecordStore = {
        ...records,
        saved: async (filter) => {
          const listed = await records.saved(filter);
          await change();
          return listed;
        },
      };
      return { records: store, limits: { write: async () => undefined } } as unknown as BffContext;
    };
    const visitor = { user: 'u_1' } as Visitor;

    it('stays in the folder to which it was moved', async () => {
      await records.save(saved('s_1', { folder: 'old' }));
      const move = () => records.changeSaved('u_1', 's_1', () => ({ folder: 'elsewhere' }));
      const renamed = await renameFolder(contextWith(move), visitor, { folder: 'old', to: 'new' });
      expect(renamed).toEqual({ changed: 0, more: false });
      expect(await records.savedById('u_1', 's_1')).toMatchObject({ folder: 'elsewhere' });
    });

    it('does not get the new tag', async () => {
      await records.save(saved('s_1', { tags: ['old', 'other'] }));
      const untag = () => records.changeSaved('u_1', 's_1', () => ({ tags: ['other'] }));
      const renamed = await renameTag(contextWith(untag), visitor, { tag: 'old', to: 'new' });
      expect(renamed).toEqual({ changed: 0, more: false });
      expect(await records.savedById('u_1', 's_1')).toMatchObject({ tags: ['other'] });
    });
  });
}
