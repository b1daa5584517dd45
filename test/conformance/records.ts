/** What every database of the BFF's records does: one suite, run on each. */
import { describe, expect, it } from 'vitest';
import { SHARED_HISTORY } from '../../bff/features.ts';
import type { LinkRecord, Position, SavedFilter, SaveRecord } from '../../bff/records.ts';
import { describeAccounts } from './records-accounts.ts';
import {
  type EmptyRecords,
  entry,
  idsOf,
  openAnother,
  openRecordsForEachTest,
  records,
  reopen,
  saved,
  TAGGED,
  verdict,
} from './records-harness.ts';
import { describeInbox } from './records-inbox.ts';
import { describeLibrary } from './records-library.ts';
import { describeMemberLinks } from './records-member-links.ts';
import { describeMembers } from './records-members.ts';
import { describeMerges } from './records-merges.ts';
import { describeQuestions } from './records-questions.ts';
import { describeRaces } from './records-races.ts';

/** @param makePlace is called before each test */
export function describeRecords(makePlace: () => Promise<EmptyRecords>): void {
  openRecordsForEachTest(makePlace);

  describe('history', () => {
    it('survives closing and opening again, word for word', async () => {
      await records.addHistory(entry('q_1'));
      await reopen();
      expect(await records.history({ of: { user: 'u_1' }, limit: 10 })).toEqual({
        rows: [entry('q_1')],
        next: null,
      });
    });

    it('continues after a position, also among entries of the same instant', async () => {
      for (const id of ['b', 'd', 'a', 'c']) await records.addHistory(entry(id));
      await records.addHistory(entry('0', { requested_at: 2_000 }));
      const of = { user: 'u_1' };
      expect(await idsOf({ of, limit: 3 })).toEqual(['0', 'd', 'c']);
      expect(await idsOf({ of, limit: 3, after: { at: 1_000, id: 'c' } })).toEqual(['b', 'a']);
    });

    it('from is inclusive, to is exclusive', async () => {
      await records.addHistory(entry('q_1'));
      const of = { user: 'u_1' };
      expect(await idsOf({ of, limit: 9, from: 1_000, to: 1_001 })).toEqual(['q_1']);
      expect(await idsOf({ of, limit: 9, from: 1_001 })).toEqual([]);
      expect(await idsOf({ of, limit: 9, to: 1_000 })).toEqual([]);
    });

    it('of an organisation holds the entries of its users alone', async () => {
      await records.addHistory(entry('mine'));
      await records.addHistory(entry('theirs', { user_id: 'u_2', requested_at: 2_000 }));
      await records.addHistory(entry('strange', { user_id: 'u_3', org_id: 'other' }));
      expect(await idsOf({ of: { org: 'acme' }, limit: 9 })).toEqual(['theirs', 'mine']);
    });
  });

  describe('history under a tag', () => {
    it('gets what was asked before the answer was saved, and after', async () => {
      await records.addHistory(entry('before'));
      await records.addHistory(entry('other', { answer_id: 'ans_2' }));
      await records.save(saved('s_1', { tags: ['moons', 'sky'] }));
      await records.addHistory(entry('behind', { requested_at: 2_000 }));
      const of = { user: 'u_1' };
      expect(await idsOf({ of, tag: TAGGED, limit: 9 })).toEqual(['behind', 'before']);
      expect(await idsOf({ of, tag: { ...TAGGED, name: 'sky' }, limit: 1 })).toEqual(['behind']);
      expect(await idsOf({ of, tag: { ...TAGGED, name: 'mars' }, limit: 9 })).toEqual([]);
    });

    it('loses untagged and deleted answers, and no answer of another user', async () => {
      for (const user_id of ['u_1', 'u_2']) {
        await records.addHistory(entry(`of ${user_id}`, { user_id }));
        await records.save(saved(`saved by ${user_id}`, { user_id, tags: ['moons', 'sky'] }));
      }
      await records.save(saved('again', { tags: ['sky'] }));
      expect(await idsOf({ of: { user: 'u_1' }, tag: TAGGED, limit: 9 })).toEqual([]);
      expect(await idsOf({ of: { user: 'u_1' }, tag: { ...TAGGED, name: 'sky' }, limit: 9 })).toEqual([
        'of u_1',
      ]);
      expect(await records.removeSaved('u_1', 'saved by u_1', 1)).toBe(true);
      expect(await idsOf({ of: { user: 'u_1' }, tag: { ...TAGGED, name: 'sky' }, limit: 9 })).toEqual([]);
      const of = { user: 'u_2' };
      expect(await idsOf({ of, tag: { user: 'u_2', name: 'moons' }, limit: 9 })).toEqual(['of u_2']);
      await expect(records.history({ of, tag: TAGGED, limit: 9 })).rejects.toThrow(RangeError);
    });

    it('has the newest 256 entries of one answer', async () => {
      await records.save(saved('s_1', { tags: ['moons'] }));
      for (let at = 0; at < 256; at++)
        await records.addHistory(entry(`q_${1_000 + at}`, { requested_at: at }));
      const oldest = async () => (await idsOf({ of: { user: 'u_1' }, tag: TAGGED, limit: 300 })).at(-1);
      expect(await oldest()).toBe('q_1000');
      await records.addHistory(entry('q_1256', { requested_at: 256 }));
      expect(await oldest()).toBe('q_1001');
      await records.save(saved('s_1', { tags: ['moons'] }));
      expect(await oldest()).toBe('q_1001');
    });

    it('of an organisation is merged from the entries of each answer, in order and page by page', async () => {
      const asked = Array.from({ length: 60 }, (_, index) => ({
        id: `q_${100 + index}`,
        answer: `ans_${(index * index) % 7}`,
        at: Math.floor(index / 3),
        mode: index % 2 === 0 ? ('light' as const) : ('audit' as const),
      }));
      for (const { id, answer: answer_id, at: requested_at, mode } of asked) {
        await records.addHistory(entry(id, { user_id: `u_${requested_at}`, answer_id, requested_at, mode }));
      }
      await records.addHistory(entry('strange', { org_id: 'other', answer_id: 'ans_1', requested_at: 5 }));
      const wanted = ['ans_1', 'ans_2'];
      for (const answer_id of wanted)
        await records.save(saved(`s ${answer_id}`, { answer_id, tags: ['moons'] }));
      const of = { org: 'acme' };
      for (const mode of [undefined, 'audit' as const]) {
        const expected = asked
          .filter((one) => wanted.includes(one.answer) && (mode === undefined || one.mode === mode))
          .filter(({ at }) => at >= 3 && at < 18)
          .map(({ id }) => id)
          .reverse();
        const listed: string[] = [];
        let after: Position | undefined;
        for (let pages = 0; pages < 60; pages++) {
          const page = await records.history({ of, tag: TAGGED, mode, from: 3, to: 18, after, limit: 2 });
          listed.push(...page.rows.map(({ id }) => id));
          if (page.next === null) break;
          after = page.next;
        }
        expect(listed).toEqual(expected);
        expect(expected.length).toBeGreaterThan(4);
      }
    });
  });

  describe('saved answers', () => {
    it('are listed by folder and tag, newest first, without those that were deleted', async () => {
      const save = (id: string, changes: Partial<SaveRecord>) =>
        records.save(saved(id, { answer_id: `of ${id}`, ...changes }));
      await save('a', { folder: 'Sky', tags: ['x', 'y'], created_at: 1 });
      await save('b', { folder: 'Sky', tags: ['x'], created_at: 2 });
      await save('c', { folder: null, tags: ['x'], created_at: 2 });
      await save('d', { folder: 'Sky', tags: ['x'], created_at: 3 });
      await save('e', { folder: 'Sky', tags: ['x'], created_at: 4, user_id: 'u_2' });
      await records.removeSaved('u_1', 'd', 9);
      const ids = async (filter: Partial<SavedFilter>) =>
        (await records.saved({ user: 'u_1', limit: 9, ...filter })).map(({ id }) => id);
      expect(await ids({})).toEqual(['c', 'b', 'a']);
      expect(await ids({ folder: 'Sky' })).toEqual(['b', 'a']);
      expect(await ids({ tag: 'x' })).toEqual(['c', 'b', 'a']);
      expect(await ids({ tag: 'x', after: { at: 2, id: 'c' } })).toEqual(['b', 'a']);
      expect(await ids({ tag: 'x', folder: 'Sky', after: { at: 2, id: 'c' } })).toEqual(['b', 'a']);
      expect(await ids({ tag: 'y', folder: 'Sky' })).toEqual(['a']);
      await save('a again', { answer_id: 'of a', folder: 'Sea', tags: ['x'] });
      expect(await ids({ tag: 'x', folder: 'Sky' })).toEqual(['b']);
      expect(await ids({ tag: 'x', folder: 'Sea' })).toEqual(['a']);
    });

    it('have the hash of the receipt that was checked', async () => {
      const receipt_hash = 'ab'.repeat(32);
      await records.addHistory(entry('q_1', { receipt_hash }));
      await records.save(saved('s_1', { receipt_hash }));
      expect(await records.askedFor('u_1', 'ans_1')).toMatchObject({ receipt_hash });
      expect(await records.saved({ user: 'u_1', limit: 1 })).toMatchObject([{ receipt_hash }]);
    });
  });

  describe('a visible answer', () => {
    it("is one's own before that of an organisation, and the newest of each", async () => {
      await records.addHistory(entry('own', { requested_at: 1 }));
      await records.addHistory(entry('own, later', { requested_at: 2 }));
      await records.addHistory(entry('acme', { user_id: 'u_2', requested_at: 3 }));
      await records.addHistory(entry('beta', { user_id: 'u_3', org_id: 'beta', requested_at: 4 }));
      const seen = async (user: string, ...orgs: string[]) =>
        (await records.visibleAnswer('ans_1', { user, orgs }))?.id ?? null;
      expect(await seen('u_1', 'acme', 'beta')).toBe('own, later');
      expect(await seen('u_9', 'acme')).toBe('acme');
      expect(await seen('u_9', 'beta', 'acme', 'nowhere')).toBe('beta');
      expect(await seen('u_9', 'nowhere')).toBeNull();
      expect(await seen('u_9')).toBeNull();
    });
  });

  describe('a question that is recorded again', () => {
    it('stays one entry, also under the tags that were put on its answer meanwhile', async () => {
      const asked = entry('q_again', { user_id: 'u_again', answer_id: 'ans_again' });
      await records.addHistory(asked);
      await records.save(saved('s_again', { user_id: 'u_again', answer_id: 'ans_again', tags: ['moons'] }));
      await records.addHistory(asked);
      const of = { user: 'u_again' };
      expect((await records.history({ of, limit: 9 })).rows).toHaveLength(1);
      const tag = { user: 'u_again', name: 'moons' };
      expect((await records.history({ of, tag, limit: 9 })).rows).toHaveLength(1);
    });
  });

  describe('members', () => {
    it('join once, are listed from both sides, and leave', async () => {
      await records.join('beta', 'u_1', 1, 'reader');
      await records.join('acme', 'u_1', 2, 'contributor');
      await records.join('acme', 'u_1', 9, 'reader');
      await records.join('acme', 'u_0', 3, 'curator');
      expect(await records.membershipsOf('u_1')).toEqual([
        { org_id: 'acme', role: 'contributor' },
        { org_id: 'beta', role: 'reader' },
      ]);
      expect(await records.members('acme')).toEqual([
        { org_id: 'acme', user_id: 'u_1', joined_at: 2, role: 'contributor', given_by: 'invitation' },
        { org_id: 'acme', user_id: 'u_0', joined_at: 3, role: 'curator', given_by: 'invitation' },
      ]);
      expect(await records.leave('acme', 'u_1')).toBe(true);
      expect(await records.leave('acme', 'u_1')).toBe(false);
      expect(await records.membershipsOf('u_1')).toEqual([{ org_id: 'beta', role: 'reader' }]);
    });

    it.each([[['acme', 'beta', 'club']], [['club', 'beta', 'acme']], [['beta', 'club', 'acme']]])(
      'that join several organisations at one instant have joined them one after the other: %j',
      async (orgs) => {
        for (const org of orgs) await records.join(org, 'u_1', 7, 'reader');
        const listed = async () => (await records.membershipsOf('u_1')).map(({ org_id }) => org_id);
        expect(await listed()).toEqual(orgs.toReversed());
        // Joining again changes no place, and what is left free is used again.
        for (const org of orgs) await records.join(org, 'u_1', 7, 'curator');
        expect(await listed()).toEqual(orgs.toReversed());
        await reopen();
        expect(await listed()).toEqual(orgs.toReversed());
      },
    );

    it('that join two organisations at once, by two processes, have them in one order', async () => {
      await using other = await openAnother();
      await Promise.all([records.join('beta', 'u_1', 7, 'reader'), other.join('acme', 'u_1', 7, 'reader')]);
      const rows = [...(await records.members('acme')), ...(await records.members('beta'))];
      expect(rows.map(({ joined_at }) => joined_at).sort()).toEqual([7, 8]);
      const last = rows.find(({ joined_at }) => joined_at === 8);
      expect((await records.membershipsOf('u_1'))[0]?.org_id).toBe(last?.org_id);
    });
  });

  describe('sessions', () => {
    const end = (session: string, expiresAt: number, now: number) =>
      records.endSession({ session, user: 'u_1', isSignedIn: false, expiresAt }, now);

    it('stay ended until they would have expired, and at most 100 are forgotten at once', async () => {
      for (let i = 0; i < 102; i++) await end(`s_${100 + i}`, 50, 10);
      expect(await records.sessionEnded('s_100')).toBe(true);
      expect(await records.sessionEnded('s_99')).toBe(false);
      await end('fresh', 99, 49);
      expect(await records.sessionEnded('s_100')).toBe(true);
      await end('fresh', 99, 50);
      const left = await Promise.all(
        Array.from({ length: 102 }, (_, i) => records.sessionEnded(`s_${100 + i}`)),
      );
      expect(left.filter((ended) => ended)).toHaveLength(2);
      expect(await records.sessionEnded('fresh')).toBe(true);
    });
  });

  describe('checkpoints', () => {
    it('are one of each log, the last that was saved', async () => {
      expect(await records.checkpoint('log')).toBeNull();
      await records.saveCheckpoint('log', { note: 'at 1', keys: '[]' }, 1);
      await records.saveCheckpoint('other', { note: 'at 5', keys: '[]' }, 1);
      await records.saveCheckpoint('log', { note: 'at 2', keys: '["k"]' }, 2);
      expect(await records.checkpoint('log')).toEqual({
        origin: 'log',
        note: 'at 2',
        keys: '["k"]',
        updated_at: 2,
      });
    });
  });

  describe('verdicts', () => {
    const state = async () =>
      (await records.history({ of: { user: 'u_1' }, limit: 1 })).rows[0]?.findings_state;

    it('of a greater position replace the recorded ones; of a lesser or the same they do not', async () => {
      await records.addHistory(entry('q_1'));
      await records.noteVerdict(verdict('ans_1', 'FAIL', 7));
      expect(await state()).toBe('FAIL');
      await records.noteVerdict(verdict('ans_1', 'PASS', 6));
      await records.noteVerdict(verdict('ans_1', 'WARN', 7));
      expect(await state()).toBe('FAIL');
      await records.noteVerdict(verdict('ans_1', 'WARN', 8));
      expect(await state()).toBe('WARN');
    });

    it('state their instant and reasons', async () => {
      const at = '2026-10-30T12:00:00.000Z';
      const given = { ...verdict('ans_1', 'WARN', 3), at, reasons: ['belief_stale'] };
      expect(await records.verdictOf('ans_1')).toBeNull();
      await records.noteVerdict(given);
      await records.noteVerdict(verdict('ans_1', 'PASS', 2));
      expect(await records.verdictOf('ans_1')).toEqual(given);
    });

    it('store the greatest position of all', async () => {
      expect(await records.latestSeq()).toBeNull();
      await records.noteVerdict(verdict('ans_1', 'FAIL', 7));
      await records.noteVerdict(verdict('ans_2', 'PASS', 3));
      expect(await records.latestSeq()).toBe(7);
    });
  });

  describe('links', () => {
    const link = (id: string, changes: Partial<LinkRecord> = {}): LinkRecord => ({
      id,
      user_id: 'u_1',
      kind: 'page',
      answer_id: 'ans_1',
      q: 'How many?',
      summary_hash: '0'.repeat(64),
      receipt_hash: null,
      created_at: 1,
      ...changes,
    });

    it('are read by anybody, listed and revoked by their user alone', async () => {
      expect(await records.addLink(link('l_1'))).toBe(true);
      expect(await records.addLink(link('l_2', { created_at: 2, kind: 'banner' }))).toBe(true);
      await records.addLink(link('l_3', { user_id: 'u_2' }));
      expect(await records.linkById('l_1')).toEqual({ ...link('l_1'), owner: 'u_1' });
      expect((await records.linksOf('u_1')).map(({ id }) => id)).toEqual(['l_2', 'l_1']);
      expect(await records.revokeLink('u_2', 'l_1')).toBe(false);
      expect(await records.revokeLink('u_1', 'l_1')).toBe(true);
      expect(await records.linkById('l_1')).toBeNull();
    });

    it('are at most 200 of one user', async () => {
      for (let i = 0; i < 200; i++) expect(await records.addLink(link(`l_${i}`))).toBe(true);
      expect(await records.addLink(link('one more'))).toBe(false);
      await records.revokeLink('u_1', 'l_7');
      expect(await records.addLink(link('one more'))).toBe(true);
    });
  });

  describe('entitlements', () => {
    it('are none until given, and can be taken back', async () => {
      expect(await records.entitled('acme', SHARED_HISTORY)).toBe(false);
      await records.entitle('acme', SHARED_HISTORY, 'team', true);
      expect(await records.entitled('acme', SHARED_HISTORY)).toBe(true);
      expect(await records.entitled('other', SHARED_HISTORY)).toBe(false);
      await records.entitle('acme', SHARED_HISTORY, 'team', false);
      expect(await records.entitled('acme', SHARED_HISTORY)).toBe(false);
    });
  });

  describe('opening', () => {
    it('lets two in at once, also into an empty database', async () => {
      await using other = await makePlace();
      const both = await Promise.all([other.open(), other.open(), other.open()]);
      await Promise.all(both.map((one, index) => one.addHistory(entry(`q_${index}`))));
      for (const one of both) {
        const { rows } = await one.history({ of: { user: 'u_1' }, limit: 9 });
        expect(rows.map(({ id }) => id)).toEqual(['q_2', 'q_1', 'q_0']);
        await one[Symbol.asyncDispose]();
      }
    });
  });

  describe('at once', () => {
    it('many writes of one user are each done once', async () => {
      const other = await openAnother();
      const stores = [records, other];
      const writes = Array.from({ length: 24 }, (_, i) =>
        stores[i % 2]!.addHistory(entry(`q_${100 + i}`, { q: 'the same words', answer_id: `ans_${i % 3}` })),
      );
      const saves = Array.from({ length: 6 }, (_, i) =>
        stores[i % 2]!.save(saved(`s_${i}`, { answer_id: `ans_${i % 3}`, tags: ['moons'] })),
      );
      await Promise.all([...writes, ...saves]);
      expect((await records.history({ of: { user: 'u_1' }, limit: 50 })).rows).toHaveLength(24);
      expect((await records.history({ of: { user: 'u_1' }, tag: TAGGED, limit: 50 })).rows).toHaveLength(24);
      expect(await records.saved({ user: 'u_1', limit: 50 })).toHaveLength(3);
      const counted = await records.facets('u_1', 'history');
      expect(counted).toContainEqual({ facet: 'mode', value: 'verified', entries: 24 });
      const tags = await records.facets('u_1', 'saved');
      expect(tags).toContainEqual({ facet: 'tag', value: 'moons', entries: 3 });
      await other[Symbol.asyncDispose]();
    });
  });

  describeLibrary();
  describeAccounts();
  describeMembers();
  describeMemberLinks();
  describeMerges();
  describeQuestions();
  describeInbox();
  describeRaces();
}
