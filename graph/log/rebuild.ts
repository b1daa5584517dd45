/**
 * Recreating projections from the log and the blobs (docs/spec/decisions.md#1-projections), in place; `copy-log.ts`
 * does so in another store.
 */

import { project } from '../project.ts';
import type { LogReader, StoredEntry } from '../store/log.ts';
import type { GraphStore } from '../store/store.ts';
import { StoreCorrupted } from '../store/store.ts';
import type { EntryBody } from './entry.ts';
import { loadForProjection } from './load-for-projection.ts';

/** Entries per step: bounds memory, not the transaction. */
const STEP = 500;

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
    for await (const stored of pagesOf(tx, { begin: 0, end: head.size }, report)) {
      const base = await loadForProjection(tx, stored, new Map());
      await tx.save({ head, entries: [], merkleNodes: [], ...project(base, stored) });
    }
    return head.size;
  });
}

/** Consecutive entries in pages. @throws {StoreCorrupted} where one is missing */
export async function* pagesOf(
  from: LogReader,
  { begin, end }: { readonly begin: number; readonly end: number },
  report: (at: RebuildProgress) => void,
): AsyncGenerator<StoredEntry[]> {
  for (let next = begin; next < end; ) {
    const limit = Math.min(STEP, end - next);
    const stored = await from.entries({ after: next - 1, limit, types: null });
    if (stored[0]?.entry.seq !== next) throw new StoreCorrupted(`entry ${next} is missing`, next);
    next += stored.length;
    yield stored;
    report({ entries: next, of: end });
  }
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
