/** Whether a store's log is what was once written: every entry under its root, and nothing of a signed tree lost. */
import { hexOf, sameBytes } from '../bytes.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { HeadReader, LogHead, LogReader, StoredEntry } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import { type Verifier, verifyCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint-note.ts';
import { entryBytes, leafHash } from './leaf.ts';
import {
  appendLeaves,
  EMPTY_EDGE,
  frontierIds,
  rootOf,
  type TreeEdge,
  type TreeHead,
  type TreeNode,
} from './merkle.ts';

/** Entries that are read at once at a start, and beside requests: then so few that nobody waits for them. */
const PAGE = 1_000;
const SMALL_PAGE = 64;
/** A start verifies so many of the newest entries, also where they were signed. */
const NEWEST = 4_096;

/** Note that holds the newest checkpoint that a service has signed of this store. */
export const CHECKPOINT_NOTE = 'log.checkpoint';
/** Note that names where that checkpoint lies in a journal of notes. */
export const PLACE_NOTE = 'log.checkpoint.place';

/** What a start has verified. */
export interface VerifiedEnd {
  readonly size: number;
  /** The tree before the first entry that was verified: the entries below it are still open. */
  readonly from: TreeEdge;
}

/**
 * Hashes what was appended since the signed tree, and the newest entries in any case, whatever the size of the log.
 * @throws {StoreCorrupted} naming the first entry that is missing or does not lead to its root
 */
export async function checkEnd(reader: LogReader, signed: TreeHead): Promise<VerifiedEnd> {
  const head = await reader.head();
  const from = await edgeAt(reader, Math.max(0, Math.min(signed.size, head.size - NEWEST)));
  const atSigned = await walkTo(reader, from, Math.min(signed.size, head.size));
  if (!sameBytes(rootOf(atSigned), signed.root)) {
    const found = `the tree of ${signed.size} entries is not the one that was signed`;
    throw new StoreCorrupted(found, Math.max(0, signed.size - 1));
  }
  checkHead(head, await walkTo(reader, atSigned, head.size));
  return { size: head.size, from };
}

/**
 * Hashes the entries below a tree, from the first on; yields how many it has verified, so that its caller lets others in.
 * @throws {StoreCorrupted} as `checkEnd`
 */
export async function* checkBelow(reader: LogReader, tree: TreeEdge): AsyncGenerator<number> {
  let edge: TreeEdge = EMPTY_EDGE;
  while (edge.size < tree.size) {
    edge = await walkPage(reader, edge, Math.min(SMALL_PAGE, tree.size - edge.size));
    yield edge.size;
  }
  checkHead(tree, edge);
}

async function edgeAt(reader: LogReader, size: number): Promise<TreeEdge> {
  return size === 0 ? EMPTY_EDGE : { size, frontier: await reader.merkleNodes(frontierIds(size)) };
}

async function walkTo(reader: LogReader, from: TreeEdge, size: number): Promise<TreeEdge> {
  let edge = from;
  while (edge.size < size) edge = await walkPage(reader, edge, Math.min(PAGE, size - edge.size));
  return edge;
}

async function walkPage(reader: LogReader, edge: TreeEdge, limit: number): Promise<TreeEdge> {
  const page = await reader.entries({ after: edge.size - 1, limit, types: null });
  if (page.length === 0) throw new StoreCorrupted(`entry ${edge.size} is missing`, edge.size);
  const tree = appendPage(edge, page);
  await checkNodes(reader, tree.nodes);
  return tree.edge;
}

/** @throws {StoreCorrupted} naming the first entry of the page that is missing or does not lead to its root */
export function checkPage(edge: TreeEdge, page: readonly StoredEntry[]): TreeEdge {
  return appendPage(edge, page).edge;
}

function appendPage(edge: TreeEdge, page: readonly StoredEntry[]): ReturnType<typeof appendLeaves> {
  for (const [index, { entry, bytes }] of page.entries()) {
    const seq = edge.size + index;
    if (entry.seq !== seq) throw new StoreCorrupted(`entry ${seq} is missing`, seq);
    // A store may keep an entry beside its bytes: what is read must be what was hashed.
    if (Buffer.compare(entryBytes(entry), bytes) !== 0) {
      throw new StoreCorrupted(`entry ${seq} does not match its bytes`, seq);
    }
  }
  const tree = appendLeaves(
    edge,
    page.map(({ bytes }) => leafHash(bytes)),
  );
  for (const [index, { entry, root }] of page.entries()) {
    if (hexOf(tree.roots[index] ?? new Uint8Array()) === root) continue;
    throw new StoreCorrupted(`entry ${entry.seq} does not match its root`, entry.seq);
  }
  return tree;
}

/** @throws {StoreCorrupted} naming the entry with which the first wrong hash came to be */
export async function checkNodes(reader: LogReader, nodes: readonly TreeNode[]): Promise<void> {
  const stored = await reader.merkleNodes(nodes);
  for (const [at, { level, index, hash }] of nodes.entries()) {
    if (sameBytes(stored[at] ?? new Uint8Array(), hash)) continue;
    // The node came to be with the last entry under it.
    const seq = (index + 1) * 2 ** level - 1;
    throw new StoreCorrupted(
      `the stored hash ${level}/${index} is not that of the tree at entry ${seq}`,
      seq,
    );
  }
}

/** @throws {StoreCorrupted} where the head is of another tree than its entries make */
export function checkHead({ size, frontier }: Pick<LogHead, 'size' | 'frontier'>, edge: TreeEdge): void {
  const same =
    frontier.length === edge.frontier.length &&
    frontier.every((hash, at) => sameBytes(hash, edge.frontier[at] ?? new Uint8Array()));
  if (same) return;
  const seq = Math.max(0, size - 1);
  throw new StoreCorrupted(`the head of the log is not that of its ${size} entries`, seq);
}

/** The newest tree that a service has signed of this store, null before the first; whichever of the keys it was. */
export async function signedTree(
  reader: BlobReader,
  verifiers: readonly Verifier[],
): Promise<Checkpoint | null> {
  const note = verifiers.length === 0 ? null : await reader.note(CHECKPOINT_NOTE);
  if (note === null) return null;
  const [signed] = verifiers.flatMap((verifier) => verifyCheckpoint(note, verifier) ?? []);
  if (signed !== undefined) return signed;
  throw new StoreCorrupted('the newest checkpoint is not signed by the log key', null);
}

/** The signed tree is a prefix of this one: a log that lost its newest entries is not taken for a shorter one. */
export async function checkSigned(reader: LogReader, size: number, signed: TreeHead): Promise<void> {
  if (signed.size > size) {
    throw new StoreCorrupted(`entry ${size} is missing: a tree of ${signed.size} entries was signed`, size);
  }
  if (signed.size === 0) return;
  const [last] = await reader.entries({ after: signed.size - 2, limit: 1, types: null });
  if (last?.root === hexOf(signed.root)) return;
  throw new StoreCorrupted(
    `the tree of ${signed.size} entries is not the one that was signed`,
    signed.size - 1,
  );
}

/** The tree's head as it is now, for a checkpoint. */
export async function treeHead(reader: HeadReader): Promise<TreeHead> {
  const edge = await reader.head();
  return { size: edge.size, root: rootOf(edge) };
}
