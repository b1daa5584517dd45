/** Cached scores of terms beside those that the index gives of a whole query. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { embeddedFile } from '../../../graph/embedded/open.ts';
import { openReader } from '../../../graph/embedded/open-reader.ts';
import { MAX_RANKED, textReader } from '../../../graph/embedded/text-index.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { TextHit, TextQuery } from '../../../graph/store/text.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, CORPUS, section } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from './folder.ts';

const WORDS = ['saturn', 'moon', 'ring', 'dust', 'ice', 'orbit', 'probe', 'titan'] as const;
const NOW = { seq: 1_000, until: at(1_000_000) };
const DECIMALS = 12;
const BUSY_MS = 1_000;
/** Reads take terms from the cache; inside a transaction they ask the index. */
type Search = (query: Partial<TextQuery>) => Promise<TextHit[]>;

async function opened() {
  const path = await testFolder();
  const store = await openForTest({ path });
  const connection = openReader(await embeddedFile(path), { cacheKib: 1_024 });
  onTestFinished(() => connection.close());
  return { path, store, connection, search: searchOver(connection) };
}

function searchOver(connection: Connection): Search {
  const reader = textReader(connection);
  return (query) =>
    reader.searchText({ corpus: CORPUS, terms: [], match: 'any', limit: 10, view: NOW, ...query });
}

async function inTransaction(connection: Connection, search: Search, query: Partial<TextQuery>) {
  connection.exec('BEGIN');
  try {
    return await search(query);
  } finally {
    connection.exec('ROLLBACK');
  }
}

function rounded(hits: readonly TextHit[]) {
  return hits.map(({ addr, score }) => [addr, score.toFixed(DECIMALS)]);
}

/** Sections of words that are drawn by a fixed rule, so that terms are rare and common, in titles and in texts. */
async function saveSections(store: GraphStore, count: number): Promise<void> {
  const words = (n: number, length: number) =>
    Array.from({ length }, (_, i) => WORDS[(n * (i + 3) + i * i) % WORDS.length]).join(' ');
  const sections = Array.from({ length: count }, (_, n) =>
    section(`s${n}`, { titleTerms: words(n, n % 3), textTerms: words(n + 1, 1 + (n % 11)) }),
  );
  await save(store, { sections });
}

describe('scores of terms', () => {
  it('add up to what the index gives of the whole query', async () => {
    const { store, connection, search } = await opened();
    await saveSections(store, 200);
    const query = fc.record({
      terms: fc.uniqueArray(fc.constantFrom(...WORDS, 'nowhere'), { minLength: 1 }),
      match: fc.constantFrom<TextQuery['match']>('all', 'any'),
      limit: fc.integer({ min: 1, max: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const hits = await search(one);
        expect(rounded(hits)).toEqual(rounded(await inTransaction(connection, search, one)));
      }),
      { numRuns: 60 },
    );
  });

  it('are read anew once the index has changed', async () => {
    const { store, search } = await opened();
    await saveSections(store, 30);
    const before = await search({ terms: ['saturn', 'nova'] });
    await save(store, { sections: [section('new', { textTerms: 'nova nova saturn' })] });
    const [first, ...rest] = await search({ terms: ['saturn', 'nova'] });
    expect(first?.addr).toBe(section('new').addr);
    expect(rest).not.toEqual(before.slice(0, rest.length));
    await save(store, { sections: [section('new', { textTerms: 'comet' })] });
    const again = await search({ terms: ['saturn', 'nova'] });
    expect(again.map(({ addr }) => addr)).not.toContain(section('new').addr);
    await store.transact((tx) => tx.clearProjections());
    expect(await search({ terms: ['saturn', 'nova'] })).toEqual([]);
  });

  it('are read anew once the index was filled again by as many other sections', async () => {
    const { store, connection, search } = await opened();
    const fill = (words: readonly string[]) => words.map((textTerms, n) => section(`s${n}`, { textTerms }));
    await save(store, { sections: fill(['moon ring', 'dust', 'dust']) });
    const before = await search({ terms: ['moon', 'ring'] });
    expect(before.map(({ addr }) => addr)).toEqual([section('s0').addr]);
    await store.transact((tx) => tx.clearProjections());
    await save(store, { sections: fill(['dust', 'dust', 'moon ring']) });
    const after = await search({ terms: ['moon', 'ring'] });
    expect(after.map(({ addr }) => addr)).toEqual([section('s2').addr]);
    const query = { terms: ['moon', 'ring', 'dust'] };
    expect(rounded(await search(query))).toEqual(rounded(await inTransaction(connection, search, query)));
  });

  it('are added of one state of the index alone, also where another connection writes meanwhile', async () => {
    const { path, store, connection, search } = await opened();
    const texts = ['moon', 'moon ring', 'ring', 'dust', 'dust'];
    await save(store, { sections: texts.map((textTerms, n) => section(`s${n}`, { textTerms })) });
    const writer = new Connection(await embeddedFile(path), BUSY_MS);
    onTestFinished(() => writer.close());
    const { rows } = connection;
    vi.spyOn(connection, 'rows').mockImplementationOnce((sql, params) => {
      const found = rows.call(connection, sql, params);
      writer.exec(`INSERT INTO text_1 (rowid, title_terms, text_terms) VALUES (99, '', 'ring ring ring')`);
      return found as never[];
    });
    const query = { terms: ['moon', 'ring'] };
    const hits = await search(query);
    expect(rounded(hits)).toEqual(rounded(await inTransaction(connection, search, query)));
  });

  it('are not read of every section where terms that are common are to stand together', async () => {
    const { store, connection, search } = await opened();
    const half = MAX_RANKED / 2 + 1;
    const sections = Array.from({ length: 2 * half }, (_, n) =>
      section(`s${n}`, { textTerms: n < half ? 'dust' : 'ice' }),
    );
    await save(store, { sections: [...sections, section('both', { textTerms: 'dust ice' })] });
    const read = vi.spyOn(connection, 'rows');
    const query = { terms: ['dust', 'ice'], match: 'all' } as const;
    const hits = await search(query);
    expect(hits.map(({ addr }) => addr)).toEqual([section('both').addr]);
    expect(read.mock.results.flatMap(({ value }) => value).length).toBeLessThan(10);
    expect(rounded(hits)).toEqual(rounded(await inTransaction(connection, search, query)));
  });

  it('are not held of a term that more sections have than are ranked', async () => {
    const { store, connection, search } = await opened();
    const sections = Array.from({ length: MAX_RANKED + 1 }, (_, n) =>
      section(`s${n}`, { textTerms: 'dust' }),
    );
    await save(store, { sections: [...sections, section('rare', { textTerms: 'dust nova' })] });
    for (const match of ['all', 'any'] as const) {
      const query = { terms: ['dust', 'nova'], match };
      const hits = await search(query);
      expect(hits.map(({ addr }) => addr)).toEqual([section('rare').addr]);
      expect(rounded(hits)).toEqual(rounded(await inTransaction(connection, search, query)));
    }
  });
});
