/** Watched questions, when they are due and who gets them, on every database of the records. */
import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  answered,
  claim,
  claimOne,
  idsOf,
  inbox,
  MORE,
  moved,
  PRESENT,
  question,
  settle,
} from './questions-harness.ts';
import { openAnother, records, reopen, saved, verdict } from './records-harness.ts';

const DAY_MS = 86_400_000;

export function describeQuestions(): void {
  describe('watched questions', () => {
    it('are listed the last watched first, each once, and survive opening again', async () => {
      await records.watchQuestion(question('a'));
      await records.watchQuestion(question('b', { created_at: 2_000 }));
      expect(await records.watchQuestion(question('again', { q: ' How many, a? ' }))).toMatchObject({
        id: 'a',
      });
      await reopen();
      expect((await records.questionsOf('u_1')).map(({ id }) => id)).toEqual(['b', 'a']);
      expect(await records.questionsOf('u_2')).toEqual([]);
      expect(await records.hasQuestions()).toBe(true);
    });

    it.each([
      { as_of: '2024-01-01' },
      { corpus: 'sea' },
      { mode: 'audit' as const },
      { q: 'how many, a?' },
      { user_id: 'u_2' },
    ])('are others with %o', async (changes) => {
      await records.watchQuestion(question('a'));
      expect(await records.watchQuestion(question('b', { q: 'How many, a?', ...changes }))).toMatchObject({
        id: 'b',
      });
    });

    it('are at most 100 of one user, and known ones are no further ones', async () => {
      for (let at = 0; at < 100; at += 1) await records.watchQuestion(question(`q_${at}`));
      expect(await records.watchQuestion(question('more'))).toBe(null);
      expect(await records.watchQuestion(question('same', { q: 'How many, q_7?' }))).toMatchObject({
        id: 'q_7',
      });
      expect(await records.watchQuestion(question('theirs', { user_id: 'u_2' }))).not.toBe(null);
      expect(await records.unwatchQuestion('u_1', 'q_3')).toBe(true);
      expect(await records.watchQuestion(question('more'))).not.toBe(null);
    });

    it('watched twice at once are one', async () => {
      const other = await openAnother();
      const both = await Promise.all([
        records.watchQuestion(question('a')),
        other.watchQuestion(question('b', { q: 'How many, a?' })),
      ]);
      await other[Symbol.asyncDispose]();
      expect(new Set(both.map((one) => one?.id)).size).toBe(1);
      expect(await records.questionsOf('u_1')).toHaveLength(1);
    });

    it('go for their user alone, with what the inbox has on them', async () => {
      await records.watchQuestion(question('a'));
      await settle(answered(MORE, 3_000), 3_000);
      expect(await records.unwatchQuestion('u_2', 'a')).toBe(false);
      expect(await inbox()).toHaveLength(1);
      expect(await records.unwatchQuestion('u_1', 'a')).toBe(true);
      expect(await records.unwatchQuestion('u_1', 'a')).toBe(false);
      expect(await inbox()).toEqual([]);
      expect(await records.hasQuestions()).toBe(false);
    });

    it('make their answers known to their user alone', async () => {
      await records.watchQuestion(question('a'));
      await settle(answered(MORE, 3_000), 3_000);
      for (const id of ['ans_1', 'ans_2']) {
        expect(await records.askedFor('u_1', id)).toMatchObject({ answer_id: id, q: 'How many, a?' });
        expect(await records.visibleAnswer(id, { user: 'u_2', orgs: ['acme'] })).toBe(null);
      }
      await records.unwatchQuestion('u_1', 'a');
      expect(await records.askedFor('u_1', 'ans_2')).toBe(null);
    });
  });

  describe('questions of a corpus that moves', () => {
    it('are due once, however often it moves, and none of another corpus', async () => {
      await records.watchQuestion(question('a'));
      await records.watchQuestion(question('b', { corpus: 'sea' }));
      expect(await claim(2_000)).toEqual([]);
      expect(await records.markMoved(moved())).toBe(1);
      expect(await records.markMoved(moved({ size: 12 }))).toBe(0);
      expect(idsOf(await claim(2_000))).toEqual(['a']);
    });

    it('that saw what it has now are not due', async () => {
      await records.watchQuestion(question('a', { asked_size: 11 }));
      expect(await records.markMoved(moved({ size: 11 }))).toBe(0);
      expect(await records.markMoved(moved({ size: 12 }))).toBe(1);
    });

    it('wait since their last look, and each visitor is served before the second question of any', async () => {
      await records.watchQuestion(question('late', { asked_at: 5_000 }));
      for (const id of ['a1', 'a2', 'a3']) await records.watchQuestion(question(id, { user_id: 'u_a' }));
      for (const id of ['b1', 'b2']) await records.watchQuestion(question(id, { user_id: 'u_b' }));
      await records.markMoved(moved({ againMs: 1_000, paceMs: 100 }));
      expect(idsOf(await claim(2_000))).toEqual(['a1', 'b1']);
      expect(idsOf(await claim(2_100))).toEqual(['a2', 'b2']);
      expect(idsOf(await claim(5_999))).not.toContain('late');
      expect(idsOf(await claim(6_000))).toContain('late');
    });

    it('are marked as many at once as asked for, until none is left', async () => {
      for (let at = 0; at < 5; at += 1) await records.watchQuestion(question(`q_${at}`));
      expect(await records.markMoved(moved({ limit: 3 }))).toBe(3);
      expect(await records.markMoved(moved({ limit: 3 }))).toBe(2);
      expect(await records.markMoved(moved({ limit: 3 }))).toBe(0);
    });

    it('are due once a day where nothing moves', async () => {
      await records.watchQuestion(question('a'));
      expect(await claim(1_000 + DAY_MS - 1)).toEqual([]);
      expect(idsOf(await claim(1_000 + DAY_MS))).toEqual(['a']);
    });

    it('are due once a day where their visitor has not come, however often it moves', async () => {
      await records.watchQuestion(question('a'));
      for (let day = 0; day < 3; day += 1) {
        const asked = 1_000 + day * DAY_MS;
        for (const at of [asked + 1, asked + DAY_MS - 1]) {
          await records.markMoved(moved({ at, size: at }));
          expect(await claim(at, 1, ABSENT)).toEqual([]);
        }
        const at = asked + DAY_MS;
        const [one] = await claim(at, 1, ABSENT);
        const outcome = { type: 'nothing_new', size: at } as const;
        await records.settleQuestion('a', one?.due_at ?? 0, { outcome, at, turnId: 't' });
        expect(await records.questionsOf('u_1')).toMatchObject([{ asked_at: at }]);
      }
    });

    it('that are put off are counted, so that those behind them get their turn', async () => {
      for (const id of ['a', 'b']) await records.watchQuestion(question(id));
      await records.watchQuestion(question('c', { user_id: 'u_2', created_at: 5_000 }));
      await records.markMoved(moved({ at: 5_000, paceMs: 0 }));
      const due = { at: 5_000, until: 9_000, limit: 2, againMs: 0, visitedSince: 5_000 };
      expect(await records.claimQuestions(due)).toEqual({ claimed: [], putOff: 2 });
      expect(await records.claimQuestions(due)).toMatchObject({ claimed: [{ id: 'c' }], putOff: 0 });
      expect(await records.claimQuestions(due)).toEqual({ claimed: [], putOff: 0 });
    });
  });

  describe('a visit', () => {
    const later = 1_000 + DAY_MS;
    const visit = (at: number, user = 'u_1') => records.visit({ user, at, paceMs: 100 });

    async function putOff(...ids: string[]): Promise<void> {
      for (const id of ids) await records.watchQuestion(question(id, { asked_at: later - 10 }));
      await records.markMoved(moved({ at: later - 5, size: later, paceMs: 0 }));
      expect(await claim(later - 1, 100, ABSENT)).toEqual([]);
    }

    it('makes those due that waited for it, one after the other', async () => {
      await putOff('a', 'b', 'c');
      await visit(later);
      expect(idsOf(await claim(later))).toEqual(['a']);
      expect(await claim(later + 99)).toEqual([]);
      expect(idsOf(await claim(later + 100))).toEqual(['b']);
      await records.watchQuestion(question('d'));
      await records.markMoved(moved({ at: later + 101, size: later + 1 }));
      expect(idsOf(await claim(later + 299))).toEqual(['c']);
      expect(idsOf(await claim(later + 300))).toEqual(['d']);
    });

    it('changes nothing for others, and nothing within a day of the last one', async () => {
      await putOff('a');
      await visit(later, 'u_2');
      await visit(later - 1);
      expect(await claim(later)).toEqual([]);
    });

    it('leaves claims as they are, and the time after a failure', async () => {
      for (const id of ['a', 'b']) await records.watchQuestion(question(id));
      await records.markMoved(moved({ at: later - 5, paceMs: 0 }));
      const [a, b] = await claim(later - 1);
      const failed = { type: 'failed', problem: 'Away.', due_at: later + 3_000 } as const;
      await records.settleQuestion('b', b?.due_at ?? 0, { outcome: failed, at: later - 1, turnId: 't' });
      await visit(later);
      expect(await claim(later + 100)).toEqual([]);
      const look = { outcome: answered(MORE, 11), at: later, turnId: 't_1' };
      expect(await records.settleQuestion('a', a?.due_at ?? 0, look)).toBe(true);
      expect(await claim(later + 2_999)).toEqual([]);
      expect(idsOf(await claim(later + 3_000))).toEqual(['b']);
    });
  });

  describe('a visitor who is gone', () => {
    async function watched(user: string, at: number): Promise<void> {
      await records.watchQuestion(question(`q_${user}`, { user_id: user, created_at: at }));
    }

    it('is forgotten where the last visit is older than asked for, with the inbox, the longest gone first', async () => {
      await watched('u_1', 3_000);
      await watched('u_2', 2_000);
      await watched('u_3', 4_000);
      await settle(answered(MORE, 5_000), 5_000);
      await settle(answered(MORE, 5_001), 5_001);
      await settle(answered(MORE, 5_002), 5_002);
      expect(await records.forgetAbsent(2_000)).toBe(false);
      expect(await records.forgetAbsent(4_000)).toBe(true);
      expect(await records.questionsOf('u_2')).toEqual([]);
      expect(await inbox('u_2')).toEqual([]);
      expect(await records.questionsOf('u_1')).toHaveLength(1);
      expect(await inbox('u_1')).toHaveLength(1);
      expect(await records.forgetAbsent(4_000)).toBe(true);
      expect(await records.questionsOf('u_1')).toEqual([]);
      expect(await records.forgetAbsent(4_000)).toBe(false);
      expect(await records.questionsOf('u_3')).toHaveLength(1);
    });

    it('keeps the inbox of saved answers, and its revision', async () => {
      await watched('u_1', 2_000);
      await records.save(saved('s_1'));
      await records.noteVerdict({ ...verdict('ans_1', 'FAIL', 7), at: '2026-01-01T00:00:00.000Z' });
      const revision = await records.inboxRevision('u_1');
      await records.forgetAbsent(2_001);
      expect(await inbox()).toMatchObject([{ subject: 's_1' }]);
      expect(await records.inboxRevision('u_1')).toBe(revision);
      expect(await records.forgetAbsent(2_001)).toBe(false);
    });

    it('is one who signed out', async () => {
      await watched('u_1', 2_000);
      await watched('u_2', 2_000);
      await records.endSession({ session: 's_1', user: 'u_1', isSignedIn: false, expiresAt: 9_000 }, 3_000);
      expect(await records.questionsOf('u_1')).toEqual([]);
      expect(await records.questionsOf('u_2')).toHaveLength(1);
    });
  });

  describe('a claim', () => {
    it('keeps a question from others until it ends', async () => {
      await records.watchQuestion(question('a'));
      await records.markMoved(moved());
      const first = await claimOne(2_000);
      expect(await claim(2_499)).toEqual([]);
      const second = await claimOne(2_500);
      const look = { outcome: answered(MORE, 11), at: 2_600, turnId: 't_late' };
      expect(await records.settleQuestion('a', first.due_at, look)).toBe(false);
      expect(await inbox()).toEqual([]);
      expect(await records.settleQuestion('a', second.due_at, { ...look, turnId: 't_own' })).toBe(true);
      expect(await records.settleQuestion('a', second.due_at, look)).toBe(false);
      expect((await inbox()).map(({ id }) => id)).toEqual(['t_own']);
    });

    it('is given to one of two who ask at once', async () => {
      for (let at = 0; at < 6; at += 1) await records.watchQuestion(question(`q_${at}`));
      await records.markMoved(moved({ paceMs: 0 }));
      const other = await openAnother();
      const due = { at: 2_000, until: 9_000, limit: 4, againMs: 0, visitedSince: PRESENT };
      const both = await Promise.all([records.claimQuestions(due), other.claimQuestions(due)]);
      await other[Symbol.asyncDispose]();
      const ids = both.flatMap(({ claimed }) => idsOf(claimed));
      expect(ids).toHaveLength(6);
      expect(new Set(ids).size).toBe(6);
    });

    it('of a question that is not watched any more ends without a trace', async () => {
      await records.watchQuestion(question('a'));
      await records.markMoved(moved());
      const { due_at } = await claimOne(2_000);
      await records.unwatchQuestion('u_1', 'a');
      const look = { outcome: answered(MORE, 11), at: 2_600, turnId: 't_1' };
      expect(await records.settleQuestion('a', due_at, look)).toBe(false);
      expect(await inbox()).toEqual([]);
    });

    it('that fails states why, is tried again when it says, and no sooner where the corpus moves', async () => {
      await records.watchQuestion(question('a'));
      for (const at of [2_000, 8_000]) {
        await settle({ type: 'failed', problem: 'No such corpus.', due_at: at + 3_000 }, at);
        await records.markMoved(moved({ at, size: at + 1 }));
        expect(await claim(at + 2_999)).toEqual([]);
      }
      expect(await records.questionsOf('u_1')).toMatchObject([
        { problem: 'No such corpus.', problem_since: 2_000, failures: 2, asked_at: 1_000 },
      ]);
      const { due_at } = await claimOne(11_000);
      const look = { outcome: { type: 'nothing_new', size: 12 } as const, at: 11_000, turnId: 't' };
      expect(await records.settleQuestion('a', due_at, look)).toBe(false);
      expect(await records.questionsOf('u_1')).toMatchObject([
        {
          problem: null,
          problem_since: null,
          failures: 0,
          asked_at: 11_000,
          asked_size: 12,
          answered_at: 1_000,
        },
      ]);
    });
  });
}
