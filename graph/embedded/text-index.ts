/**
 * Full text: one FTS5 table per corpus, since BM25 counts over a whole table and another corpus' rows would reverse
 * a ranking (docs/spec/decisions.md#1-text-index). Tables are named by number, so that no corpus name reaches the SQL.
 */
import { byCodeUnit } from '../by-code-unit.ts';
import type { RecordReads } from '../store/records.ts';
import type { IndexedSection, SectionPlace, View } from '../store/rows.ts';
import type { TextHit, TextQuery, TextReader } from '../store/text.ts';
import type { Connection } from './connection.ts';
import { bm25, GOING, quoted, renewVersion, type ScoredRow, TermScores } from './term-scores.ts';

/** Most distinct terms of a query; one more is the caller's mistake. */
export const MAX_TERMS = 64;
/** Most hits of a query. */
export const MAX_HITS = 200;
/**
 * Sections that one query ranks. Beyond it, the commonest terms of an `any` query are left out, which tell sections apart
 * least; where a single term or an `all` query matches more, the newest sections are ranked.
 */
export const MAX_RANKED = 8_192;

/**
 * Terms come analysed and joined by single spaces, so everything but a separator (category Z) is part of a term:
 * left to its default, FTS5 would break scripts at their combining marks.
 */
const TOKENIZER = `unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'`;
/** What the index cannot hold within a term, so that no section can contain it. */
const NOT_IN_A_TERM = /[\p{Z}\0]/u;

export function textReader(connection: Connection): Pick<TextReader, 'searchText'> {
  const scores = new TermScores(connection);
  return {
    searchText: async (query) => searchText(connection, scores, query),
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

function searchText(
  connection: Connection,
  scores: TermScores,
  { corpus, terms, match, limit, view }: TextQuery,
): TextHit[] {
  const distinct = [...new Set(terms)];
  if (distinct.length > MAX_TERMS) throw new RangeError(`at most ${MAX_TERMS} terms, not ${distinct.length}`);
  if (limit > MAX_HITS) throw new RangeError(`at most ${MAX_HITS} hits, not ${limit}`);
  const possible = distinct.filter((term) => term !== '' && !NOT_IN_A_TERM.test(term));
  if (possible.length === 0 || (match === 'all' && possible.length < distinct.length)) return [];
  const table = tableOf(connection, corpus);
  if (table === null) return [];
  const version = scores.versionOf(table);
  // Counted up to one more than may be ranked.
  const counted = possible.map((term) => {
    return { term, sections: scores.sectionsWith(table, version, term, MAX_RANKED + 1) };
  });
  const used = match === 'all' ? counted : rarest(counted);
  if (match === 'all' && used.some(({ sections }) => sections === 0)) return [];
  const names = used.map(({ term }) => term);
  const asked = { seq: view.seq, until: view.until };
  const expression = names.map(quoted).join(match === 'all' ? ' AND ' : ' OR ');
  const reach = limit * REACH_FACTOR;
  // All sections of each term are read where they are not cached, though few may have all terms.
  const areFew = used.reduce((sum, { sections }) => sum + sections, 0) <= MAX_RANKED;
  const best = version !== null && areFew ? scores.best(table, version, names, match, reach) : null;
  // Another connection may have written meanwhile: then the terms were not read from one state.
  const ranked =
    best !== null && scores.versionOf(table) === version
      ? placed(connection, best, asked)
      : connection.rows<RankedRow>(rankedSql(table), { ...asked, expression, reach });
  return (
    firstSeen(ranked, limit, reach) ??
    connection.rows<TextHit>(searchSql(table), { ...asked, expression, limit })
  );
}

interface CountedTerm {
  readonly term: string;
  readonly sections: number;
}

/** The terms that match at most `MAX_RANKED` sections together, the rarest first; at least one. */
function rarest(terms: readonly CountedTerm[]): CountedTerm[] {
  // The same terms in another order are the same query.
  const ordered = terms.toSorted((a, b) => a.sections - b.sections || (a.term < b.term ? -1 : 1));
  let sum = 0;
  return ordered.filter(({ sections }, index) => {
    sum += sections;
    return index === 0 || sum <= MAX_RANKED;
  });
}

/** What matches a term; null for one that no section can contain. */
export function matchOf(term: string): string | null {
  return term === '' || NOT_IN_A_TERM.test(term) ? null : quoted(term);
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
        SELECT rowid AS id, ${bm25(table)} AS score FROM ${table}
        WHERE ${table} MATCH @expression AND ${GOING} ORDER BY rowid DESC LIMIT ${MAX_RANKED}
      ) ORDER BY score DESC LIMIT @reach
    ) best CROSS JOIN sections s ON s.id = best.id
    ORDER BY best.score DESC, s.addr`;
}

/** The same of rows whose scores are known. */
function placed(
  connection: Connection,
  best: readonly ScoredRow[],
  asked: Pick<View, 'seq' | 'until'>,
): RankedRow[] {
  const ids = best.map(({ id }) => id);
  const found = connection.rowsPerKey<Omit<RankedRow, 'score'> & { readonly i: number }>(PLACED, ids, {
    ...asked,
  });
  const rows = found.flatMap(([row], index) => {
    const score = best[index]?.score ?? 0;
    return row === undefined ? [] : [{ addr: row.addr, artefact: row.artefact, seen: row.seen, score }];
  });
  return rows.sort((a, b) => b.score - a.score || byCodeUnit(a.addr, b.addr));
}

const PLACED = `
  SELECT k.key AS i, s.addr, s.artefact, s.seq <= @seq AND s.effective_at <= @until AS seen
  FROM json_each(@keys) k CROSS JOIN sections s ON s.id = k.value`;

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
      SELECT s.addr, s.artefact, ${bm25(table)} AS score
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
    const table = tableName(id);
    connection.run(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
    renewVersion(connection, table);
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
