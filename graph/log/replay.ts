/**
 * Makes projections again that are of another format than this program's: the store has cleared them when it was opened, and
 * says in its head how far they have come. Each step is a transaction of its own, so that a replay that was killed goes on where
 * it ended, and several processes may replay one store.
 */
import { project } from '../project.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { LogHead, LogReader } from '../store/log.ts';
import type { GraphTransaction, LogStore } from '../store/store.ts';
import { StoreCorrupted, StoreUnavailable } from '../store/store.ts';
import { loadForProjection } from './load-for-projection.ts';

/** Entries of a step: it holds the log's lock for some tenths of a second. */
const STEP = 500;
/** Of one step. */
const MAX_TRIES = 3;

export interface ReplayProgress {
  readonly entries: number;
  readonly of: number;
}

/** Says so to an operator. */
export function replaying({ entries, of }: ReplayProgress): string {
  return `the store's projections are made again from the log: ${entries} of ${of} entries are done`;
}

/**
 * Resolves when the projections are whole; at once where they are.
 * Rejects with the signal's reason between two steps, with `StoreCorrupted` where the log has a gap, and with `StoreUnavailable`
 * where the store takes a step at no try.
 * @param log where the entries and blobs lie; null: in the store itself
 */
export async function replay(
  store: Pick<LogStore, 'head' | 'transact'>,
  report: (at: ReplayProgress) => void,
  signal?: AbortSignal,
  log: (LogReader & BlobReader) | null = null,
): Promise<void> {
  let { replayedTo } = await store.head();
  while (replayedTo !== undefined) {
    signal?.throwIfAborted();
    const head = await persistently(() => store.transact((tx) => replayStep(tx, log ?? tx)), signal);
    replayedTo = head.replayedTo;
    report({ entries: replayedTo ?? head.size, of: head.size });
  }
}

/** A step is all or nothing, and the store may end one: it takes a slow process for a stopped one. */
async function persistently<T>(step: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (fault) {
      if (!(fault instanceof StoreUnavailable) || tries === MAX_TRIES) throw fault;
      signal?.throwIfAborted();
    }
  }
}

/** One step; gives the head after it. */
async function replayStep(tx: GraphTransaction, log: LogReader & BlobReader): Promise<LogHead> {
  const { replayedTo, ...head } = await tx.head();
  // Another process was faster.
  if (replayedTo === undefined) return head;
  const limit = Math.min(STEP, head.size - replayedTo);
  const stored = limit === 0 ? [] : await log.entries({ after: replayedTo - 1, limit, types: null });
  const to = replayedTo + stored.length;
  const gap = stored.findIndex(({ entry }, index) => entry.seq !== replayedTo + index);
  if (gap !== -1) throw missing(replayedTo + gap);
  if (stored.length === 0 && replayedTo < head.size) throw missing(replayedTo);
  const base = await loadForProjection({ ...tx, blobs: log.blobs }, stored, new Map());
  await tx.save({ head, entries: [], merkleNodes: [], ...project(base, stored) });
  const isWhole = to >= head.size;
  await tx.saveReplayed(isWhole ? null : to);
  return isWhole ? head : { ...head, replayedTo: to };
}

function missing(seq: number): StoreCorrupted {
  return new StoreCorrupted(`entry ${seq} is missing`, seq);
}
