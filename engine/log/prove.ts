/** Proofs from the nodes that the store keeps: O(log n) hashes in one read, for the tree as it is or as it was. */
import {
  consistencyPath,
  foldProof,
  frontierIds,
  inclusionPath,
  type NodeId,
  type ProofPath,
  rootOf,
} from '../../graph/log/merkle.ts';
import type { HeadReader, LogReader } from '../../graph/store/log.ts';
import { done, type Outcome, refused } from '../refusal.ts';

/** Hashes are as RFC 6962 §2.1.1 orders them: from the leaf upwards. */
export interface InclusionProof {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  readonly root: Uint8Array;
  readonly hashes: readonly Uint8Array[];
}

/** Hashes are as RFC 6962 §2.1.2 orders them. */
export interface ConsistencyProof {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly hashes: readonly Uint8Array[];
}

/** @param size of the tree that the proof is for; null: as it is now */
export async function proveInclusion(
  reader: LogReader,
  index: number,
  size: number | null,
): Promise<Outcome<InclusionProof>> {
  const tree = await sizeMeant(reader, size);
  if (!tree.ok) return tree;
  if (index >= tree.value) {
    return refused(lacking(size), `a tree of ${tree.value} entries has none at ${index}`);
  }
  const leaf: NodeId = { level: 0, index };
  const path = inclusionPath(index, tree.value);
  const [[leafHash], frontier, hashes] = await readProofs(reader, [[[leaf]], singly(tree.value), path]);
  if (leafHash === undefined) throw new TypeError('a read gave fewer hashes than were asked for');
  const root = rootOf({ size: tree.value, frontier });
  return done({ index, size: tree.value, leafHash, root, hashes });
}

/** @param size of the later tree; null: as it is now */
export async function proveConsistency(
  reader: LogReader,
  oldSize: number,
  size: number | null,
): Promise<Outcome<ConsistencyProof>> {
  const tree = await sizeMeant(reader, size);
  if (!tree.ok) return tree;
  if (oldSize > tree.value) {
    return refused(lacking(size), `a tree of ${tree.value} entries does not begin with one of ${oldSize}`);
  }
  const path = consistencyPath(oldSize, tree.value);
  const parts = [singly(oldSize), singly(tree.value), path] as const;
  const [oldFrontier, frontier, hashes] = await readProofs(reader, parts);
  return done({
    oldSize,
    oldRoot: rootOf({ size: oldSize, frontier: oldFrontier }),
    size: tree.value,
    root: rootOf({ size: tree.value, frontier }),
    hashes,
  });
}

async function sizeMeant(reader: HeadReader, size: number | null): Promise<Outcome<number>> {
  const head = await reader.head();
  if (size === null || size <= head.size) return done(size ?? head.size);
  return refused('missing:entry', `the log has ${head.size} entries, not ${size} yet`);
}

/** Beyond a size that the caller named there is never an entry; beyond the present size there may be one later. */
function lacking(size: number | null): 'missing:entry' | 'invalid:query' {
  return size === null ? 'missing:entry' : 'invalid:query';
}

/** The subtrees that make up a tree, each by itself: the path of its frontier. */
export function singly(size: number): ProofPath {
  return frontierIds(size).map((id) => [id]);
}

type Hashes = readonly Uint8Array[];

/** The hashes of several paths, each as `readProof` gives them, in one read. */
export async function readProofs<const P extends readonly ProofPath[]>(
  reader: LogReader,
  paths: P,
): Promise<{ readonly [K in keyof P]: Hashes }> {
  const nodes = await reader.merkleNodes(paths.flat(2));
  let at = 0;
  const proofs = paths.map((path) => {
    const count = path.flat().length;
    at += count;
    return foldProof(path, nodes.slice(at - count, at));
  });
  // One list for each path, in their order.
  return proofs as { [K in keyof P]: Hashes };
}
