import { describe, expect, it } from 'vitest';
import { entry, idsOf, link, records, saved } from './records-harness.ts';
import { merge, mergeNext, personal, sessionBefore, signIn } from './records-sign-ins.ts';

export function describeMemberLinks(): void {
  describe('the members of an organisation', () => {
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
}
