/**
 * The transparency log's tree (RFC 6962 §2.1, RFC 9162 §2.1) over a store of nodes that never change: only complete
 * subtrees are stored, what hangs over the right edge is computed from them. Nothing here reads or writes a store.
 */
import { sameBytes } from '../bytes.ts';
import { sha256 } from '../digest.ts';

/** A complete subtree: the leaves `[index * 2^level, (index + 1) * 2^level)`. Level 0 is a leaf hash. */
export interface NodeId {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends NodeId {
  readonly hash: Uint8Array;
}

/** All that an append needs to know: the hashes of the tree's maximal complete subtrees, leftmost (largest) first. */
export interface TreeEdge {
  readonly size: number;
  readonly frontier: readonly Uint8Array[];
}

/** A proof's elements from the leaf upwards; each is the fold of the complete subtrees listed, left to right. */
export type ProofPath = readonly (readonly NodeId[])[];

/** Reads nodes by id, in the order asked. */
export type NodeReader = (ids: readonly NodeId[]) => Promise<readonly Uint8Array[]>;

const NODE_PREFIX = 0x01;
const HASH_BYTES = 32;

/** The tree without leaves. */
export const EMPTY_EDGE: TreeEdge = { size: 0, frontier: [] };

/** The root of the tree without leaves: SHA-256 of nothing. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array());
}

/** The root of the tree with this edge. */
export function rootOf(edge: TreeEdge): Uint8Array {
  return edge.size === 0 ? emptyRoot() : foldRight(edge.frontier);
}

/** The ids of a tree's frontier, so that an edge can be read back from the nodes. @throws {RangeError} for a bad size */
export function frontierIds(size: number): NodeId[] {
  checkSize(size);
  return subtreesOf(0, size);
}

/** What an append adds. */
export interface Appended {
  readonly edge: TreeEdge;
  /** Every complete subtree that came into being, leaves included; these are to be stored. */
  readonly nodes: readonly TreeNode[];
  /** The root after each leaf. */
  readonly roots: readonly Uint8Array[];
}

/** Appends leaf hashes to a tree of which only the edge is known, in O(log n) hashes each. */
export function appendLeaves(edge: TreeEdge, leaves: readonly Uint8Array[]): Appended {
  const frontier = [...edge.frontier];
  const nodes: TreeNode[] = [];
  const roots: Uint8Array[] = [];
  let size = edge.size;
  for (const leaf of leaves) {
    let node: TreeNode = { level: 0, index: size, hash: leaf };
    nodes.push(node);
    // A right child completes its parent, which may be a right child in turn.
    while (node.index % 2 === 1) {
      const left = frontier.pop();
      if (left === undefined) throw new RangeError('the frontier does not fit the size');
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left, node.hash) };
      nodes.push(node);
    }
    frontier.push(node.hash);
    size += 1;
    roots.push(foldRight(frontier));
  }
  return { edge: { size, frontier }, nodes, roots };
}

/** The path that proves the leaf at `index` in the tree of `size` leaves. @throws {RangeError} unless 0 ≤ index < size */
export function inclusionPath(index: number, size: number): ProofPath {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('no such leaf');
  const path: NodeId[][] = [];
  let low = 0;
  let high = size;
  while (high - low > 1) {
    const middle = low + splitPoint(high - low);
    if (index < middle) {
      path.unshift(subtreesOf(middle, high));
      high = middle;
    } else {
      path.unshift(subtreesOf(low, middle));
      low = middle;
    }
  }
  return path;
}

/**
 * The path that proves that the tree of `size` leaves begins with the tree of `earlier` leaves; nothing needs proof
 * from the empty tree or to the same size. @throws {RangeError} unless 0 ≤ earlier ≤ size
 */
export function consistencyPath(earlier: number, size: number): ProofPath {
  checkSize(earlier);
  checkSize(size);
  if (earlier > size) throw new RangeError('the earlier tree is the larger');
  if (earlier === 0 || earlier === size) return [];
  const path: NodeId[][] = [];
  let low = 0;
  let high = size;
  while (high !== earlier) {
    const middle = low + splitPoint(high - low);
    if (earlier <= middle) {
      path.unshift(subtreesOf(middle, high));
      high = middle;
    } else {
      path.unshift(subtreesOf(low, middle));
      low = middle;
    }
  }
  // A subtree that is the whole earlier tree is known to the verifier.
  if (low > 0) path.unshift(subtreesOf(low, high));
  return path;
}

/** Computes a proof's hashes from the stored nodes, in one read. @throws {RangeError} if nodes are missing */
export async function readProof(path: ProofPath, read: NodeReader): Promise<Uint8Array[]> {
  return foldProof(path, await read(path.flat()));
}

/**
 * A proof's hashes from those of the nodes that its path lists, in their order.
 * @throws {RangeError} if there are fewer or more
 */
export function foldProof(path: ProofPath, nodes: readonly Uint8Array[]): Uint8Array[] {
  if (nodes.length !== path.flat().length) throw new RangeError('the store lacks nodes of the tree');
  let at = 0;
  return path.map((ids) => {
    at += ids.length;
    return foldRight(nodes.slice(at - ids.length, at));
  });
}

/** Whether the proof shows the leaf hash at `index` in the tree of `size` leaves with that root (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !allHashes(proof)) return false;
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash);
      const levels = trailingZeros(position);
      position = up(position, levels);
      last = up(last, levels);
    } else {
      hash = nodeHash(hash, sibling);
    }
    position = up(position, 1);
    last = up(last, 1);
  }
  return last === 0 && sameBytes(hash, root);
}

/** A tree as its reader knows it. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the proof shows that the later tree begins with the earlier one (RFC 9162 §2.1.4.2). */
export function verifyConsistency(earlier: TreeHead, later: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isSize(earlier.size) || !isSize(later.size) || earlier.size > later.size || !allHashes(proof))
    return false;
  if (earlier.size === 0) return proof.length === 0 && sameBytes(earlier.root, emptyRoot());
  if (earlier.size === later.size) return proof.length === 0 && sameBytes(earlier.root, later.root);
  return climbBoth(earlier, later, proof);
}

function climbBoth(earlier: TreeHead, later: TreeHead, proof: readonly Uint8Array[]): boolean {
  const shared = trailingZeros(earlier.size);
  let position = up(earlier.size, shared) - 1;
  let last = up(later.size - 1, shared);
  // Where the earlier tree is one complete subtree, the path begins with its root, which the proof leaves out.
  const [start, ...siblings] = position === 0 ? [earlier.root, ...proof] : proof;
  if (start === undefined) return false;
  let before = start;
  let after = start;
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      before = nodeHash(sibling, before);
      after = nodeHash(sibling, after);
      const levels = trailingZeros(position);
      position = up(position, levels);
      last = up(last, levels);
    } else {
      after = nodeHash(after, sibling);
    }
    position = up(position, 1);
    last = up(last, 1);
  }
  return last === 0 && sameBytes(before, earlier.root) && sameBytes(after, later.root);
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = NODE_PREFIX;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/** The root over complete subtrees of falling size. */
function foldRight(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The complete subtrees, largest first, that make up the leaves `[start, end)`, where a subtree begins at `start`. */
function subtreesOf(start: number, end: number): NodeId[] {
  const ids: NodeId[] = [];
  let at = start;
  while (at < end) {
    const level = levelWithin(end - at);
    ids.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return ids;
}

/** The largest power of two below `size`: where RFC 6962 divides a tree. */
function splitPoint(size: number): number {
  return 2 ** levelWithin(size - 1);
}

/** The level of the largest complete subtree within `size` leaves: the logarithm, exact to the last bit. */
function levelWithin(size: number): number {
  let level = 0;
  for (let rest = size; rest >= 2; rest = Math.floor(rest / 2)) level += 1;
  return level;
}

/** How often a positive number halves; 0 for 0, since the way up ends there. */
function trailingZeros(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0 && rest % 2 === 0; rest /= 2) count += 1;
  return count;
}

function up(position: number, levels: number): number {
  return Math.floor(position / 2 ** levels);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function checkSize(size: number): void {
  if (!isSize(size)) throw new RangeError('not the size of a tree');
}

function allHashes(proof: readonly Uint8Array[]): boolean {
  return proof.every((hash) => hash.length === HASH_BYTES);
}
