/** Reads of the log itself, of blobs and of notes. */
import type { EntryQuery, GraphReader, LogHead, MerkleNodeId, StoredEntry } from '../store.ts';
import { StoreCorrupted } from '../store.ts';
import { type Connection, parseRecord, type SqlParams } from './connection.ts';

type LogReader = Pick<GraphReader, 'head' | 'merkleNodes' | 'entries' | 'entriesAt' | 'blobs' | 'note'>;

interface EntryRow {
  readonly seq: number;
  readonly record: string;
  readonly bytes: Uint8Array;
  readonly root: string;
}

export function logReader(connection: Connection): LogReader {
  return {
    head: async () => readHead(connection),
    merkleNodes: async (ids) => readMerkleNodes(connection, ids),
    entries: async (query) => readEntries(connection, query),
    entriesAt: async (seqs) => readEntriesAt(connection, seqs),
    blobs: async (hashes) => readBlobs(connection, hashes),
    note: async (name) => {
      const row = connection.row<{ value: string }>('SELECT value FROM notes WHERE name = @name', { name });
      return row?.value ?? null;
    },
  };
}

function readHead(connection: Connection): LogHead {
  const row = connection.row<{ size: number; at: string | null; frontier: string }>(
    'SELECT size, at, frontier FROM head',
  );
  if (row === undefined) return { size: 0, frontier: [], at: null };
  const frontier = parseRecord<string[]>(row.frontier).map((hash) => plain(Buffer.from(hash, 'hex')));
  return { size: row.size, frontier, at: row.at };
}

function readMerkleNodes(connection: Connection, ids: readonly MerkleNodeId[]): Uint8Array[] {
  const found = connection.rowsPerKey<{ i: number; hash: Uint8Array }>(
    `SELECT k.key AS i, n.hash FROM json_each(@keys) k
     CROSS JOIN merkle_nodes n ON n.level = k.value ->> 0 AND n.idx = k.value ->> 1`,
    ids.map(({ level, index }) => [level, index]),
  );
  return found.map(([row], i) => {
    if (row !== undefined) return plain(row.hash);
    const level = ids[i]?.level ?? 0;
    const index = ids[i]?.index ?? 0;
    throw new StoreCorrupted(`the Merkle node ${level}/${index} is missing`, index * 2 ** level);
  });
}

function readEntries(connection: Connection, { after, limit, types }: EntryQuery): StoredEntry[] {
  const wanted = types === null ? null : [...new Set(types)];
  if (wanted?.length === 0) return [];
  const params: Record<string, string | number> = { after, limit };
  wanted?.forEach((type, i) => {
    params[`type${i}`] = type;
  });
  return selectEntries(connection, wanted?.length ?? null, params);
}

function selectEntries(connection: Connection, types: number | null, params: SqlParams): StoredEntry[] {
  const where = types === null ? 'seq > @after' : `seq IN (${seqsOfTypes(types)})`;
  const rows = connection.rows<EntryRow>(
    `SELECT seq, record, bytes, root FROM entries WHERE ${where} ORDER BY seq LIMIT @limit`,
    params,
  );
  return rows.map(storedEntry);
}

function readEntriesAt(connection: Connection, seqs: readonly number[]): (StoredEntry | null)[] {
  const found = connection.rowsPerKey<EntryRow & { readonly i: number }>(ENTRIES_AT, seqs);
  return found.map(([row]) => (row === undefined ? null : storedEntry(row)));
}

const ENTRIES_AT = `
  SELECT k.key AS i, e.seq, e.record, e.bytes, e.root FROM json_each(@keys) k
  CROSS JOIN entries e ON e.seq = k.value`;

function storedEntry({ seq, record, bytes, root }: EntryRow): StoredEntry {
  return { entry: parseRecord(record, seq), bytes: plain(bytes), root };
}

/** The first `limit` of each type, so that a rare type does not cost a walk over the whole log. */
function seqsOfTypes(types: number): string {
  const one = (i: number) =>
    `SELECT seq FROM (SELECT seq FROM entries WHERE type = @type${i} AND seq > @after ORDER BY seq LIMIT @limit)`;
  return Array.from({ length: types }, (_, i) => one(i)).join(' UNION ALL ');
}

function readBlobs(connection: Connection, hashes: readonly string[]): (Uint8Array | null)[] {
  const found = connection.rowsPerKey<{ i: number; bytes: Uint8Array }>(
    'SELECT k.key AS i, b.bytes FROM json_each(@keys) k CROSS JOIN blobs b ON b.hash = k.value',
    hashes,
  );
  return found.map(([row]) => (row === undefined ? null : plain(row.bytes)));
}

/** The driver's Buffers as what the port promises, over the same memory. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
