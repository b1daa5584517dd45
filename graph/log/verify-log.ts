/**
 * The whole log against itself, as an auditor wants it: every entry, every stored hash of the tree, every blob that an
 * entry names and the order by type; then the head, and the trees that were signed. Projections are no part of it: they
 * can be made again.
 */
import { blake3Hex } from '../digest.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { LogHead, LogReader, StoredEntry } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import { checkHead, checkNodes, checkPage, checkSigned, signedTree } from './check-log.ts';
import type { Verifier } from './checkpoint.ts';
import type { EntryType } from './entry.ts';
import { leafHash } from './leaf.ts';
import { appendLeaves, EMPTY_EDGE, rootOf, type TreeEdge, type TreeHead } from './merkle.ts';
import { blobsOf } from './rebuild.ts';

const PAGE = 500;

export interface VerifyLogOptions {
  /** The log's keys; none leaves out what the store itself says was signed. */
  readonly verifiers: readonly Verifier[];
  /** A tree that somebody has seen signed earlier; null: none. */
  readonly seen: TreeHead | null;
  readonly onProgress: (done: number, of: number) => void;
}

export interface VerifiedLog extends TreeHead {
  /** Blobs of redacted artefacts, which the store has no more. */
  readonly redacted: number;
}

/** @throws {StoreCorrupted} naming the first bad entry */
export async function verifyLog(
  reader: LogReader & BlobReader,
  { verifiers, seen, onProgress }: VerifyLogOptions,
): Promise<VerifiedLog> {
  const signed = await signedTree(reader, verifiers);
  const head = await reader.head();
  const erased = await readErased(reader);
  let edge: TreeEdge = EMPTY_EDGE;
  let redacted = 0;
  while (edge.size < head.size) {
    const limit = Math.min(PAGE, head.size - edge.size);
    const page = await readPage(reader, { edge, erased }, limit);
    if (page.length === 0) throw new StoreCorrupted(`entry ${edge.size} is missing`, edge.size);
    const walked = await walkPage(reader, { edge, erased }, page);
    edge = walked.edge;
    redacted += walked.redacted;
    onProgress(edge.size, head.size);
  }
  checkHead(head, edge);
  await checkPlaces(reader, head);
  if (signed !== null) await checkSigned(reader, edge.size, signed);
  if (seen !== null) await checkSeen(reader, edge.size, seen);
  return { size: edge.size, root: rootOf(edge), redacted };
}

/** How far the log was walked, and the artefacts that some entry says were redacted. */
interface Walk {
  readonly edge: TreeEdge;
  readonly erased: ReadonlySet<string>;
}

async function readErased(reader: LogReader): Promise<Set<string>> {
  const erased = new Set<string>();
  for (let after = -1; ; ) {
    const page = await reader.entries({ after, limit: PAGE, types: ['artefact.redacted'] });
    for (const { entry } of page) {
      const { body } = entry as { readonly body?: StoredEntry['entry']['body'] };
      // A damaged one is named where it is walked.
      if (body?.type === 'artefact.redacted') erased.add(body.artefact);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return erased;
    after = last.entry.seq;
  }
}

/** An entry that cannot even be read is not the first bad one where another before it is. */
async function readPage(reader: LogReader & BlobReader, walk: Walk, limit: number): Promise<StoredEntry[]> {
  const { edge } = walk;
  const after = edge.size - 1;
  try {
    return await reader.entries({ after, limit, types: null });
  } catch (fault) {
    const readable = fault instanceof StoreCorrupted ? (fault.seq ?? edge.size) - edge.size : 0;
    if (readable > 0)
      await walkPage(reader, walk, await reader.entries({ after, limit: readable, types: null }));
    throw fault;
  }
}

async function walkPage(
  reader: LogReader & BlobReader,
  { edge, erased }: Walk,
  page: readonly StoredEntry[],
): Promise<{ readonly edge: TreeEdge; readonly redacted: number }> {
  const fault = await faultOf(async () => void checkPage(edge, page));
  // What an entry says is read only where it is what was hashed.
  const sound = page.slice(0, fault === null ? page.length : Math.max(0, (fault.seq ?? 0) - edge.size));
  const tree = appendLeaves(
    edge,
    sound.map(({ bytes }) => leafHash(bytes)),
  );
  let redacted = 0;
  const faults = [
    fault,
    await faultOf(() => checkNodes(reader, tree.nodes)),
    await faultOf(async () => {
      redacted = await checkBlobs(reader, erased, sound);
    }),
    await faultOf(() => checkTypes(reader, sound)),
  ];
  const [first] = faults.filter((one) => one !== null).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  if (first !== undefined) throw first;
  return { edge: tree.edge, redacted };
}

/** What a check finds wrong with the store; null where it is sound. */
async function faultOf(check: () => Promise<void>): Promise<StoreCorrupted | null> {
  try {
    await check();
    return null;
  } catch (fault) {
    if (fault instanceof StoreCorrupted) return fault;
    throw fault;
  }
}

/** Gives how many are gone. */
async function checkBlobs(
  reader: BlobReader,
  erased: ReadonlySet<string>,
  page: readonly StoredEntry[],
): Promise<number> {
  const named = page.flatMap(({ entry: { seq, body } }) => {
    const mayLack = body.type === 'artefact.observed' && erased.has(body.artefact.artefact_id);
    return blobsOf(body).map((hash) => ({ hash, seq, mayLack }));
  });
  let gone = 0;
  for (const { hash, seq, mayLack } of named) {
    // One at a time: a blob may be as large as a document.
    const [bytes] = await reader.blobs([hash]);
    if (!bytes && mayLack) gone += 1;
    else if (!bytes)
      throw new StoreCorrupted(
        `the bytes of ${hash}, which entry ${seq} names, are gone, and no redaction says so`,
        seq,
      );
    else if (blake3Hex(bytes) !== hash)
      throw new StoreCorrupted(`the bytes of ${hash}, which entry ${seq} names, have changed`, seq);
  }
  return gone;
}

/** Reads by type find the same entries. */
async function checkTypes(reader: LogReader, page: readonly StoredEntry[]): Promise<void> {
  for (const [type, group] of Map.groupBy(page, ({ entry }): EntryType => entry.body.type)) {
    const seqs = group.map(({ entry }) => entry.seq);
    const [first = 0] = seqs;
    const found = await reader.entries({ after: first - 1, limit: seqs.length, types: [type] });
    const wrong = seqs.findIndex((seq, at) => found[at]?.entry.seq !== seq);
    if (wrong < 0) continue;
    const seq = Math.min(seqs[wrong] ?? first, found[wrong]?.entry.seq ?? Number.MAX_SAFE_INTEGER);
    throw new StoreCorrupted(`entry ${seq} is not found, or wrongly found, as ${type}`, seq);
  }
}

/** The last entry could be stored at a later place and still come last; what was appended meanwhile is no fault. */
async function checkPlaces(reader: LogReader, { size }: LogHead): Promise<void> {
  const [beyond] = await reader.entries({ after: size - 1, limit: 1, types: null });
  const seq = beyond?.entry.seq ?? size;
  if (seq < size) throw new StoreCorrupted(`entry ${seq} is stored at another place`, seq);
}

/** A root says that some entry is another one, and not which. */
async function checkSeen(reader: LogReader, size: number, seen: TreeHead): Promise<void> {
  if (seen.size > size) {
    throw new StoreCorrupted(`entry ${size} is missing: the checkpoint is of ${seen.size} entries`, size);
  }
  const [last] = seen.size === 0 ? [] : await reader.entries({ after: seen.size - 2, limit: 1, types: null });
  const root = Buffer.from(seen.root).toString('hex');
  if (root === (last?.root ?? Buffer.from(rootOf(EMPTY_EDGE)).toString('hex'))) return;
  const message = `the tree of ${seen.size} entries is not the one of the checkpoint: one of them is another`;
  throw new StoreCorrupted(message, null);
}
