/** Reads of the log itself, of blobs and of notes. */
import type { BlobReader } from '../store/blobs.ts';
import type { EntryQuery, LogHead, LogReader, MerkleNodeId, StoredEntry } from '../store/log.ts';
import type { RecordReads } from '../store/records.ts';
import { StoreCorrupted } from '../store/store.ts';
import { parseRecord, toBytes } from './bolt-values.ts';
import { type Neo4jConnection, perKey } from './connection.ts';
import { merkleNodeKey } from './schema.ts';

/** The head with what this adapter stores beside it. */
export interface StoredHead {
  readonly head: LogHead;
  /** Name of the last commit, empty before the first. */
  readonly commit: string;
  /** Version of the schema that it was last opened by. */
  readonly format: number;
}
interface HeadRow extends Omit<StoredHead, 'head'> {
  readonly size: number;
  readonly at: string | null;
  readonly frontier: readonly string[];
  readonly replayedTo: number | null;
}
interface EntryRow {
  readonly seq: number;
  readonly record: string;
  readonly bytes: Int8Array;
  readonly root: string;
}

export function logReader(connection: Neo4jConnection): LogReader {
  return {
    head: async () => (await readHead(connection)).head,
    entries: (query) => readEntries(connection, query),
    merkleNodes: (ids) => readMerkleNodes(connection, ids),
  };
}

export function entryRecords(connection: Neo4jConnection): RecordReads<'entries'> {
  return { entries: (seqs) => readEntriesAt(connection, seqs) };
}

export function blobReader(connection: Neo4jConnection): BlobReader {
  return {
    blobs: (hashes) => readBlobs(connection, hashes),
    note: async (name) => {
      const row = await connection.row<{ value: string }>(NOTE, { name });
      return row?.value ?? null;
    },
  };
}

const HEAD = `
  MATCH (h:LogHead {id: 0})
  RETURN h.size AS size, h.at AS at, h.frontier AS frontier, h.replayedTo AS replayedTo,
    h.commit AS commit, h.format AS format`;
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

/** @throws {StoreCorrupted} where there is none */
export async function readHead(connection: Neo4jConnection): Promise<StoredHead> {
  const row = await connection.row<HeadRow>(HEAD);
  if (row === undefined) throw new StoreCorrupted('the head of the log is missing', null);
  const frontier = row.frontier.map((hash) => Uint8Array.from(Buffer.from(hash, 'hex')));
  const { size, at, replayedTo, commit, format } = row;
  return { head: { size, frontier, at, ...(replayedTo !== null && { replayedTo }) }, commit, format };
}

async function readMerkleNodes(
  connection: Neo4jConnection,
  ids: readonly MerkleNodeId[],
): Promise<Uint8Array[]> {
  const found = await connection.rowsPerKey<{ i: number; hash: Int8Array }>(NODES, ids.map(merkleNodeKey));
  return found.map(([row], i) => {
    if (row !== undefined) return toBytes(row.hash);
    const { level, index } = ids[i] ?? { level: 0, index: 0 };
    throw new StoreCorrupted(`the Merkle node ${level}/${index} is missing`, index * 2 ** level);
  });
}

async function readEntries(connection: Neo4jConnection, query: EntryQuery): Promise<StoredEntry[]> {
  const { after, limit, types } = query;
  const rows =
    types === null
      ? await connection.rows<EntryRow>(ENTRIES, { after, limit })
      : await connection.rows<EntryRow>(ENTRIES_OF_TYPES, { after, limit, types: [...new Set(types)] });
  return rows.map(storedEntry);
}

async function readEntriesAt(
  connection: Neo4jConnection,
  seqs: readonly number[],
): Promise<(StoredEntry | null)[]> {
  const found = await connection.rowsPerKey<EntryRow & { readonly i: number }>(ENTRIES_AT, seqs);
  return found.map(([row]) => (row === undefined ? null : storedEntry(row)));
}

function storedEntry({ seq, record, bytes, root }: EntryRow): StoredEntry {
  return { entry: parseRecord(record, seq), bytes: toBytes(bytes), root };
}

async function readBlobs(
  connection: Neo4jConnection,
  hashes: readonly string[],
): Promise<(Uint8Array | null)[]> {
  const found = await connection.rowsPerKey<{ i: number; base64: string }>(BLOBS, hashes);
  return found.map(([row]) => (row === undefined ? null : new Uint8Array(Buffer.from(row.base64, 'base64'))));
}
