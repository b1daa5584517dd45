/** Whether a store's tree goes on from a tree that was signed: by the stored hashes alone, whatever the size of the log. */
import { hexOf, sameBytes } from '../bytes.ts';
import type { HeadReader, LogReader } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import {
  consistencyPath,
  emptyRoot,
  frontierIds,
  readProof,
  rootOf,
  type TreeHead,
  verifyConsistency,
} from './merkle.ts';

type TreeReader = LogReader;

/** The store's log does not go on from a tree that its key has signed: another log would come of it. */
export class LogForked extends StoreCorrupted {}

/** The tree of a size as the store holds it. @throws {StoreCorrupted} where hashes are missing */
export async function treeAt(reader: LogReader, size: number): Promise<TreeHead> {
  if (size === 0) return { size, root: emptyRoot() };
  return { size, root: rootOf({ size, frontier: await reader.merkleNodes(frontierIds(size)) }) };
}

/** The store has not become smaller than the signed tree. @throws {LogForked} naming both sizes */
export async function checkSize(reader: HeadReader, signed: TreeHead): Promise<void> {
  const { size } = await reader.head();
  if (size >= signed.size) return;
  throw new LogForked(`the log holds ${size} entries, and a tree of ${signed.size} was signed`, size);
}

/** As `checkSize`, and the signed tree is that of the store at its size. @throws {LogForked} */
export async function checkGoesOn(reader: TreeReader, signed: TreeHead): Promise<void> {
  await checkSize(reader, signed);
  const stored = await treeAt(reader, signed.size);
  if (sameBytes(stored.root, signed.root)) return;
  throw forked(signed, stored);
}

/** The later of two trees begins with the earlier one. @throws {LogForked} */
export async function checkBegins(reader: LogReader, earlier: TreeHead, later: TreeHead): Promise<void> {
  const path = consistencyPath(earlier.size, later.size);
  const proof = await readProof(path, (ids) => reader.merkleNodes(ids));
  if (verifyConsistency(earlier, later, proof)) return;
  throw forked(earlier, later);
}

function forked(earlier: TreeHead, later: TreeHead): LogForked {
  const roots = `${hexOf(earlier.root).slice(0, 12)} and ${hexOf(later.root).slice(0, 12)}`;
  const message = `the log is not the one that was signed: trees of ${earlier.size} and ${later.size} entries have roots ${roots}, and the one does not begin with the other`;
  return new LogForked(message, null);
}
