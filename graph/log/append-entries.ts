/** Entries take their place in the log, and are written with their tree and their projections. */
import { project } from '../project.ts';
import type { LogHead, StoredEntry } from '../store/log.ts';
import { type GraphTransaction, StoreUnavailable } from '../store/store.ts';
import type { NewEntry } from './command.ts';
import type { LogEntry } from './entry.ts';
import { leafHash } from './leaf.ts';
import { loadForProjection } from './load-for-projection.ts';
import { appendLeaves } from './merkle.ts';
import { replaying } from './replay.ts';

/**
 * Appends entries that already have their place: the end of every append, and the whole of a rebuild into
 * another store.
 */
export async function appendEntries(
  tx: GraphTransaction,
  head: LogHead,
  entries: readonly { readonly entry: LogEntry; readonly bytes: Uint8Array }[],
  blobs: ReadonlyMap<string, Uint8Array>,
): Promise<readonly StoredEntry[]> {
  if (head.replayedTo !== undefined) {
    throw new StoreUnavailable(replaying({ entries: head.replayedTo, of: head.size }));
  }
  const tree = appendLeaves(
    head,
    entries.map(({ bytes }) => leafHash(bytes)),
  );
  const stored = entries.map((one, index) => ({ ...one, root: toHex(tree.roots[index]) }));
  const base = await loadForProjection(tx, stored, blobs);
  await tx.save({
    head: { ...tree.edge, at: entries.at(-1)?.entry.at ?? head.at },
    entries: stored,
    merkleNodes: tree.nodes,
    ...project(base, stored),
  });
  return stored;
}

/** Entries as the log would hold them after `size` others. @param now not earlier than the newest entry */
export function placeEntries(entries: readonly NewEntry[], size: number, now: string): LogEntry[] {
  let at = now;
  return entries.map(({ corpus, tenant, effectiveAt, body }, index) => {
    if (body.type === 'evidence.appended' && body.entry.at > at) at = body.entry.at;
    const effective_at = effectiveAt === null || effectiveAt > at ? at : effectiveAt;
    return { v: 1, seq: size + index, at, effective_at, corpus, tenant, body };
  });
}

function toHex(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw new RangeError('the tree gave fewer roots than leaves');
  return Buffer.from(bytes).toString('hex');
}
