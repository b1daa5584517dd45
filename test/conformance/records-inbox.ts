/** The inbox: what changed of watched questions and saved answers, on every database of the records. */
import { describe, expect, it } from 'vitest';
import {
  answered,
  claim,
  idsOf,
  inbox,
  MOONS,
  MORE,
  moved,
  PRESENT,
  question,
  settle,
} from './questions-harness.ts';
import { records, saved, verdict } from './records-harness.ts';

export function describeInbox(): void {
  describe('the inbox', () => {
    it('has what changed with the answers of before and now', async () => {
      await records.watchQuestion(question('a', { as_of: '2024-01-01' }));
      expect(await settle(answered({ ...MOONS, answer_id: 'ans_9' }, 2_000), 2_000)).toBe(false);
      expect(await settle(answered(MORE, 3_000), 3_000)).toBe(true);
      expect(await inbox()).toEqual([
        {
          id: 't_3000',
          user_id: 'u_1',
          kind: 'changed',
          about: 'question',
          subject: 'a',
          at: 3_000,
          last_at: 3_000,
          changes: 1,
          seen_at: null,
          q: 'How many, a?',
          as_of: '2024-01-01',
          corpus: 'sky',
          before: { ...MOONS, answer_id: 'ans_9' },
          now: MORE,
        },
      ]);
    });

    it.each([
      ['gap_closed', { ...MOONS, summary: '' }, MORE],
      ['gap_opened', MOONS, { ...MORE, summary: '' }],
      ['verdict', MOONS, { ...MOONS, findings_state: 'FAIL' as const }],
    ])('says %s', async (kind, before, now) => {
      await records.watchQuestion(question('a', before));
      await settle(answered(now, 3_000), 3_000);
      expect(await inbox()).toMatchObject([{ kind }]);
    });

    it('holds one entry of an answer that goes to and fro, until it was seen', async () => {
      await records.watchQuestion(question('a'));
      await settle(answered(MORE, 3_000), 3_000);
      await settle(answered(MOONS, 4_000), 4_000);
      expect(await inbox()).toMatchObject([
        { kind: 'restored', at: 3_000, last_at: 4_000, changes: 2, now: MOONS },
      ]);
      await settle(answered(MORE, 5_000), 5_000);
      expect(await inbox()).toMatchObject([{ id: 't_3000', kind: 'changed', changes: 3, now: MORE }]);
      expect(await records.seeTurns('u_1', ['t_3000'], 6_000)).toBe(1);
      await settle(answered(MOONS, 7_000), 7_000);
      expect(await inbox()).toMatchObject([{ id: 't_7000', kind: 'changed', changes: 1, before: MORE }]);
      expect(await inbox('u_1', false)).toHaveLength(2);
    });

    it('has saved answers whose verdict changed, and loses those that are removed', async () => {
      await records.save(saved('s_1'));
      await records.noteVerdict({ ...verdict('ans_1', 'FAIL', 7), at: '2026-01-01T00:00:00.000Z' });
      await records.noteVerdict({ ...verdict('ans_1', 'FAIL', 8), at: '2026-01-02T00:00:00.000Z' });
      expect(await inbox()).toMatchObject([
        {
          kind: 'verdict',
          about: 'saved',
          subject: 's_1',
          at: Date.parse('2026-01-01T00:00:00.000Z'),
          changes: 1,
          before: { findings_state: 'PASS' },
          now: { findings_state: 'FAIL', summary: 'So many.' },
        },
      ]);
      await records.removeSaved('u_1', 's_1', 1);
      expect(await inbox()).toEqual([]);
    });

    it('asks a question again whose answer got another verdict, but no sooner than any', async () => {
      await records.watchQuestion(question('a'));
      await records.noteVerdict({ ...verdict('ans_1', 'PASS', 6), at: '1970-01-01T00:00:02.000Z' });
      expect(await claim(3_000)).toEqual([]);
      await records.noteVerdict({ ...verdict('ans_1', 'FAIL', 7), at: '1970-01-01T00:00:03.000Z' });
      const due = { at: 3_000, until: 9_000, limit: 1, visitedSince: PRESENT };
      expect(await records.claimQuestions({ ...due, againMs: 2_001 })).toEqual({ claimed: [], putOff: 1 });
      expect(await claim(3_000)).toEqual([]);
      expect(idsOf(await claim(3_001))).toEqual(['a']);
    });

    it('is marked by its user alone, each entry or all, and its revision grows with every change', async () => {
      expect(await records.inboxRevision('u_1')).toBe(0);
      for (const id of ['a', 'b', 'c']) await records.watchQuestion(question(id));
      expect(await records.inboxRevision('u_1')).toBe(0);
      for (const at of [2_000, 3_000, 4_000]) await settle(answered(MORE, at), at);
      const ids = (await inbox()).map(({ id }) => id);
      expect(ids).toHaveLength(3);
      const revision = await records.inboxRevision('u_1');
      expect(revision).toBe(3);
      expect(await records.seeTurns('u_2', ids, 9_000)).toBe(0);
      expect(await records.seeTurns('u_1', [], 9_000)).toBe(0);
      expect(await records.inboxRevision('u_1')).toBe(revision);
      expect(await records.seeTurns('u_1', ids.slice(0, 1), 9_000)).toBe(1);
      expect(await records.seeTurns('u_1', ids.slice(0, 1), 9_500)).toBe(0);
      expect(await records.unseenTurns('u_1')).toBe(2);
      expect(await records.seeTurns('u_1', null, 9_900)).toBe(2);
      expect(await records.unseenTurns('u_1')).toBe(0);
      expect((await inbox('u_1', false)).map(({ seen_at }) => seen_at).sort()).toEqual([9_000, 9_900, 9_900]);
      expect(await records.inboxRevision('u_1')).toBe(revision + 2);
    });

    it('continues after a position, also among entries of the same instant', async () => {
      for (const id of ['a', 'b', 'c']) await records.watchQuestion(question(id));
      await records.markMoved(moved({ paceMs: 0 }));
      for (const { id, due_at } of await claim(2_000)) {
        await records.settleQuestion(id, due_at, {
          outcome: answered(MORE, 11),
          at: 2_000,
          turnId: `t_${id}`,
        });
      }
      const page = async (unseen: boolean, after?: { at: number; id: string }) =>
        (await records.turns({ user: 'u_1', unseen, after, limit: 2 })).map(({ id }) => id);
      for (const unseen of [true, false]) {
        expect(await page(unseen)).toEqual(['t_c', 't_b']);
        expect(await page(unseen, { at: 2_000, id: 't_b' })).toEqual(['t_a']);
      }
    });

    it('has the newest 500 of those that were seen', { timeout: 60_000 }, async () => {
      await records.watchQuestion(question('a'));
      for (let at = 2_000; at < 7_020; at += 10) {
        await settle(answered(at % 20 === 0 ? MORE : MOONS, at), at);
        await records.seeTurns('u_1', null, at);
      }
      const all = await records.turns({ user: 'u_1', unseen: false, limit: 1_000 });
      expect(all).toHaveLength(500);
      expect(all.at(-1)).toMatchObject({ id: 't_2020' });
    });
  });
}
