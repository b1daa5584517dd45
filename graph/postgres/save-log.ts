/** Writes of the log itself, of blobs and of notes. */

import { blobBatches } from '../blob-batches.ts';
import type { BlobWriter } from '../store/blobs.ts';
import type { Changes } from '../store/store.ts';
import type { PostgresConnection } from './connection.ts';
import { tableOf, upsert, upsertParams } from './upserts.ts';

const ENTRIES = tableOf({
  name: 'entries',
  columns: { seq: 'bigint', type: 'text', root: 'bytea', bytes: 'bytea' },
  key: ['seq'],
});
const NODES = tableOf({
  name: 'merkle_nodes',
  columns: { level: 'int', idx: 'bigint', hash: 'bytea' },
  key: ['level', 'idx'],
});
const NOTES = tableOf({ name: 'notes', columns: { name: 'text', value: 'text' }, key: ['name'] });

const HEAD = 'UPDATE head SET size = @size, at = @at, frontier = @frontier';
/** In one statement: every append has these three. */
const LOG = `WITH e AS (${ENTRIES.sql}), n AS (${NODES.sql}) ${HEAD}`;

export function saveLog(
  connection: PostgresConnection,
  { head, entries, merkleNodes }: Changes,
): Promise<void> {
  const params = { size: head.size, at: head.at, frontier: Buffer.concat(head.frontier) };
  if (entries.length === 0 && merkleNodes.length === 0) return connection.run(HEAD, params);
  const entryRows = entries.map(({ entry, bytes, root }) => ({
    ...{ seq: entry.seq, type: entry.body.type, bytes },
    root: Buffer.from(root, 'hex'),
  }));
  const nodeRows = merkleNodes.map(({ level, index, hash }) => ({ level, idx: index, hash }));
  return connection.run(LOG, {
    ...params,
    ...upsertParams(ENTRIES, entryRows),
    ...upsertParams(NODES, nodeRows),
  });
}

export function blobWriter(connection: PostgresConnection): BlobWriter {
  return {
    saveBlobs: async (blobs) => {
      for (const batch of blobBatches(blobs)) {
        await Promise.all(batch.map(({ hash, bytes }) => connection.run(SAVE_BLOB, { hash, bytes })));
      }
    },
    removeBlobs: (hashes) => connection.run(REMOVE_BLOBS, { hashes }),
    saveNote: (name, value) => upsert(connection, NOTES, [{ name, value }]),
  };
}

/** One at a time: bytes alone are sent as they are, bytes in an array as hex digits. */
const SAVE_BLOB = 'INSERT INTO blobs (hash, bytes) VALUES (@hash, @bytes) ON CONFLICT (hash) DO NOTHING';
const REMOVE_BLOBS = 'DELETE FROM blobs WHERE hash = ANY (@hashes::text[])';
