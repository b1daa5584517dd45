/** Reads of the log itself, of blobs and of notes. */
import type { EntryQuery, GraphReader, LogHead, MerkleNodeId, StoredEntry } from '../store.ts';
import { StoreCorrupted } from '../store.ts';
import { parseRecord, toBytes } from './bolt-values.ts';
import { type Connection, perKey } from './connection.ts';
import { merkleNodeKey } from './schema.ts';

type LogReader = Pick<GraphReader, 'head' | 'merkleNodes' | 'entries' | 'entriesAt' | 'blobs' | 'note'>;

interface HeadRow {
  readonly size: number;
  readonly at: string | null;
  readonly frontier: readonly string[];
}
interface EntryRow {
  readonly seq: number;
  readonly record: string;
  readonly bytes: Int8Array;
  readonly root: string;
}

export function logReader(connection: Connection): LogReader {
  return {
    head: () => readHead(connection),
    merkleNodes: (ids) => readMerkleNodes(connection, ids),
    entries: (query) => readEntries(connection, query),
    entriesAt: (seqs) => readEntriesAt(connection, seqs),
    blobs: (hashes) => readBlobs(connection, hashes),
    note: async (name) => {
      const row = await connection.row<{ value: string }>(NOTE, { name });
      return row?.value ?? null;
    },
  };
}

const HEAD = 'MATCH (h:LogHead {id: 0}) RETURN h.size AS size, h.at AS at, h.frontier AS frontier';
const NOTE = 'MATCH (n:Note {name: $name}) RETURN n.value AS value';
const NODES = perKey('MATCH (n:MerkleNode {id: key}) RETURN i, n.hash AS hash');
const BLOBS = perKey('MATCH (b:Blob {hash: key}) RETURN i, b.base64 AS base64');

const ENTRIES = `
  MATCH (e:Entry) WHERE e.seq > $after
  RETURN e.seq AS seq, e.record AS record, e.bytes AS bytes, e.root AS root ORDER BY e.seq LIMIT $limit`;

const ENTRIES_AT = perKey(`
  MATCH (e:Entry {seq: key})
  RETURN i, e.seq AS seq, e.record AS record, e.bytes AS bytes, e.root AS root`);

/**
 * The first `limit` of each type, so that a rare type does not cost a walk over the whole log; ordered by every property of
 * their index, since by `seq` alone the server would sort all of the type.
 */
const ENTRIES_OF_TYPES = `
  UNWIND $types AS type
  CALL (type) {
    MATCH (e:Entry) WHERE e.type = type AND e.seq > $after RETURN e ORDER BY e.type, e.seq LIMIT $limit
  }
  RETURN e.seq AS seq, e.record AS record, e.bytes AS bytes, e.root AS root ORDER BY e.seq LIMIT $limit`;

async function readHead(connection: Connection): Promise<LogHead> {
  const row = await connection.row<HeadRow>(HEAD);
  if (row === undefined) throw new StoreCorrupted('the head of the log is missing', null);
  const frontier = row.frontier.map((hash) => Uint8Array.from(Buffer.from(hash, 'hex')));
  return { size: row.size, frontier, at: row.at };
}

async function readMerkleNodes(connection: Connection, ids: readonly MerkleNodeId[]): Promise<Uint8Array[]> {
  const found = await connection.rowsPerKey<{ i: number; hash: Int8Array }>(NODES, ids.map(merkleNodeKey));
  return found.map(([row], i) => {
    if (row !== undefined) return toBytes(row.hash);
    const { level, index } = ids[i] ?? { level: 0, index: 0 };
    throw new StoreCorrupted(`the Merkle node ${level}/${index} is missing`, index * 2 ** level);
  });
}

async function readEntries(connection: Connection, query: EntryQuery): Promise<StoredEntry[]> {
  const { after, limit, types } = query;
  const rows =
    types === null
      ? await connection.rows<EntryRow>(ENTRIES, { after, limit })
      : await connection.rows<EntryRow>(ENTRIES_OF_TYPES, { after, limit, types: [...new Set(types)] });
  return rows.map(storedEntry);
}

async function readEntriesAt(
  connection: Connection,
  seqs: readonly number[],
): Promise<(StoredEntry | null)[]> {
  const found = await connection.rowsPerKey<EntryRow & { readonly i: number }>(ENTRIES_AT, seqs);
  return found.map(([row]) => (row === undefined ? null : storedEntry(row)));
}

function storedEntry({ seq, record, bytes, root }: EntryRow): StoredEntry {
  return { entry: parseRecord(record, seq), bytes: toBytes(bytes), root };
}

async function readBlobs(connection: Connection, hashes: readonly string[]): Promise<(Uint8Array | null)[]> {
  const found = await connection.rowsPerKey<{ i: number; base64: string }>(BLOBS, hashes);
  return found.map(([row]) => (row === undefined ? null : new Uint8Array(Buffer.from(row.base64, 'base64'))));
}
