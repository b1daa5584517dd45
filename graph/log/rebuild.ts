/** Recreating projections from the log and the blobs (decisions §1), in place or in another store. */

import { blake3Hex } from '../digest.ts';
import { project } from '../project.ts';
import type { GraphReader, GraphStore, GraphTransaction, StoredEntry } from '../store.ts';
import { StoreCorrupted } from '../store.ts';
import { CHECKPOINT_NOTE } from './check-log.ts';
import type { EntryBody } from './entry.ts';
import { loadForProjection } from './load-for-projection.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE } from './log-keys.ts';
import { appendEntries } from './writer.ts';

/** Entries per step: bounds memory, not the transaction. */
const STEP = 500;

/** Names of the notes that belong to the log rather than to one installation's work. */
const LOG_NOTES = ['log.origin', LOG_KEY_NOTE, LOG_KEYS_NOTE, CHECKPOINT_NOTE] as const;

export interface RebuildProgress {
  readonly entries: number;
  readonly of: number;
}

/**
 * Projects the whole log again in one transaction: after a fault nothing has changed.
 * Throws `StoreCorrupted` naming the first entry whose bytes and root disagree.
 */
export async function rebuildInPlace(
  store: GraphStore,
  report: (at: RebuildProgress) => void,
): Promise<number> {
  return store.transact(async (tx) => {
    const head = await tx.head();
    await tx.clearProjections();
    for await (const stored of steps(tx, head.size, report)) {
      const base = await loadForProjection(tx, stored, new Map());
      await tx.save({ head, entries: [], merkleNodes: [], ...project(base, stored) });
    }
    return head.size;
  });
}

/**
 * Copies log, blobs and checkpoints unchanged to an empty store and projects them there.
 * Throws `StoreCorrupted` when a root of the copy differs from the original's.
 */
export async function rebuildInto(
  from: GraphReader,
  to: GraphStore,
  report: (at: RebuildProgress) => void,
): Promise<number> {
  const { size } = await from.head();
  if ((await to.head()).size > 0) throw new RangeError('the target store is not empty');
  for await (const stored of steps(from, size, report)) {
    await to.transact(async (tx) => copyStep(from, tx, stored));
  }
  await to.transact(async (tx) => {
    for (const name of LOG_NOTES) {
      const value = await from.note(name);
      if (value !== null) await tx.saveNote(name, value);
    }
  });
  return size;
}

async function* steps(
  from: GraphReader,
  size: number,
  report: (at: RebuildProgress) => void,
): AsyncGenerator<StoredEntry[]> {
  for (let next = 0; next < size; ) {
    const stored = await from.entries({ after: next - 1, limit: STEP, types: null });
    if (stored[0]?.entry.seq !== next) throw new StoreCorrupted(`entry ${next} is missing`, next);
    next += stored.length;
    yield stored;
    report({ entries: next, of: size });
  }
}

async function copyStep(
  from: GraphReader,
  tx: GraphTransaction,
  stored: readonly StoredEntry[],
): Promise<void> {
  const hashes = [...new Set(stored.flatMap(({ entry }) => blobsOf(entry.body)))];
  const blobs = await from.blobs(hashes);
  // A redacted blob is absent in the original too; its entry stays.
  const present = hashes.flatMap((hash, index) => {
    const bytes = blobs[index];
    if (!bytes) return [];
    if (blake3Hex(bytes) !== hash) throw changedBlob(stored, hash);
    return [{ hash, bytes }];
  });
  await tx.saveBlobs(present);
  const copied = await appendEntries(
    tx,
    await tx.head(),
    stored.map(({ entry, bytes }) => ({ entry, bytes })),
    new Map(present.map(({ hash, bytes }) => [hash, bytes])),
  );
  for (const [index, { entry, root }] of stored.entries()) {
    if (copied[index]?.root !== root)
      throw new StoreCorrupted(`entry ${entry.seq} does not match its root`, entry.seq);
  }
}

function changedBlob(stored: readonly StoredEntry[], hash: string): StoreCorrupted {
  const seq = stored.find(({ entry }) => blobsOf(entry.body).includes(hash))?.entry.seq ?? null;
  return new StoreCorrupted(`the bytes of ${hash}, which entry ${seq} names, have changed`, seq);
}

/** The blobs that an entry names. */
export function blobsOf(body: EntryBody): readonly string[] {
  switch (body.type) {
    case 'artefact.observed':
      return [body.artefact.hash, body.artefact.text_hash, body.artefact.layout_hash];
    case 'corpus.observed':
      return [body.manifest_hash];
    case 'vectors.finished':
      return [body.model_hash, body.vectors_hash, ...body.parts];
    case 'answer.assembled':
      return [body.question_hash, body.answer_hash, body.receipt_hash];
    default:
      return [];
  }
}
