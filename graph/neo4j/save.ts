/**
 * Writes of one transaction: a few statements per save, whatever the number of records, and one wait for all of them.
 *
 * Each record is JSON beside the properties that it is looked up by. A relation makes the node at its other end where
 * that is not saved yet, so that the order of records within a save does not matter.
 */
import { blobBatches, type NamedBytes } from '../blob-batches.ts';
import type { TreeNode } from '../log/merkle.ts';
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { LogHead, StoredEntry } from '../store/log.ts';
import type { Changes, GraphTransaction } from '../store/store.ts';
import type { BoltParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { Pipeline } from './pipeline.ts';
import { saveAnnotations } from './save-annotations.ts';
import { saveBeliefs } from './save-beliefs.ts';
import { chainsOf, saveChains } from './save-chains.ts';
import { saveEvidence } from './save-evidence.ts';
import { saveKnowledge } from './save-knowledge.ts';
import { saveService } from './save-service.ts';
import { merkleNodeKey, PROJECTED_LABELS } from './schema.ts';
import { saveTallies } from './tallies.ts';
import type { TextIndexes } from './text-index.ts';
import { MAX_ROWS, upserts } from './upserts.ts';

interface Saves
  extends Pick<
    GraphTransaction,
    'save' | 'saveBlobs' | 'removeBlobs' | 'saveNote' | 'clearProjections' | 'saveReplayed'
  > {
  readonly saveBeliefs: BeliefTransaction['save'];
}

export function saves(connection: Neo4jConnection, indexes: TextIndexes): Saves {
  return {
    save: (changes) => save(connection, indexes, changes),
    saveBeliefs: (changes) => pipelined(connection, (pipeline) => saveBeliefs(upserts(pipeline), changes)),
    saveBlobs: async (blobs) => {
      for (const batch of blobBatches(blobs)) await connection.run(SAVE_BLOBS, { rows: batch.map(blobRow) });
    },
    removeBlobs: (hashes) => connection.run(REMOVE_BLOBS, { hashes }),
    saveNote: (name, value) => upserts(connection).nodes('Note', [{ name, value }]),
    clearProjections: () => connection.run(CLEAR),
    saveReplayed: (to) => connection.run('MATCH (h:LogHead {id: 0}) SET h.replayedTo = $to', { to }),
  };
}

const SAVE_BLOBS = `
  UNWIND $rows AS row
  MERGE (b:Blob {hash: row.hash}) ON CREATE SET b.base64 = row.base64`;

const REMOVE_BLOBS = 'UNWIND $hashes AS hash MATCH (b:Blob {hash: hash}) DETACH DELETE b';

const CLEAR = `MATCH (n:${PROJECTED_LABELS.join('|')}) DETACH DELETE n`;

async function save(connection: Neo4jConnection, indexes: TextIndexes, changes: Changes): Promise<void> {
  const chains = await chainsOf(connection, changes.ledger);
  await pipelined(connection, async (pipeline) => {
    const upsert = upserts(pipeline);
    await saveLog(pipeline, changes);
    await saveKnowledge(pipeline, upsert, indexes, changes);
    await saveEvidence(upsert, changes);
    await saveAnnotations(upsert, changes);
    await saveService(upsert, changes);
    await saveTallies(upsert, changes.tallies);
    if (chains !== null) await saveChains(upsert, chains);
  });
}

async function pipelined(
  connection: Neo4jConnection,
  write: (pipeline: Pipeline) => Promise<void>,
): Promise<void> {
  const pipeline = new Pipeline(connection);
  try {
    await write(pipeline);
  } finally {
    await pipeline.settled();
  }
}

/** In one statement: with a statement of its own, the tree would cost an append a fifth. */
const SAVE_LOG = `
  MATCH (h:LogHead {id: 0}) SET h.size = $size, h.at = $at, h.frontier = $frontier
  FOREACH (row IN $entries | MERGE (e:Entry {seq: row.seq}) SET e = row)
  FOREACH (row IN $nodes | MERGE (n:MerkleNode {id: row.id}) SET n = row)`;

async function saveLog(pipeline: Pipeline, { head, entries, merkleNodes }: Changes): Promise<void> {
  const entryRows = entries.map(entryRow);
  const nodeRows = merkleNodes.map(nodeRow);
  const parts = Math.max(1, Math.ceil(entryRows.length / MAX_ROWS), Math.ceil(nodeRows.length / MAX_ROWS));
  for (let part = 0; part < parts; part += 1) {
    const [start, end] = [part * MAX_ROWS, (part + 1) * MAX_ROWS];
    const rows = { entries: entryRows.slice(start, end), nodes: nodeRows.slice(start, end) };
    await pipeline.run(SAVE_LOG, { ...headParams(head), ...rows });
  }
}

function entryRow({ entry, bytes, root }: StoredEntry) {
  return { seq: entry.seq, type: entry.body.type, root, record: JSON.stringify(entry), bytes };
}

function nodeRow({ level, index, hash }: TreeNode) {
  return { id: merkleNodeKey({ level, index }), level, index, hash };
}

function headParams({ size, at, frontier }: LogHead): BoltParams {
  return { size, at, frontier: frontier.map((hash) => Buffer.from(hash).toString('hex')) };
}

/** The driver reads a property of bytes one by one, which took seven times the CPU of a text's: 50 ms for 1.6 MB. */
function blobRow({ hash, bytes }: NamedBytes): BoltParams {
  return { hash, base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
}
