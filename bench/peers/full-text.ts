/** Full-text search by others, over the same documents: what one may use instead of an index of ours. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { EvalDocument } from '../../eval/measure/corpus-file.ts';
import { queryTerms, terms } from '../../graph/terms.ts';
import { peer } from './installed.ts';

/** Documents that were indexed, asked in this process. */
export interface FullText {
  /** Ids of the best documents, best first. */
  search(q: string): Promise<readonly string[]>;
}

/** Hits that each gives. */
const LIMIT = 100;
const TITLE_WEIGHT = 5;
const LANG = 'en';

export interface BareFts5 extends FullText, AsyncDisposable {
  /** What the index thinks of its best hits, best first: larger is better. */
  scores(q: string): readonly number[];
  /** Documents that each term matches, summed over the terms. */
  matches(q: string): number;
}

/**
 * SQLite's FTS5 with one statement and nothing around it, over the terms that the embedded store indexes and asks for
 * (any of them), in a file opened as the store's reader is.
 */
export async function bareFts5(documents: readonly EvalDocument[]): Promise<BareFts5> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'adduce-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const db = new Sqlite(join(folder, 'bare.sqlite'));
  undo.defer(() => void db.close());
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536;
    CREATE VIRTUAL TABLE texts USING fts5 (title, text, content = '', contentless_delete = 1,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'")`);
  const insert = db.prepare('INSERT INTO texts (rowid, title, text) VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const [row, { title, text }] of documents.entries()) {
      // A text without headings stands under its title.
      const words = terms(`${title}\n${text}`, LANG);
      insert.run(row, terms(title, LANG).join(' '), words.join(' '));
    }
  })();
  const statement = db.prepare<[string], { readonly rowid: number; readonly score: number }>(
    `SELECT rowid, -bm25(texts, ${TITLE_WEIGHT}, 1) AS score FROM texts WHERE texts MATCH ?
     ORDER BY score DESC LIMIT ${LIMIT}`,
  );
  const counting = db.prepare<[string]>('SELECT count(*) FROM texts WHERE texts MATCH ?').pluck();
  const matches = (q: string) =>
    queryTerms(q, LANG).reduce((sum, term) => sum + Number(counting.get(`"${term}"`)), 0);
  const ask = (q: string) => {
    const asked = queryTerms(q, LANG);
    return asked.length === 0 ? [] : statement.all(asked.map((term) => `"${term}"`).join(' OR '));
  };
  const kept = undo.move();
  return {
    search: async (q) => ask(q).map(({ rowid }) => documents[rowid]?.id ?? ''),
    scores: (q) => ask(q).map(({ score }) => score),
    matches,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** What is used of `minisearch`. */
interface MiniSearchIndex {
  addAll(documents: readonly unknown[]): void;
  search(q: string, options: Readonly<Record<string, unknown>>): { readonly id: string }[];
}
type MiniSearch = new (options: Readonly<Record<string, unknown>>) => MiniSearchIndex;

/** @param analysis `own`: as MiniSearch comes; `ours`: with this program's terms, stems and stop words */
export function miniSearch(documents: readonly EvalDocument[], analysis: 'own' | 'ours'): FullText {
  // CommonJS: the module is the class.
  const Index = peer('minisearch') as MiniSearch;
  const asked = { tokenize: (q: string) => queryTerms(q, LANG), processTerm: (term: string) => term };
  const ours = { tokenize: (text: string) => terms(text, LANG), processTerm: asked.processTerm };
  const index = new Index({ fields: ['title', 'text'], ...(analysis === 'ours' && ours) });
  index.addAll(documents);
  const options = { boost: { title: TITLE_WEIGHT }, ...(analysis === 'ours' && asked) };
  return {
    search: async (q) =>
      index
        .search(q, options)
        .slice(0, LIMIT)
        .map(({ id }) => id),
  };
}

/** What is used of `@orama/orama`. */
interface Orama {
  create(options: Readonly<Record<string, unknown>>): unknown;
  insertMultiple(db: unknown, documents: readonly unknown[]): Promise<unknown>;
  search(
    db: unknown,
    query: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
}

/** With its own English stemmer. */
export async function orama(documents: readonly EvalDocument[]): Promise<FullText> {
  const { create, insertMultiple, search } = peer('@orama/orama') as Orama;
  const db = create({
    schema: { title: 'string', text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true } },
  });
  await insertMultiple(
    db,
    documents.map(({ id, title, text }) => ({ id, title, text })),
  );
  return {
    async search(q) {
      const { hits } = await search(db, { term: q, limit: LIMIT, boost: { title: TITLE_WEIGHT } });
      return hits.map(({ id }) => id);
    },
  };
}
