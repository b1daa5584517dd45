/** Whether a store's log is what was once written: every entry under its root, and nothing of a signed tree lost. */
import type { GraphReader, StoredEntry } from '../store.ts';
import { StoreCorrupted } from '../store.ts';
import { type Verifier, verifyCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint-note.ts';
import { entryBytes, leafHash } from './leaf.ts';
import { appendLeaves, EMPTY_EDGE, rootOf, type TreeEdge, type TreeHead } from './merkle.ts';

/** Entries that are read at once. */
const PAGE = 1_000;

/** Note that holds the newest checkpoint that a service has signed of this store. */
export const CHECKPOINT_NOTE = 'log.checkpoint';

/**
 * Hashes the whole log again, from the first entry. An entry that commits meanwhile is checked with the rest.
 * @param verifiers the log's keys; none leaves out the look for a tree that was signed and is no longer there
 * @throws {StoreCorrupted} naming the first entry that is missing or does not lead to its root
 */
export async function checkLog(reader: GraphReader, verifiers: readonly Verifier[]): Promise<number> {
  const signed = await signedTree(reader, verifiers);
  const { size } = await reader.head();
  let edge: TreeEdge = EMPTY_EDGE;
  while (edge.size < size) {
    const page = await reader.entries({ after: edge.size - 1, limit: PAGE, types: null });
    if (page.length === 0) throw new StoreCorrupted(`entry ${edge.size} is missing`, edge.size);
    edge = checkPage(edge, page);
  }
  if (signed !== null) await checkSigned(reader, edge.size, signed);
  return edge.size;
}

/** @throws {StoreCorrupted} naming the first entry of the page that is missing or does not lead to its root */
export function checkPage(edge: TreeEdge, page: readonly StoredEntry[]): TreeEdge {
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
    if (hex(tree.roots[index]) === root) continue;
    throw new StoreCorrupted(`entry ${entry.seq} does not match its root`, entry.seq);
  }
  return tree.edge;
}

/** The newest tree that a service has signed of this store, null before the first; whichever of the keys it was. */
export async function signedTree(
  reader: GraphReader,
  verifiers: readonly Verifier[],
): Promise<Checkpoint | null> {
  const note = verifiers.length === 0 ? null : await reader.note(CHECKPOINT_NOTE);
  if (note === null) return null;
  const [signed] = verifiers.flatMap((verifier) => verifyCheckpoint(note, verifier) ?? []);
  if (signed !== undefined) return signed;
  throw new StoreCorrupted('the newest checkpoint is not signed by the log key', null);
}

/** The signed tree is a prefix of this one: a log that lost its newest entries is not taken for a shorter one. */
export async function checkSigned(reader: GraphReader, size: number, signed: TreeHead): Promise<void> {
  if (signed.size > size) {
    throw new StoreCorrupted(`entry ${size} is missing: a tree of ${signed.size} entries was signed`, size);
  }
  if (signed.size === 0) return;
  const [last] = await reader.entries({ after: signed.size - 2, limit: 1, types: null });
  if (last?.root === hex(signed.root)) return;
  throw new StoreCorrupted(
    `the tree of ${signed.size} entries is not the one that was signed`,
    signed.size - 1,
  );
}

/** The tree's head as it is now, for a checkpoint. */
export async function treeHead(reader: GraphReader): Promise<{ size: number; root: Uint8Array }> {
  const edge = await reader.head();
  return { size: edge.size, root: rootOf(edge) };
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}
