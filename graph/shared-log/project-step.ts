/** One step of a graph store that follows a log which lies elsewhere. */
import { leafHash } from '../log/leaf.ts';
import { loadForProjection } from '../log/load-for-projection.ts';
import { appendLeaves } from '../log/merkle.ts';
import { project } from '../project.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { StoredEntry } from '../store/log.ts';
import { type GraphStore, type GraphTransaction, StoreCorrupted } from '../store/store.ts';

/** Set while erased words may still lie in the graph store's files. */
const PURGE_NOTE = 'follower.purge_due';

/**
 * Projects consecutive entries behind those that the graph holds, and gives its size then. The graph's head is its position and its
 * tree: entries that do not follow it are ignored, since another follower was faster, so that none is projected twice,
 * even where two followers believe to be the only one.
 * @param keepsEntries whether the graph reads its rows from the entries themselves
 * @throws {StoreCorrupted} where an entry is not the one that its root was made of
 */
export async function projectStep(
  tx: GraphTransaction,
  log: BlobReader,
  stored: readonly StoredEntry[],
  keepsEntries: boolean,
): Promise<number> {
  const head = await tx.head();
  if (stored[0]?.entry.seq !== head.size || head.replayedTo !== undefined) return head.size;
  const tree = appendLeaves(
    head,
    stored.map(({ bytes }) => leafHash(bytes)),
  );
  const wrong = stored.findIndex(({ root }, index) => root !== hexOf(tree.roots[index]));
  if (wrong !== -1) {
    const seq = head.size + wrong;
    throw new StoreCorrupted(`entry ${seq} does not match its root, or follows other entries`, seq);
  }
  // What the entries are projected onto is what the graph holds: the log's own rows are further.
  const base = await loadForProjection({ ...tx, blobs: log.blobs }, stored, new Map());
  await tx.save({
    head: { ...tree.edge, at: stored.at(-1)?.entry.at ?? head.at },
    entries: keepsEntries ? stored : [],
    merkleNodes: [],
    ...project(base, stored),
  });
  if (stored.some(({ entry }) => entry.body.type === 'artefact.redacted'))
    await tx.saveNote(PURGE_NOTE, 'yes');
  return tree.edge.size;
}

/** Clears away what redacted artefacts have left in the graph store's files. */
export async function purgeIfDue(graph: GraphStore): Promise<void> {
  if (!(await graph.note(PURGE_NOTE))) return;
  await graph.purge();
  await graph.transact((tx) => tx.saveNote(PURGE_NOTE, ''));
}

function hexOf(hash: Uint8Array | undefined): string {
  return hash === undefined ? '' : Buffer.from(hash).toString('hex');
}
