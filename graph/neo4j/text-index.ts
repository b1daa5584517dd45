/**
 * Full text: one index per corpus, since BM25 counts over a whole index and another corpus' sections would reverse a
 * ranking (docs/spec/decisions.md#1-text-index). Its label is named by a hash of the corpus' name, so that no name
 * reaches the Cypher.
 */
import { blake3Hex } from '../digest.ts';
import type { RecordReads } from '../store/records.ts';
import type { IndexedSection, SectionPlace } from '../store/rows.ts';
import type { TextHit, TextQuery, TextReader } from '../store/text.ts';
import { type Neo4jConnection, perKey } from './connection.ts';
import type { Neo4jLink } from './link.ts';

/** Most distinct terms of a query; one more is the caller's mistake. */
const MAX_TERMS = 64;
/** Most hits of a query. */
const MAX_HITS = 200;
const TITLE_WEIGHT = 5;
const INDEX_ONLINE_S = 60;
const LABEL_DIGITS = 32;

/** What ends a token in the `whitespace` analyzer, or is no text: no section contains it within a term. */
const NOT_IN_A_TERM = /[\p{Z}\p{Cc}]/u;

/** The label that a corpus' sections carry beside `Section`. */
export function sectionLabel(corpus: string): string {
  return `Section_${blake3Hex(Buffer.from(corpus)).slice(0, LABEL_DIGITS)}`;
}

/** Which corpora have their index; an index is never removed while a store is open. */
export class TextIndexes {
  readonly #link: Neo4jLink;
  readonly #known = new Set<string>();

  constructor(link: Neo4jLink) {
    this.#link = link;
  }

  /** The corpus' index, null when it has none yet. */
  async find(corpus: string): Promise<string | null> {
    const name = indexName(corpus);
    if (this.#known.has(name)) return name;
    const row = await this.#link.reads.row('SHOW FULLTEXT INDEXES YIELD name WHERE name = $name', { name });
    if (row === undefined) return null;
    this.#known.add(name);
    return name;
  }

  /** Makes the corpus' index where it is missing. It outlives a transaction that fails, and is then empty. */
  async ensure(corpus: string): Promise<void> {
    const name = indexName(corpus);
    if (this.#known.has(name)) return;
    await this.#link.define(createIndex(name, sectionLabel(corpus)));
    await this.#link.reads.run('CALL db.awaitIndex($name, $seconds)', { name, seconds: INDEX_ONLINE_S });
    this.#known.add(name);
  }
}

function indexName(corpus: string): string {
  return `adduce_text_${sectionLabel(corpus)}`;
}

function createIndex(name: string, label: string): string {
  return `
    CREATE FULLTEXT INDEX ${name} IF NOT EXISTS FOR (s:${label}) ON EACH [s.terms]
    OPTIONS { indexConfig: {
      \`fulltext.analyzer\`: 'whitespace', \`fulltext.eventually_consistent\`: false
    } }`;
}

export function textReader(
  connection: Neo4jConnection,
  indexes: TextIndexes,
): Pick<TextReader, 'searchText'> {
  return {
    searchText: (query) => searchText(connection, indexes, query),
  };
}

export function sectionRecords(connection: Neo4jConnection): RecordReads<'sections' | 'sectionPlaces'> {
  return {
    sections: (addrs) => readSections<IndexedSection>(connection, SECTIONS, addrs),
    sectionPlaces: (addrs) => readSections<SectionPlace>(connection, PLACES, addrs),
  };
}

const SEARCH = `
  CALL db.index.fulltext.queryNodes($index, $expression) YIELD node, score
  WHERE node.seq <= $seq AND node.effective_at <= $until
  RETURN node.addr AS addr, node.artefact AS artefact, score ORDER BY score DESC, addr LIMIT $limit`;

async function searchText(
  connection: Neo4jConnection,
  indexes: TextIndexes,
  { corpus, terms, match, limit, view }: TextQuery,
): Promise<TextHit[]> {
  const distinct = [...new Set(terms)];
  if (distinct.length > MAX_TERMS) throw new RangeError(`at most ${MAX_TERMS} terms, not ${distinct.length}`);
  if (limit > MAX_HITS) throw new RangeError(`at most ${MAX_HITS} hits, not ${limit}`);
  const possible = distinct.filter((term) => term !== '' && !NOT_IN_A_TERM.test(term));
  if (possible.length === 0 || (match === 'all' && possible.length < distinct.length)) return [];
  const index = await indexes.find(corpus);
  if (index === null) return [];
  const expression = possible.map((term) => clause(term, match)).join(' ');
  return connection.rows<TextHit>(SEARCH, { index, expression, limit, seq: view.seq, until: view.until });
}

function clause(term: string, match: TextQuery['match']): string {
  return match === 'all' ? `+${quoted(term)}` : quoted(term);
}

/** What matches a term; null for one that no section can contain. */
export function quotedTerm(term: string): string | null {
  return term === '' || NOT_IN_A_TERM.test(term) ? null : quoted(term);
}

/** In the query parser's quotes nothing but the quote and the backslash is syntax. */
function quoted(term: string): string {
  return `"${term.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Title and text as one field, the title as often as it weighs: rarity counts over whole sections, as in the embedded
 * store. Over two fields a rare word of the text would beat a title, where few sections have one.
 */
export function weightedTerms({ titleTerms, textTerms }: IndexedSection): string {
  return [...Array<string>(TITLE_WEIGHT).fill(titleTerms), textTerms].join(' ');
}

/** A section is all properties, so that it needs no record. */
const SECTIONS = perKey(`
  MATCH (s:Section {addr: key})
  RETURN i, s {.addr, .artefact, .corpus, .titleTerms, .textTerms, .seq, .effective_at} AS section`);
const PLACES = perKey(`
  MATCH (s:Section {addr: key}) RETURN i, s {.addr, .artefact, .corpus, .seq, .effective_at} AS section`);

async function readSections<Row>(
  connection: Neo4jConnection,
  statement: string,
  addrs: readonly string[],
): Promise<(Row | null)[]> {
  const found = await connection.rowsPerKey<{ i: number; section: Row }>(statement, addrs);
  return found.map(([row]) => row?.section ?? null);
}
