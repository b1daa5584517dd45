/**
 * Writes of one transaction: a few statements per save, whatever the number of records.
 *
 * Each record is JSON beside the properties that it is looked up by. A relation makes the node at its other end where
 * that is not saved yet, so that the order of records within a save does not matter.
 */
import type { Changes, GraphTransaction, LogHead } from '../store.ts';
import type { BoltParams } from './bolt-values.ts';
import type { Connection } from './connection.ts';
import { saveAnnotations } from './save-annotations.ts';
import { saveEvidence } from './save-evidence.ts';
import { saveKnowledge } from './save-knowledge.ts';
import { saveService } from './save-service.ts';
import { merkleNodeKey, PROJECTED_LABELS } from './schema.ts';
import type { TextIndexes } from './text-index.ts';
import { type Upserts, upserts } from './upserts.ts';

type Saves = Pick<GraphTransaction, 'save' | 'saveBlobs' | 'removeBlobs' | 'saveNote' | 'clearProjections'>;

/** Blobs go in statements of about this size: a statement is in the server's memory at once. */
const BLOB_BATCH_BYTES = 8 * 1024 * 1024;

export function saves(connection: Connection, indexes: TextIndexes): Saves {
  const upsert = upserts(connection);
  return {
    save: (changes) => save(connection, upsert, indexes, changes),
    saveBlobs: async (blobs) => {
      for (const batch of batchesOf(blobs)) await connection.run(SAVE_BLOBS, { rows: batch });
    },
    removeBlobs: (hashes) => connection.run(REMOVE_BLOBS, { hashes }),
    saveNote: (name, value) => upsert.nodes('Note', [{ name, value }]),
    clearProjections: () => connection.run(CLEAR),
  };
}

const SAVE_BLOBS = `
  UNWIND $rows AS row
  MERGE (b:Blob {hash: row.hash}) ON CREATE SET b.bytes = row.bytes`;

const REMOVE_BLOBS = 'UNWIND $hashes AS hash MATCH (b:Blob {hash: hash}) DETACH DELETE b';

const CLEAR = `MATCH (n:${PROJECTED_LABELS.join('|')}) DETACH DELETE n`;

async function save(
  connection: Connection,
  upsert: Upserts,
  indexes: TextIndexes,
  changes: Changes,
): Promise<void> {
  await connection.run(SAVE_HEAD, headParams(changes.head));
  await upsert.nodes(
    'Entry',
    changes.entries.map(({ entry, bytes, root }) => ({
      seq: entry.seq,
      type: entry.body.type,
      root,
      record: JSON.stringify(entry),
      bytes,
    })),
  );
  await upsert.nodes(
    'MerkleNode',
    changes.merkleNodes.map(({ level, index, hash }) => ({
      id: merkleNodeKey({ level, index }),
      level,
      index,
      hash,
    })),
  );
  await saveKnowledge(connection, upsert, indexes, changes);
  await saveEvidence(upsert, changes);
  await saveAnnotations(upsert, changes);
  await saveService(connection, upsert, changes);
}

const SAVE_HEAD = 'MATCH (h:LogHead {id: 0}) SET h.size = $size, h.at = $at, h.frontier = $frontier';

function headParams({ size, at, frontier }: LogHead): BoltParams {
  return { size, at, frontier: frontier.map((hash) => Buffer.from(hash).toString('hex')) };
}

interface Blob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

function batchesOf(blobs: readonly Blob[]): { hash: string; bytes: Uint8Array }[][] {
  const batches: { hash: string; bytes: Uint8Array }[][] = [];
  let room = 0;
  for (const { hash, bytes } of blobs) {
    if (bytes.byteLength > room) {
      batches.push([]);
      room = BLOB_BATCH_BYTES;
    }
    batches.at(-1)?.push({ hash, bytes });
    room -= bytes.byteLength;
  }
  return batches;
}
