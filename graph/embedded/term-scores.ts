/**
 * BM25 of single terms, cached: the score of a query is the sum of its terms' scores, added in the order of the query. FTS5 reads
 * the places and the length of every section that it ranks, for each query anew; questions share their commoner words, and what
 * is searched for the counterfactual lane shares most of them. FTS5 itself scores each term, and adds the scores in the same order.
 */
import type { Connection } from './connection.ts';

/** Every row would cost a call out of SQLite, more than its match. */
export const GOING = '(rowid % 64 OR going())';
const TITLE_WEIGHT = '5.0';
const TEXT_WEIGHT = '1.0';
/** Of all cached terms: some 16 bytes each. */
const MAX_POSTINGS = 524_288;
const MAX_TERMS = 16_384;
/** Where FTS5 keeps which segments it has: every write of the index changes it, but see `renewVersion`. */
const STRUCTURE_ID = 10;
/** What FTS5 has where nothing is set. */
const AUTOMERGE = 4;

/** BM25 of the section that a row stands for, the greater the better. */
export function bm25(table: string): string {
  return `-bm25(${table}, ${TITLE_WEIGHT}, ${TEXT_WEIGHT})`;
}

/** A string of FTS5's query language: nothing in it is an operator. */
export function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/**
 * Makes the state of an index that was emptied another one than it ever had. FTS5 counts its writes from the beginning again then, so
 * that as many other sections would leave the row of its segments as it was; how often something was set stands in that row too, and
 * goes on.
 */
export function renewVersion(connection: Connection, table: string): void {
  connection.run(`INSERT INTO ${table} (${table}, rank) VALUES ('automerge', ${AUTOMERGE})`);
}

export interface ScoredRow {
  readonly id: number;
  readonly score: number;
}

interface Postings {
  /** Rows of the index, ascending. */
  readonly ids: Float64Array;
  readonly scores: Float64Array;
}

interface CachedTerm {
  /** Of the index that it was read from. */
  readonly version: string;
  readonly sections: number;
  /** Null: counted only. */
  readonly postings: Postings | null;
}

export class TermScores {
  readonly #connection: Connection;
  /** In the order of their last use. */
  readonly #terms = new Map<string, CachedTerm>();
  #postings = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Names the state of the index; null within a transaction, which may have written what is not in it yet. */
  versionOf(table: string): string | null {
    if (this.#connection.inTransaction) return null;
    const sql = `SELECT hex(block) FROM ${table}_data WHERE id = ${STRUCTURE_ID}`;
    const structure = this.#connection.value(sql);
    return structure === undefined ? null : String(structure);
  }

  /** How many sections have the term, counted up to `most`. */
  sectionsWith(table: string, version: string | null, term: string, most: number): number {
    const known = version === null ? undefined : this.#find(table, version, term);
    if (known !== undefined) return known.sections;
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @expression LIMIT @most)`;
    const sections = Number(this.#connection.value(sql, { expression: quoted(term), most }));
    if (version !== null) this.#add(keyOf(table, term), { version, sections, postings: null });
    return sections;
  }

  /**
   * The best rows, best first, of those that have any of the terms, or all. Equal scores are in no order.
   * @param terms few enough sections have them, counted before at this version
   */
  best(
    table: string,
    version: string,
    terms: readonly string[],
    match: 'all' | 'any',
    most: number,
  ): ScoredRow[] {
    const lists = terms.map((term) => this.#postingsOf(table, version, term));
    return greatest(match === 'all' ? sumsOfAll(lists) : sumsOfAny(lists), most);
  }

  #postingsOf(table: string, version: string, term: string): Postings {
    const known = this.#find(table, version, term);
    if (known?.postings) return known.postings;
    const sql = `
      SELECT rowid AS id, ${bm25(table)} AS score FROM ${table} WHERE ${table} MATCH @expression AND ${GOING} ORDER BY rowid`;
    const rows = this.#connection.rows<ScoredRow>(sql, { expression: quoted(term) });
    const postings = {
      ids: Float64Array.from(rows, ({ id }) => id),
      scores: Float64Array.from(rows, ({ score }) => score),
    };
    this.#add(keyOf(table, term), { version, sections: rows.length, postings });
    return postings;
  }

  #find(table: string, version: string, term: string): CachedTerm | undefined {
    const key = keyOf(table, term);
    const known = this.#terms.get(key);
    if (known?.version !== version) return undefined;
    this.#terms.delete(key);
    this.#terms.set(key, known);
    return known;
  }

  #add(key: string, term: CachedTerm): void {
    this.#drop(key);
    this.#terms.set(key, term);
    this.#postings += term.postings?.ids.length ?? 0;
    for (const oldest of this.#terms.keys()) {
      if (oldest === key || (this.#postings <= MAX_POSTINGS && this.#terms.size <= MAX_TERMS)) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#postings -= this.#terms.get(key)?.postings?.ids.length ?? 0;
    this.#terms.delete(key);
  }
}

function keyOf(table: string, term: string): string {
  return `${table} ${term}`;
}

function sumsOfAny(lists: readonly Postings[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { ids, scores } of lists) {
    for (let i = 0; i < ids.length; i += 1) {
      const id = ids[i] ?? 0;
      sums.set(id, (sums.get(id) ?? 0) + (scores[i] ?? 0));
    }
  }
  return sums;
}

/** Looks the rows of the rarest term up in the lists of the others. */
function sumsOfAll(lists: readonly Postings[]): Map<number, number> {
  const [rarest] = lists.toSorted((a, b) => a.ids.length - b.ids.length);
  const sums = new Map<number, number>();
  for (const id of rarest?.ids ?? []) {
    const places = lists.map(({ ids }) => placeIn(ids, id));
    if (places.every((place) => place >= 0))
      sums.set(
        id,
        lists.reduce((sum, { scores }, at) => sum + (scores[places[at] ?? 0] ?? 0), 0),
      );
  }
  return sums;
}

/** Where an id stands among ascending ones; -1: nowhere. */
function placeIn(ids: Float64Array, id: number): number {
  let [from, to] = [0, ids.length - 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ids[middle] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id ? from : -1;
}

/** Without sorting all of them as rows. */
function greatest(sums: ReadonlyMap<number, number>, most: number): ScoredRow[] {
  const scores = Float64Array.from(sums.values()).sort();
  const least = scores[scores.length - most] ?? Number.NEGATIVE_INFINITY;
  const rows: ScoredRow[] = [];
  for (const [id, score] of sums) if (score >= least) rows.push({ id, score });
  return rows.sort((a, b) => b.score - a.score).slice(0, most);
}
