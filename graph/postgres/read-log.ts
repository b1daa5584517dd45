/** Reads of the log itself, of blobs and of notes. */
import { decodeCanonical, STORED_LIMITS } from '../canonical.ts';
import type { LogEntry } from '../log/entry.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { EntryQuery, LogHead, LogReader, MerkleNodeId, StoredEntry } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import { KEYS, type PostgresConnection } from './connection.ts';

const HASH_BYTES = 32;

export interface HeadRow {
  readonly size: number;
  readonly at: string | null;
  readonly frontier: Uint8Array;
  readonly replayed_to: number | null;
}
export interface PostgresEntryRow {
  readonly seq: number;
  readonly root: string;
  readonly bytes: Uint8Array;
}

export function logReader(connection: PostgresConnection): LogReader & BlobReader {
  return {
    head: async () => headOf(await connection.row<HeadRow>(HEAD)),
    entries: (query) => readEntries(connection, query),
    merkleNodes: (ids) => readMerkleNodes(connection, ids),
    blobs: async (hashes) => {
      const found = await connection.rowsPerKey<{ i: number; bytes: Uint8Array }>(BLOBS, hashes.length, {
        keys: hashes,
      });
      return found.map(([row]) => row?.bytes ?? null);
    },
    note: async (name) => (await connection.row<{ value: string }>(NOTE, { name }))?.value ?? null,
  };
}

const HEAD = 'SELECT size, at, frontier, replayed_to FROM head';
const NOTE = 'SELECT value FROM notes WHERE name = @name';
const BLOBS = `SELECT k.i, b.bytes FROM ${KEYS} JOIN blobs b ON b.hash = k.value`;
const NODES = `
  SELECT k.i, n.hash FROM unnest(@levels::int[], @indexes::bigint[]) WITH ORDINALITY AS k (level, idx, i)
  JOIN merkle_nodes n ON n.level = k.level AND n.idx = k.idx`;

/** Columns of `EntryRow`. */
export const ENTRY = "e.seq, encode(e.root, 'hex') AS root, e.bytes";
const ENTRIES = `SELECT ${ENTRY} FROM entries e WHERE e.seq > @after ORDER BY e.seq LIMIT @limit`;
/** The first `limit` of each type, so that a rare type does not cost a walk over the whole log. */
const ENTRIES_OF_TYPES = `
  SELECT ${ENTRY} FROM unnest(@types::text[]) AS t (type) CROSS JOIN LATERAL (
    SELECT * FROM entries WHERE type = t.type AND seq > @after ORDER BY seq LIMIT @limit
  ) e ORDER BY e.seq LIMIT @limit`;

export function headOf(row: HeadRow | undefined): LogHead {
  if (row === undefined) throw new StoreCorrupted('the head of the log is missing', null);
  const { size, at, frontier, replayed_to } = row;
  const hashes = Array.from({ length: frontier.length / HASH_BYTES }, (_, i) =>
    frontier.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
  return { size, at, frontier: hashes, ...(replayed_to !== null && { replayedTo: replayed_to }) };
}

async function readMerkleNodes(
  connection: PostgresConnection,
  ids: readonly MerkleNodeId[],
): Promise<Uint8Array[]> {
  const found = await connection.rowsPerKey<{ i: number; hash: Uint8Array }>(NODES, ids.length, {
    levels: ids.map(({ level }) => level),
    indexes: ids.map(({ index }) => index),
  });
  return found.map(([row], i) => {
    if (row !== undefined) return row.hash;
    const { level, index } = ids[i] ?? { level: 0, index: 0 };
    throw new StoreCorrupted(`the Merkle node ${level}/${index} is missing`, index * 2 ** level);
  });
}

async function readEntries(
  connection: PostgresConnection,
  { after, limit, types }: EntryQuery,
): Promise<StoredEntry[]> {
  if (types?.length === 0) return [];
  const rows =
    types === null
      ? await connection.rows<PostgresEntryRow>(ENTRIES, { after, limit })
      : await connection.rows<PostgresEntryRow>(ENTRIES_OF_TYPES, {
          after,
          limit,
          types: [...new Set(types)],
        });
  return rows.map(storedEntry);
}

/** Throws `StoreCorrupted` where the bytes are no entry. */
export function storedEntry({ seq, root, bytes }: PostgresEntryRow): StoredEntry {
  try {
    // These bytes are what `entryBytes` made of an entry.
    const entry = decodeCanonical(bytes, STORED_LIMITS) as unknown as LogEntry;
    return { entry, bytes, root };
  } catch (error) {
    throw new StoreCorrupted(`the bytes of entry ${seq} are not those of an entry`, seq, { cause: error });
  }
}
