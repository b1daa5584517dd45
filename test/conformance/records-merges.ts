import { describe, expect, it } from 'vitest';
import { entry, idsOf, openAnother, records, saved, verdict } from './records-harness.ts';
import { merge, mergeNext, personal, sessionBefore, signIn, watched } from './records-sign-ins.ts';

const LATE_MS = 60_000;

export function describeMerges(): void {
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
