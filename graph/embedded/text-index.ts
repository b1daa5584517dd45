/**
 * Full text: one FTS5 table per corpus, since BM25 counts over a whole table and another corpus' rows would reverse
 * a ranking (docs/spec/decisions.md#1-text-index). Tables are named by number, so that no corpus name reaches the SQL.
 */
import type { RecordReads } from '../store/records.ts';
import type { IndexedSection, SectionPlace } from '../store/rows.ts';
import type { TextHit, TextQuery, TextReader } from '../store/text.ts';
import type { Connection } from './connection.ts';

/** Most distinct terms of a query; one more is the caller's mistake. */
export const MAX_TERMS = 64;
/** Most hits of a query. */
export const MAX_HITS = 200;
/**
 * Sections that one query ranks. Beyond it, the commonest terms of an `any` query are left out, which tell sections apart
 * least; where a single term or an `all` query matches more, the newest sections are ranked.
 */
export const MAX_RANKED = 8_192;
const TITLE_WEIGHT = '5.0';
const TEXT_WEIGHT = '1.0';

/**
 * Terms come analysed and joined by single spaces, so everything but a separator (category Z) is part of a term:
 * left to its default, FTS5 would break scripts at their combining marks.
 */
const TOKENIZER = `unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'`;
/** What the index cannot hold within a term, so that no section can contain it. */
const NOT_IN_A_TERM = /[\p{Z}\0]/u;

export function textReader(connection: Connection): Pick<TextReader, 'searchText'> {
  return {
    searchText: async (query) => searchText(connection, query),
  };
}

export function sectionRecords(connection: Connection): RecordReads<'sections' | 'sectionPlaces'> {
  const by = <Row extends object>(sql: string) => {
    return async (addrs: readonly string[]) => {
      const found = connection.rowsPerKey<Row & { readonly i: number }>(sql, addrs);
      return found.map(([row]): Row | null => {
        if (row === undefined) return null;
        const { i: _, ...section } = row;
        // The same without the position that `rowsPerKey` asks for.
        return section as unknown as Row;
      });
    };
  };
  return { sections: by<IndexedSection>(SECTIONS), sectionPlaces: by<SectionPlace>(PLACES) };
}

const PLACE = 's.addr, s.artefact, s.corpus, s.seq, s.effective_at';
const BY_ADDR = 'FROM json_each(@keys) k CROSS JOIN sections s ON s.addr = k.value';
const PLACES = `SELECT k.key AS i, ${PLACE} ${BY_ADDR}`;
const SECTIONS = `
  SELECT k.key AS i, ${PLACE}, s.title_terms AS titleTerms, s.text_terms AS textTerms ${BY_ADDR}`;

function searchText(connection: Connection, { corpus, terms, match, limit, view }: TextQuery): TextHit[] {
  const distinct = [...new Set(terms)];
  if (distinct.length > MAX_TERMS) throw new RangeError(`at most ${MAX_TERMS} terms, not ${distinct.length}`);
  if (limit > MAX_HITS) throw new RangeError(`at most ${MAX_HITS} hits, not ${limit}`);
  const possible = distinct.filter((term) => term !== '' && !NOT_IN_A_TERM.test(term));
  if (possible.length === 0 || (match === 'all' && possible.length < distinct.length)) return [];
  const table = tableOf(connection, corpus);
  if (table === null) return [];
  const expression =
    match === 'all'
      ? possible.map(quoted).join(' AND ')
      : rarest(connection, table, possible).map(quoted).join(' OR ');
  const asked = { expression, seq: view.seq, until: view.until };
  const ranked = connection.rows<RankedRow>(rankedSql(table), { ...asked, reach: limit * REACH_FACTOR });
  return (
    firstSeen(ranked, limit, limit * REACH_FACTOR) ??
    connection.rows<TextHit>(searchSql(table), { ...asked, limit })
  );
}

/** The terms that match at most `MAX_RANKED` sections together, the rarest first; at least one. */
function rarest(connection: Connection, table: string, terms: readonly string[]): string[] {
  if (terms.length === 1) return [...terms];
  const counted = terms.map((term) => ({ term, sections: sectionsWith(connection, table, term) }));
  // The same terms in another order are the same query.
  counted.sort((a, b) => a.sections - b.sections || (a.term < b.term ? -1 : 1));
  let sum = 0;
  return counted.flatMap(({ term, sections }, index) => {
    sum += sections;
    return index === 0 || sum <= MAX_RANKED ? [term] : [];
  });
}

/** Counted up to one more than may be ranked. */
function sectionsWith(connection: Connection, table: string, term: string): number {
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH @expression LIMIT @limit)`;
  return Number(connection.value(sql, { expression: quoted(term), limit: MAX_RANKED + 1 }));
}

/** What matches a term; null for one that no section can contain. */
export function matchOf(term: string): string | null {
  return term === '' || NOT_IN_A_TERM.test(term) ? null : quoted(term);
}

/** A string of FTS5's query language: nothing in it is an operator. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Rows that are ranked before it is asked which of them the view sees, in hits of the query. */
const REACH_FACTOR = 2;

interface RankedRow extends TextHit {
  /** 1 where the view sees the section. */
  readonly seen: number;
}

/**
 * The best rows of the index alone. The sections of all that match, which are most of a corpus for a question of ten
 * words, cost more to look up than their ranking does. `bm25` is better when smaller; the port's score is better when
 * larger.
 */
function rankedSql(table: string): string {
  return `
    SELECT s.addr, s.artefact, best.score, s.seq <= @seq AND s.effective_at <= @until AS seen
    FROM (
      SELECT id, score FROM (
        SELECT rowid AS id, -bm25(${table}, ${TITLE_WEIGHT}, ${TEXT_WEIGHT}) AS score FROM ${table}
        WHERE ${table} MATCH @expression AND going() ORDER BY rowid DESC LIMIT ${MAX_RANKED}
      ) ORDER BY score DESC LIMIT @reach
    ) best CROSS JOIN sections s ON s.id = best.id
    ORDER BY best.score DESC, s.addr`;
}

/** The first hits in the view; null where rows beyond the reach could be among them. */
function firstSeen(rows: readonly RankedRow[], limit: number, reach: number): TextHit[] | null {
  const hits = rows.filter(({ seen }) => seen === 1).slice(0, limit);
  if (rows.length >= reach) {
    // Rows beyond may have the last one's score, and an address before it.
    const last = rows.at(-1)?.score ?? 0;
    const worst = hits.at(-1)?.score ?? last;
    if (hits.length < limit || worst <= last) return null;
  }
  return hits.map(({ addr, artefact, score }) => ({ addr, artefact, score }));
}

/** The newest rows that match and are in the view. */
function searchSql(table: string): string {
  return `
    SELECT addr, artefact, score FROM (
      SELECT s.addr, s.artefact, -bm25(${table}, ${TITLE_WEIGHT}, ${TEXT_WEIGHT}) AS score
      FROM ${table} CROSS JOIN sections s ON s.id = ${table}.rowid
      WHERE ${table} MATCH @expression AND going() AND s.seq <= @seq AND s.effective_at <= @until
      ORDER BY ${table}.rowid DESC LIMIT ${MAX_RANKED}
    ) ORDER BY score DESC, addr LIMIT @limit`;
}

/** Saves sections with their index rows; a section saved before is replaced. */
export function saveSections(connection: Connection, sections: readonly IndexedSection[]): void {
  for (const section of sections) saveSection(connection, section);
}

function saveSection(connection: Connection, section: IndexedSection): void {
  const { addr, artefact, corpus, titleTerms, textTerms, seq, effective_at } = section;
  const table = tableOf(connection, corpus) ?? createTable(connection, corpus);
  const before = connection.value('SELECT id FROM sections WHERE addr = @addr', { addr });
  connection.run(UPSERT_SECTION, { addr, artefact, corpus, titleTerms, textTerms, seq, effective_at });
  const id = before ?? connection.value('SELECT id FROM sections WHERE addr = @addr', { addr }) ?? null;
  if (before !== undefined) connection.run(`DELETE FROM ${table} WHERE rowid = @id`, { id });
  connection.run(
    `INSERT INTO ${table} (rowid, title_terms, text_terms) VALUES (@id, @titleTerms, @textTerms)`,
    { id, titleTerms, textTerms },
  );
}

const UPSERT_SECTION = `
  INSERT INTO sections (addr, artefact, corpus, seq, effective_at, title_terms, text_terms)
  VALUES (@addr, @artefact, @corpus, @seq, @effective_at, @titleTerms, @textTerms)
  ON CONFLICT (addr) DO UPDATE SET artefact = excluded.artefact, corpus = excluded.corpus, seq = excluded.seq,
    effective_at = excluded.effective_at, title_terms = excluded.title_terms, text_terms = excluded.text_terms`;

/** Writes the indexes anew: what was removed stays in them until then. */
export function optimiseTextIndexes(connection: Connection): void {
  for (const { id } of connection.rows<{ id: number }>('SELECT id FROM text_indexes')) {
    connection.run(`INSERT INTO ${tableName(id)} (${tableName(id)}) VALUES ('optimize')`);
  }
}

/** Empties the indexes; the sections themselves go with the other projections. */
export function clearTextIndexes(connection: Connection): void {
  for (const { id } of connection.rows<{ id: number }>('SELECT id FROM text_indexes')) {
    connection.run(`INSERT INTO ${tableName(id)} (${tableName(id)}) VALUES ('delete-all')`);
  }
}

/** The table of a corpus, null where it has none yet. */
export function tableOf(connection: Connection, corpus: string): string | null {
  const id = connection.value('SELECT id FROM text_indexes WHERE corpus = @corpus', { corpus });
  return id === undefined ? null : tableName(Number(id));
}

/** Contentless: `sections` holds the terms already. */
function createTable(connection: Connection, corpus: string): string {
  connection.run('INSERT INTO text_indexes (corpus) VALUES (@corpus)', { corpus });
  const table = tableOf(connection, corpus) ?? '';
  connection.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5 (
       title_terms, text_terms, content = '', contentless_delete = 1, tokenize = "${TOKENIZER}"
     )`,
  );
  return table;
}

function tableName(id: number): string {
  return `text_${id}`;
}
