/**
 * Compares what one file holds of its projections with what another holds that was made from the same log: every row with all
 * that it is looked up by, and the full-text indexes word by word.
 */
import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import type { TableComparison } from '../log/table-comparison.ts';
import { compareKeys } from '../log/table-comparison.ts';
import { PROJECTED_TABLES } from './schema.ts';

/** What names a row, where it is not the column `id`; `OF` stands for its file. */
const KEYS: Readonly<Record<string, string>> = {
  corpora: 'name',
  observations: "hash || ' ' || artefact || ' ' || day",
  sections: 'addr',
  fingerprints: 'seq',
  fingerprint_bands: "band || ' ' || seq",
  claims: 'addr',
  occurrences: 'seq',
  rivals: "claim || ' ' || rival",
  ledger: 'event_id',
  event_artefacts: "artefact || ' ' || log_seq || ' ' || (SELECT event_id FROM OF.ledger WHERE id = event)",
  cited_hashes: "hash || ' ' || claim",
  idempotency: 'key',
  stub_closures: 'stub_id',
  answer_uses: "answer || ' ' || used",
  findings: 'seq',
  revocations: 'key',
  chain_members: 'claim',
  tallies: "kind || ' ' || corpus || ' ' || key",
  belief_days: 'corpus',
  belief_tallies: "corpus || ' ' || state",
  ledger_beliefs: "corpus || ' ' || cluster",
};
/** Says how a projection came to be where it is, and not what the log says. */
const OF_ITS_WAY: ReadonlySet<string> = new Set(['belief_position', 'verdict_days']);
/** Numbers that a file gives its rows in the order in which they come. */
const OWN_NUMBERS: ReadonlySet<string> = new Set([
  'corpora.id',
  'sections.id',
  'ledger.id',
  'event_artefacts.event',
]);
/** Bytes of a hash that a number holds exactly. */
const HASH_BYTES = 6;
const MODULUS = 2 ** (8 * HASH_BYTES);

interface Row {
  readonly key: string;
  readonly value: string;
}

/** Null where the log of the one has gone on since the other was made of it. */
export function compareProjections(file: string, expected: string): TableComparison[] | null {
  const db = new Sqlite(file, { readonly: true });
  try {
    db.prepare('ATTACH @expected AS expected').run({ expected });
    // One snapshot, also beside a writer.
    db.exec('BEGIN');
    const size = (of: string) => db.prepare(`SELECT size FROM ${of}.head`).pluck().get() ?? 0;
    if (size('main') !== size('expected')) return null;
    const tables = PROJECTED_TABLES.filter((table) => !OF_ITS_WAY.has(table));
    return [...tables.map((table) => compareTable(db, table)), compareTexts(db)];
  } finally {
    db.close();
  }
}

function compareTable(db: Sqlite.Database, table: string): TableComparison {
  const rows = (of: string) =>
    `SELECT ${(KEYS[table] ?? 'id').replace('OF.', `${of}.`)} AS key, ${rowText(db, table)} AS value FROM ${of}.${table}`;
  const differing = (one: string, other: string) =>
    // The SQL names the columns.
    db
      .prepare(`SELECT key FROM (${rows(one)} EXCEPT ${rows(other)})`)
      .pluck()
      .all() as (string | number)[];
  const count = Number(db.prepare(`SELECT count(*) FROM main.${table}`).pluck().get());
  return compareKeys(table, count, differing('main', 'expected'), differing('expected', 'main'));
}

function rowText(db: Sqlite.Database, table: string): string {
  const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`).pluck().all();
  const own = columns.map(String).filter((name) => !OWN_NUMBERS.has(`${table}.${name}`));
  return `json_array(${own.map((name) => `quote("${name}")`).join(', ')})`;
}

/** The index has no text of its own, so that its words are read from it: which, in which column, at which place. */
function compareTexts(db: Sqlite.Database): TableComparison {
  const found = wordsOf(db, 'main');
  const expected = wordsOf(db, 'expected');
  const differing = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
    [...one].flatMap(([key, digest]) => (other.get(key) === digest ? [] : [key]));
  return compareKeys('full_text', found.size, differing(found, expected), differing(expected, found));
}

/** A digest of each section's words, whatever their order. */
function wordsOf(db: Sqlite.Database, of: string): Map<string, number> {
  const digests = new Map<string, number>();
  const indexes = db.prepare(`SELECT id, corpus FROM ${of}.text_indexes`).all() as {
    readonly id: number;
    readonly corpus: string;
  }[];
  for (const { id, corpus } of indexes) {
    db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('${of}', 'text_${id}', 'instance')`);
    const words = db.prepare(`
      SELECT coalesce(s.addr, @corpus || ' #' || w.doc) AS key, w.term || ' ' || w.col || ' ' || w.offset AS value
      FROM temp.words w LEFT JOIN ${of}.sections s ON s.id = w.doc`);
    // The SQL names the columns.
    for (const { key, value } of words.iterate({ corpus }) as IterableIterator<Row>) {
      digests.set(key, ((digests.get(key) ?? 0) + digestOf(value)) % MODULUS);
    }
    db.exec('DROP TABLE temp.words');
  }
  return digests;
}

function digestOf(word: string): number {
  return createHash('sha256').update(word).digest().readUIntBE(0, HASH_BYTES);
}
