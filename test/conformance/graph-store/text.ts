/** Conformance: full-text search. */
import { expect } from 'vitest';
import type { IndexedSection } from '../../../graph/store/rows.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { TextQuery } from '../../../graph/store/text.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactId, at, CORPUS, section } from './records.ts';

const MAX_TERMS = 64;
const NOW = { seq: 1_000, until: at(1_000_000) };

/** What no section contains, whatever a query language makes of it. */
const HOSTILE = [
  '',
  ' ',
  '"',
  '""',
  "'",
  '*',
  'satu*',
  'AND',
  'NOT',
  'NEAR(',
  '(',
  ')',
  '{',
  ':',
  '^',
  '~',
  '/',
  '\\',
  '\u0000',
  '\n',
  '🪐',
  '-',
  '&&',
  "zz' OR '1'='1",
];

/** Enough other sections for a term's rarity to count. */
function filler(corpus: string = CORPUS): IndexedSection[] {
  return Array.from({ length: 20 }, (_, i) =>
    section(`filler-${i}`, { addr: `wx://${corpus}/sec/filler-${i}`, corpus, textTerms: 'dust cloud gas' }),
  );
}

async function search(store: GraphStore, query: Partial<TextQuery>) {
  return store.searchText({ corpus: CORPUS, terms: [], match: 'all', limit: 50, view: NOW, ...query });
}

async function names(store: GraphStore, query: Partial<TextQuery>): Promise<string[]> {
  return (await search(store, query)).map(({ addr }) => addr.slice(addr.lastIndexOf('/') + 1));
}

export function describeText(test: StoreTest): void {
  describeMatching(test);
  describeRanking(test);
  describeViews(test);
}

function describeMatching(test: StoreTest): void {
  test('finds nothing in an unknown corpus or without terms', async ({ store }) => {
    expect(await names(store, { terms: ['moon'] })).toEqual([]);
    await save(store, { sections: [section('a', { textTerms: 'moon' })] });
    expect(await names(store, { terms: [], match: 'any' })).toEqual([]);
    expect(await names(store, { terms: ['moon'], corpus: 'other' })).toEqual([]);
  });

  test('wants every term for `all`, in title or text, and one for `any`', async ({ store }) => {
    const sections = [
      section('split', { titleTerms: 'saturn', textTerms: 'moon' }),
      section('one', { textTerms: 'saturn ring' }),
      ...filler(),
    ];
    await save(store, { sections });
    expect(await names(store, { terms: ['saturn', 'moon'], match: 'all' })).toEqual(['split']);
    const any = await names(store, { terms: ['saturn', 'moon'], match: 'any' });
    expect(any.sort()).toEqual(['one', 'split']);
  });

  test('matches whole terms only, in any script', async ({ store }) => {
    await save(store, {
      sections: [section('a', { textTerms: 'saturnian हिन्दी größe 2024 東京' }), ...filler()],
    });
    for (const term of ['saturnian', 'हिन्दी', 'größe', '2024', '東京']) {
      expect(await names(store, { terms: [term] }), term).toEqual(['a']);
    }
    for (const term of ['saturn', 'हिन्', 'grosse', 'grö', '202', '東']) {
      expect(await names(store, { terms: [term] }), term).toEqual([]);
    }
  });

  test('takes hostile terms for terms that do not occur', async ({ store }) => {
    await save(store, { sections: [section('a', { textTerms: 'saturn' }), ...filler()] });
    for (const term of HOSTILE) {
      expect(await names(store, { terms: [term], match: 'any' }), term).toEqual([]);
      expect(await names(store, { terms: ['saturn', term], match: 'any' }), term).toEqual(['a']);
      expect(await names(store, { terms: ['saturn', term], match: 'all' }), term).toEqual([]);
    }
  });

  test('takes as many terms as a query may have', async ({ store }) => {
    await save(store, { sections: [section('a', { textTerms: 'saturn' }), ...filler()] });
    const terms = ['saturn', ...Array.from({ length: MAX_TERMS - 1 }, (_, i) => `t${i}`)];
    expect(await names(store, { terms, match: 'any' })).toEqual(['a']);
    expect(await names(store, { terms, match: 'all' })).toEqual([]);
  });

  test('gives sections back in the order asked for, null for unknown ones', async ({ store }) => {
    const a = section('a', { titleTerms: 'saturn', textTerms: 'moon ring', seq: 3 });
    await save(store, { sections: [a, section('b')] });
    const found = await store.records('sections', [section('b').addr, section('none').addr, a.addr]);
    expect(found).toEqual([section('b'), null, a]);
  });

  test('gives the places of sections without their terms', async ({ store }) => {
    const a = section('a', { titleTerms: 'saturn', textTerms: 'moon ring', seq: 3 });
    await save(store, { sections: [a] });
    const found = await store.records('sectionPlaces', [section('none').addr, a.addr]);
    const { titleTerms: _, textTerms: __, ...place } = a;
    expect(found).toEqual([null, place]);
  });

  test('finds a section that was saved again by its new terms only', async ({ store }) => {
    await save(store, { sections: [section('a', { textTerms: 'saturn' }), ...filler()] });
    await save(store, { sections: [section('a', { textTerms: 'jupiter' })] });
    expect(await names(store, { terms: ['saturn'] })).toEqual([]);
    expect(await names(store, { terms: ['jupiter'] })).toEqual(['a']);
  });
}

function describeRanking(test: StoreTest): void {
  test('ranks a term in the title above the same term in the text', async ({ store }) => {
    const sections = [
      section('text', { titleTerms: 'planet', textTerms: 'saturn moon' }),
      section('title', { titleTerms: 'saturn', textTerms: 'planet moon' }),
      ...filler(),
    ];
    await save(store, { sections });
    expect(await names(store, { terms: ['saturn'] })).toEqual(['title', 'text']);
  });

  test('gives higher scores first and orders ties by address', async ({ store }) => {
    const same = { textTerms: 'saturn moon' };
    const sections = [
      section('c', same),
      section('a', same),
      section('b', same),
      section('strong', { textTerms: 'saturn saturn' }),
      ...filler(),
    ];
    await save(store, { sections });
    const hits = await search(store, { terms: ['saturn'] });
    expect(hits.map(({ addr }) => addr)).toEqual(['strong', 'a', 'b', 'c'].map((name) => section(name).addr));
    expect(hits.map(({ artefact }) => artefact)).toEqual(Array(4).fill(artefactId(1)));
    const scores = hits.map(({ score }) => score);
    expect(scores[0]).toBeGreaterThan(scores[1] ?? Number.POSITIVE_INFINITY);
    expect(scores[1]).toBe(scores[2]);
  });

  test('gives the best hits when there are more than the limit', async ({ store }) => {
    const weak = Array.from({ length: 5 }, (_, i) => section(`weak-${i}`, { textTerms: 'saturn dust dust' }));
    await save(store, { sections: [...weak, section('best', { titleTerms: 'saturn' }), ...filler()] });
    expect(await names(store, { terms: ['saturn'], limit: 2 })).toEqual(['best', 'weak-0']);
  });

  test("does not let another corpus' sections change a score", async ({ store }) => {
    const sections = [
      section('a', { textTerms: 'saturn moon' }),
      section('b', { textTerms: 'ring moon' }),
      ...filler(),
    ];
    await save(store, { sections });
    const before = await search(store, { terms: ['saturn', 'ring', 'moon'], match: 'any' });
    const foreign = Array.from({ length: 50 }, (_, i) =>
      section(`x${i}`, { addr: `wx://other/sec/x${i}`, corpus: 'other', textTerms: 'saturn saturn' }),
    );
    await save(store, { sections: foreign });
    expect(await search(store, { terms: ['saturn', 'ring', 'moon'], match: 'any' })).toEqual(before);
    expect(await search(store, { terms: ['saturn'], corpus: 'other' })).toHaveLength(50);
  });

  test('keeps corpora apart whose names differ only by a hyphen', async ({ store }) => {
    const inCorpus = (corpus: string) =>
      section('s', { addr: `wx://${corpus}/sec/s`, corpus, textTerms: 'saturn' });
    const corpora = ['a-b', 'ab', 'a--b', '0', `z${'-'.repeat(62)}`];
    await save(store, { sections: corpora.map(inCorpus) });
    for (const corpus of corpora) {
      const hits = await search(store, { terms: ['saturn'], corpus });
      expect(hits.map(({ addr }) => addr)).toEqual([`wx://${corpus}/sec/s`]);
    }
  });
}

function describeViews(test: StoreTest): void {
  test('shows a view what it had learned and what had taken effect', async ({ store }) => {
    const sections = [
      section('early', { textTerms: 'saturn', seq: 1, effective_at: at(10) }),
      section('late', { textTerms: 'saturn', seq: 2, effective_at: at(5) }),
      ...filler(),
    ];
    await save(store, { sections });
    const seen = async (seq: number, until: string) =>
      (await names(store, { terms: ['saturn'], view: { seq, until } })).sort();
    expect(await seen(2, at(10))).toEqual(['early', 'late']);
    expect(await seen(1, at(10))).toEqual(['early']);
    expect(await seen(2, at(9))).toEqual(['late']);
    expect(await seen(0, at(10))).toEqual([]);
  });

  test('does not spend the limit on what a view cannot see', async ({ store }) => {
    const hidden = Array.from({ length: 5 }, (_, i) =>
      section(`hidden-${i}`, { titleTerms: 'saturn', seq: 500 }),
    );
    await save(store, { sections: [...hidden, section('seen', { textTerms: 'saturn' }), ...filler()] });
    const view = { seq: 499, until: NOW.until };
    expect(await names(store, { terms: ['saturn'], limit: 1, view })).toEqual(['seen']);
  });

  test('gives the first hits of the whole order, whatever the limit, the view and the ties', async ({
    store,
  }) => {
    // Eight scores among 160 sections, of which each view hides others.
    const sections = Array.from({ length: 160 }, (_, i) =>
      section(`s-${(i * 37) % 160}`, {
        textTerms: ['saturn', ...Array<string>(i % 8).fill('moon')].join(' '),
        seq: i % 10,
        effective_at: at(i % 7),
      }),
    );
    await save(store, { sections: [...sections, ...filler()] });
    const terms = ['saturn', 'moon'];
    const whole = await names(store, { terms, match: 'any', limit: 200 });
    expect(whole).toHaveLength(sections.length);
    const hidden = { learned: (i: number) => i % 10 > 3, effective: (i: number) => i % 7 > 2 };
    const views = [
      { view: NOW, sees: () => true },
      { view: { ...NOW, seq: 3 }, sees: (i: number) => !hidden.learned(i) },
      { view: { ...NOW, until: at(2) }, sees: (i: number) => !hidden.effective(i) },
      { view: { seq: 3, until: at(2) }, sees: (i: number) => !hidden.learned(i) && !hidden.effective(i) },
    ];
    for (const { view, sees } of views) {
      const visible = new Set(sections.flatMap(({ addr }, i) => (sees(i) ? [addr.split('/').at(-1)] : [])));
      const expected = whole.filter((name) => visible.has(name));
      for (const limit of [1, 2, 7, 40, 79, 80, 81, 160]) {
        const hits = await names(store, { terms, match: 'any', limit, view });
        expect(hits, `limit ${limit} at ${view.seq}, ${view.until}`).toEqual(expected.slice(0, limit));
      }
    }
  });
}
