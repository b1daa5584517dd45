/** What every database of records does with a user's library: saving again, searching, changing, removing, deleting. */
import { describe, expect, it } from 'vitest';
import type { LibrarySearch, Position } from '../../bff/records.ts';
import { entry, idsOf, records, saved, TAGGED, verdict } from './records-harness.ts';

export function describeLibrary(): void {
  const search = (changes: Partial<LibrarySearch>): LibrarySearch => ({
    user: 'u_1',
    text: '',
    values: [],
    limit: 9,
    ...changes,
  });
  const foundSaved = async (changes: Partial<LibrarySearch>) =>
    (await records.searchSaved(search(changes))).rows.map(({ id }) => id);
  const foundAsked = async (changes: Partial<LibrarySearch>) =>
    (await records.searchHistory(search(changes))).rows.map(({ id }) => id);
  const counts = async (collection: 'history' | 'saved', facet: string) =>
    Object.fromEntries(
      (await records.facets('u_1', collection))
        .filter((one) => one.facet === facet)
        .map(({ value, entries }) => [value, entries]),
    );

  describe('saving again', () => {
    it('keeps folder, tags and note that are not given, and replaces those that are', async () => {
      const { folder: _f, tags: _t, ...bare } = saved('s_2', { title: 'Again' });
      await records.save(saved('s_1', { folder: 'Sky', tags: ['a', 'b'], note: 'look' }));
      const again = await records.save(bare);
      expect(again).toMatchObject({
        id: 's_1',
        title: 'Again',
        folder: 'Sky',
        tags: ['a', 'b'],
        note: 'look',
      });
      expect(await records.saved({ user: 'u_1', tag: 'a', folder: 'Sky', limit: 9 })).toEqual([again]);
      const emptied = await records.save({ ...bare, folder: null, tags: [], note: null });
      expect(emptied).toMatchObject({ id: 's_1', folder: null, tags: [], note: null });
      expect(await records.saved({ user: 'u_1', tag: 'a', limit: 9 })).toEqual([]);
      expect(await counts('saved', 'tag')).toEqual({});
      expect(await counts('saved', 'folder')).toEqual({});
    });
  });

  describe('the verdict when saved', () => {
    it('stays beside the verdict now, and entries are found by both', async () => {
      await records.save(saved('s_1', { findings_state: 'PASS' }));
      await records.save(saved('s_2', { findings_state: 'PASS', answer_id: 'ans_2', user_id: 'u_2' }));
      await records.save(saved('s_3', { findings_state: 'PASS', answer_id: 'ans_3' }));
      await records.noteVerdict(verdict('ans_1', 'FAIL', 4));
      expect(await records.saved({ user: 'u_1', limit: 9 })).toMatchObject([
        { id: 's_3', findings_state: 'PASS', saved_state: 'PASS' },
        { id: 's_1', findings_state: 'FAIL', saved_state: 'PASS' },
      ]);
      expect(await foundSaved({ values: [{ facet: 'verdict', value: 'FAIL' }] })).toEqual(['s_1']);
      expect(await foundSaved({ values: [{ facet: 'changed', value: 'yes' }] })).toEqual(['s_1']);
      expect(await counts('saved', 'changed')).toEqual({ yes: 1, no: 1 });
      await records.noteVerdict(verdict('ans_1', 'WARN', 3));
      expect(await counts('saved', 'verdict')).toEqual({ FAIL: 1, PASS: 1 });
      await records.noteVerdict(verdict('ans_1', 'PASS', 5));
      expect(await counts('saved', 'changed')).toEqual({ no: 2 });
      expect(await foundSaved({ values: [{ facet: 'verdict', value: 'FAIL' }] })).toEqual([]);
    });

    it('is noted for everybody who has saved the answer', async () => {
      for (let i = 0; i < 120; i++) await records.save(saved(`s_${i}`, { user_id: `u_${i}` }));
      await records.noteVerdict(verdict('ans_1', 'FAIL', 1));
      for (const user of ['u_0', 'u_7', 'u_99', 'u_119']) {
        const values = [{ facet: 'changed', value: 'yes' }] as const;
        expect((await records.searchSaved(search({ user, values }))).rows).toHaveLength(1);
      }
    });

    it('of an answer that fails while it is removed is known when it is restored', async () => {
      await records.save(saved('s_1'));
      await records.removeSaved('u_1', 's_1', 5);
      await records.noteVerdict(verdict('ans_1', 'FAIL', 1));
      expect(await records.restoreSaved('u_1', 's_1')).toMatchObject({
        findings_state: 'FAIL',
        saved_state: 'PASS',
      });
      expect(await counts('saved', 'verdict')).toEqual({ FAIL: 1 });
    });
  });

  describe('removing', () => {
    it('is undone with folder, tags, note, and history under the tags', async () => {
      await records.addHistory(entry('q_1'));
      const kept = await records.save(saved('s_1', { folder: 'Sky', tags: ['moons'], note: 'look' }));
      expect(await records.removeSaved('u_2', 's_1', 5)).toBe(false);
      expect(await records.removeSaved('u_1', 's_1', 5)).toBe(true);
      expect(await records.removeSaved('u_1', 's_1', 6)).toBe(false);
      expect(await foundSaved({ text: 'moons' })).toEqual([]);
      expect(await records.facets('u_1', 'saved')).toEqual([]);
      expect(await records.savedById('u_1', 's_1')).toBeNull();
      expect(await records.removedSaved('u_1', undefined, 9)).toMatchObject([{ id: 's_1', removed_at: 5 }]);
      expect(await records.restoreSaved('u_2', 's_1')).toBeNull();
      expect(await records.restoreSaved('u_1', 's_1')).toEqual(kept);
      expect(await records.restoreSaved('u_1', 's_1')).toEqual(kept);
      expect(await records.saved({ user: 'u_1', folder: 'Sky', tag: 'moons', limit: 9 })).toEqual([kept]);
      expect(await idsOf({ of: { user: 'u_1' }, tag: TAGGED, limit: 9 })).toEqual(['q_1']);
      expect(await foundSaved({ text: 'moons' })).toEqual(['s_1']);
      expect(await records.removedSaved('u_1', undefined, 9)).toEqual([]);
    });

    it('gives the newer entry where the answer was saved again meanwhile', async () => {
      await records.save(saved('s_1', { title: 'Old' }));
      await records.removeSaved('u_1', 's_1', 5);
      await records.save(saved('s_2', { title: 'New' }));
      expect(await records.restoreSaved('u_1', 's_1')).toMatchObject({ id: 's_2', title: 'New' });
      expect(await records.saved({ user: 'u_1', limit: 9 })).toHaveLength(1);
    });

    it('is for good once purged, and what is not removed cannot be purged', async () => {
      await records.save(saved('s_1', { tags: ['moons'] }));
      expect(await records.purgeSaved('u_1', 's_1')).toBe(false);
      await records.removeSaved('u_1', 's_1', 5);
      expect(await records.purgeSaved('u_2', 's_1')).toBe(false);
      expect(await records.purgeSaved('u_1', 's_1')).toBe(true);
      expect(await records.restoreSaved('u_1', 's_1')).toBeNull();
    });

    it('can be undone for 30 days, and each removal deletes at most 100 older ones', async () => {
      const day = 86_400_000;
      for (let i = 0; i < 103; i++) {
        await records.save(saved(`s_${i}`, { answer_id: `ans_${i}` }));
        if (i < 101) await records.removeSaved('u_1', `s_${i}`, i);
      }
      await records.removeSaved('u_1', 's_101', 30 * day - 1);
      expect(await records.removedSaved('u_1', undefined, 200)).toHaveLength(102);
      await records.removeSaved('u_1', 's_102', 30 * day + 200);
      const left = await records.removedSaved('u_1', undefined, 200);
      expect(left.map(({ id }) => id)).toEqual(['s_102', 's_101', 's_100']);
    });
  });

  describe('changing a saved answer', () => {
    it('moves it between the lists of folders and tags, and of nobody else', async () => {
      await records.save(saved('s_1', { folder: 'Sky', tags: ['a'] }));
      expect(await records.changeSaved('u_2', 's_1', () => ({ title: 'Mine' }))).toBeNull();
      const change = ({ tags }: { readonly tags: readonly string[] }) => ({
        folder: null,
        tags: [...tags, 'b'],
      });
      expect(await records.changeSaved('u_1', 's_1', change)).toMatchObject({
        folder: null,
        tags: ['a', 'b'],
      });
      expect(await records.saved({ user: 'u_1', folder: 'Sky', limit: 9 })).toEqual([]);
      expect(await counts('saved', 'folder')).toEqual({});
      expect(await foundSaved({ values: [{ facet: 'tag', value: 'b' }] })).toEqual(['s_1']);
      const refused = () => {
        throw new RangeError('no');
      };
      await expect(records.changeSaved('u_1', 's_1', refused)).rejects.toThrow(RangeError);
    });
  });

  describe('searching', () => {
    it('finds every word in any order, the last by its beginning, without regard to case and accents', async () => {
      await records.save(
        saved('s_1', { title: 'Les lunes d’Été', q: 'Combien?', summary: 'Saturne a 274 lunes.' }),
      );
      await records.save(
        saved('s_2', { answer_id: 'ans_2', title: '土星の衛星', q: '?', summary: '-', note: 'ask Ann' }),
      );
      expect(await foundSaved({ text: 'ete LUNES' })).toEqual(['s_1']);
      expect(await foundSaved({ text: 'lunes satur' })).toEqual(['s_1']);
      expect(await foundSaved({ text: 'satur lunes' })).toEqual([]);
      expect(await foundSaved({ text: '衛星' })).toEqual(['s_2']);
      expect(await foundSaved({ text: '星衛' })).toEqual([]);
      expect(await foundSaved({ text: 'ann' })).toEqual(['s_2']);
      expect(await foundSaved({ text: '?!' })).toEqual([]);
      expect(await foundSaved({ text: "'); drop table library_terms;--" })).toEqual([]);
      expect(await foundSaved({ text: 'lunes%' })).toEqual(['s_1']);
      expect(await foundSaved({ text: '_' })).toEqual([]);
    });

    it('of one user finds nothing of another', async () => {
      await records.addHistory(entry('q_1', { q: 'secret moons' }));
      await records.addHistory(entry('q_2', { q: 'secret moons', user_id: 'u_2' }));
      expect(await foundAsked({ text: 'secret' })).toEqual(['q_1']);
      expect(await records.facets('u_3', 'history')).toEqual([]);
    });

    it('narrows by every facet and by instants, from inclusive, to exclusive', async () => {
      for (let i = 0; i < 6; i++) {
        await records.addHistory(
          entry(`q_${i}`, {
            q: i % 2 === 0 ? 'moons of Saturn' : 'moons of Jupiter',
            mode: i < 3 ? 'audit' : 'light',
            corpus: i === 5 ? 'sky' : null,
            requested_at: i * 10,
          }),
        );
      }
      const audit = { facet: 'mode', value: 'audit' } as const;
      expect(await foundAsked({ text: 'saturn', values: [audit] })).toEqual(['q_2', 'q_0']);
      expect(await foundAsked({ values: [{ facet: 'corpus', value: 'sky' }] })).toEqual(['q_5']);
      expect(await foundAsked({ text: 'moons', from: 10, to: 40 })).toEqual(['q_3', 'q_2', 'q_1']);
      expect(await counts('history', 'mode')).toEqual({ audit: 3, light: 3 });
      expect(await counts('history', 'corpus')).toEqual({ '': 5, sky: 1 });
      expect(await counts('history', 'day')).toEqual({ '1970-01-01': 6 });
    });

    it('pages without gaps or doubles, also where words begin alike and instants are the same', async () => {
      const ids = Array.from({ length: 30 }, (_, i) => `q_${100 + i}`);
      for (const [i, id] of ids.entries()) {
        const q = ['moon moons moonlight', 'moons rare', 'sun'][i % 3] ?? '';
        await records.addHistory(entry(id, { q, requested_at: Math.floor(i / 4) }));
      }
      for (const limit of [1, 2, 7]) {
        const listed: string[] = [];
        let after: Position | undefined;
        do {
          const page = await records.searchHistory(search({ text: 'moon', after, limit }));
          listed.push(...page.rows.map(({ id }) => id));
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(listed).toEqual(ids.filter((_, i) => i % 3 !== 2).reverse());
      }
    });

    it('looks at a bounded number of entries a page, and reaches the end by the next positions', async () => {
      for (let i = 0; i < 1_300; i++) {
        await records.addHistory(
          entry(`q_${10_000 + i}`, { q: i % 2 === 0 ? 'even' : 'odd', requested_at: i }),
        );
      }
      await records.addHistory(entry('q_both', { q: 'even odd', requested_at: -1 }));
      const first = await records.searchHistory(search({ text: 'even odd' }));
      const [further] = [await records.searchHistory(search({ text: 'odd even' }))];
      expect([...first.rows, ...further.rows].map(({ id }) => id)).toEqual(['q_both', 'q_both']);
      for (let i = 0; i < 1_300; i++) {
        await records.addHistory(
          entry(`r_${10_000 + i}`, { q: i % 2 === 0 ? 'even' : 'odd', requested_at: i }),
        );
      }
      const short = await records.searchHistory(search({ text: 'even odd' }));
      expect(short.rows).toEqual([]);
      const rest = await records.searchHistory(search({ text: 'even odd', after: short.next ?? undefined }));
      expect(rest).toMatchObject({ rows: [{ id: 'q_both' }], next: null });
    });
  });

  describe('a word that is cut within a character', () => {
    it('counts as another one that is cut there too', async () => {
      // 31 code units, and half of a character behind them: once of Deseret, once of Adlam.
      const begun = `a${'\u{10428}'.repeat(15)}`;
      await records.addHistory(entry('q_1', { q: `${begun}\u{10429} ${begun}\u{1E922}` }));
      expect(await counts('history', 'mode')).toEqual({ verified: 1 });
      await records.forgetQuestion('u_1', 'q_1');
      expect(await records.facets('u_1', 'history')).toEqual([]);
    });
  });

  describe('deleting history', () => {
    it('removes a question from every list for good, and of nobody else', async () => {
      await records.addHistory(entry('q_1', { q: 'secret moons' }));
      await records.addHistory(entry('q_2', { answer_id: 'ans_2', q: 'stars' }));
      await records.save(saved('s_2', { answer_id: 'ans_2', tags: ['moons'] }));
      expect(await records.forgetQuestion('u_2', 'q_1')).toBe(false);
      expect(await records.forgetQuestion('u_1', 'q_1')).toBe(true);
      expect(await records.forgetQuestion('u_1', 'q_1')).toBe(false);
      expect(await foundAsked({ text: 'secret' })).toEqual([]);
      expect(await records.visibleAnswer('ans_1', { user: 'u_1', orgs: ['acme'] })).toBeNull();
      expect(await records.forgetQuestion('u_1', 'q_2')).toBe(true);
      expect(await idsOf({ of: { user: 'u_1' }, tag: TAGGED, limit: 9 })).toEqual([]);
      expect(await records.facets('u_1', 'history')).toEqual([]);
    });

    it('leaves saved answers readable', async () => {
      await records.addHistory(entry('q_1', { corpus: 'sky', as_of: '2026-01-01' }));
      await records.save(saved('s_1', { corpus: 'sky', as_of: '2026-01-01' }));
      await records.forgetHistory('u_1', 10);
      const known = await records.visibleAnswer('ans_1', { user: 'u_1', orgs: [] });
      expect(known).toMatchObject({ id: 's_1', user_id: 'u_1', corpus: 'sky', as_of: '2026-01-01' });
      expect(await records.visibleAnswer('ans_1', { user: 'u_2', orgs: ['acme'] })).toBeNull();
      await records.removeSaved('u_1', 's_1', 1);
      expect(await records.askedFor('u_1', 'ans_1')).toBeNull();
    });

    it('takes the oldest first, at most as many as asked for', async () => {
      for (let i = 0; i < 120; i++) await records.addHistory(entry(`q_${100 + i}`, { requested_at: i }));
      await records.addHistory(entry('other', { user_id: 'u_2' }));
      expect(await records.forgetHistory('u_1', 110)).toBe(110);
      expect(await idsOf({ of: { user: 'u_1' }, limit: 1 })).toEqual(['q_219']);
      expect(await counts('history', 'mode')).toEqual({ verified: 10 });
      expect(await records.forgetHistory('u_1', 110)).toBe(10);
      expect(await records.forgetHistory('u_1', 110)).toBe(0);
      expect(await idsOf({ of: { user: 'u_2' }, limit: 9 })).toEqual(['other']);
    });
  });
}
