/** Reads of the log itself, of blobs and of notes. */
import type { BlobReader } from '../store/blobs.ts';
import type { EntryQuery, LogHead, LogReader, MerkleNodeId, StoredEntry } from '../store/log.ts';
import type { RecordReads } from '../store/records.ts';
import { StoreCorrupted } from '../store/store.ts';
import { type Connection, parseJson, type SqlParams } from './connection.ts';
import type { EntryRow } from './entries.ts';

export function logReader(connection: Connection): LogReader {
  return {
    head: async () => readHead(connection),
    entries: async (query) => readEntries(connection, query),
    merkleNodes: async (ids) => readMerkleNodes(connection, ids),
  };
}

export function entryRecords(connection: Connection): RecordReads<'entries'> {
  return { entries: async (seqs) => readEntriesAt(connection, seqs) };
}

export function blobReader(connection: Connection): BlobReader {
  return {
    blobs: async (hashes) => readBlobs(connection, hashes),
    note: async (name) => {
      const row = connection.row<{ value: string }>('SELECT value FROM notes WHERE name = @name', { name });
      return row?.value ?? null;
    },
  };
}

interface HeadRow {
  readonly size: number;
  readonly at: string | null;
  readonly frontier: string;
  readonly replayed_to: number | null;
}

function readHead(connection: Connection): LogHead {
  const row = connection.row<HeadRow>('SELECT size, at, frontier, replayed_to FROM head');
  if (row === undefined) throw new StoreCorrupted('the head of the log is missing', null);
  // As `save.ts` wrote it.
  const frontier = (parseJson(row.frontier) as string[]).map((hash) => plain(Buffer.from(hash, 'hex')));
  const { size, at, replayed_to } = row;
  return { size, frontier, at, ...(replayed_to !== null && { replayedTo: replayed_to }) };
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
  const where = types === null ? `seq > @after` : `seq IN (${seqsOfTypes(types)})`;
  const rows = connection.rows<EntryRow>(
    `SELECT seq, root, bytes FROM entries WHERE ${where} ORDER BY seq LIMIT @limit`,
    params,
  );
  return rows.map((row) => connection.entries.of(row));
}

function readEntriesAt(connection: Connection, seqs: readonly number[]): (StoredEntry | null)[] {
  const found = connection.rowsPerKey<EntryRow & { readonly i: number }>(ENTRIES_AT, seqs);
  return found.map(([row]) => (row === undefined ? null : connection.entries.of(row)));
}

const ENTRIES_AT = `
  SELECT k.key AS i, e.seq, e.root, e.bytes FROM json_each(@keys) k
  CROSS JOIN entries e ON e.seq = k.value`;

/** The first `limit` of each type, so that a rare type does not cost a walk over the whole log. */
function seqsOfTypes(types: number): string {
  const one = (i: number) =>
    `SELECT seq FROM (
      SELECT seq FROM entries WHERE type = @type${i} AND seq > @after ORDER BY seq LIMIT @limit
    )`;
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
