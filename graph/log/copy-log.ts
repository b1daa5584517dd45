/**
 * Copies a log and its blobs unchanged into another store, which projects them: ids, receipts, roots and checkpoints are the same in
 * both. The copy grows by whole groups of entries, each in one transaction, so that a copy that broke off goes on where it ended,
 * and a copy of an earlier day takes only what is new.
 */
import type { ArtefactId } from '../address.ts';
import { blake3Hex } from '../digest.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { LogReader, StoredEntry } from '../store/log.ts';
import type { GraphTransaction, LogStore } from '../store/store.ts';
import { StoreCorrupted } from '../store/store.ts';
import { appendEntries } from './append-entries.ts';
import { CHECKPOINT_NOTE, PLACE_NOTE } from './check-log.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE } from './log-keys.ts';
import { closeLog } from './log-successor.ts';
import { blobsOf, pagesOf, type RebuildProgress } from './rebuild.ts';

/** Notes that belong to the log rather than to one installation's work. */
const LOG_NOTES = ['log.origin', LOG_KEY_NOTE, LOG_KEYS_NOTE, CHECKPOINT_NOTE, PLACE_NOTE] as const;

/** Set while erased bytes may still lie in the target's files. */
const PURGE_NOTE = 'copy.purge_due';
/** Blobs are read so many at a time: one may be as large as a document. */
const BLOBS = 16;

export interface CopyOptions {
  /** Names of notes to copy beside those of the log. */
  readonly notes?: readonly string[];
  /** Where the log goes on as long as the copy is one: the target accepts nothing but this copy. Null: it stays as it is. */
  readonly successor?: string | null;
  readonly onProgress?: (at: RebuildProgress) => void;
}

export interface CopiedLog {
  /** Entries of the copy. */
  readonly size: number;
  /** How many of them this run has copied. */
  readonly copied: number;
  /** Root of the copy's tree, hex; null where it is empty. */
  readonly root: string | null;
}

/** The target holds entries that the source does not hold at their places. */
export class OtherLog extends Error {
  readonly code = 'other_log';
}

/**
 * Copies what the source holds at the call, and as much more as says that bytes were redacted meanwhile; the rest is left to the
 * next call.
 * @throws {OtherLog} where the target is no beginning of the source
 * @throws {StoreCorrupted} naming the entry whose root or blobs are not what the log says
 */
export async function copyLog(
  from: LogReader & BlobReader,
  to: LogStore,
  { notes = [], successor = null, onProgress = () => undefined }: CopyOptions = {},
): Promise<CopiedLog> {
  // Before the size: the newest checkpoint may be of no more entries than are copied.
  const values = await readNotes(from, [...LOG_NOTES, ...notes]);
  let { size } = await from.head();
  const begun = await beginOf(from, to, size);
  let root = await rootAt(from, begun);
  if (successor !== null) await closeLog(to, begun, successor);
  const absent = new Set<ArtefactId>();
  for (let begin = begun; begin < size; ) {
    for await (const stored of pagesOf(from, { begin, end: size }, onProgress)) {
      const page = await to.transact((tx) => copyPage(from, tx, stored));
      for (const id of page.absent) absent.add(id);
      for (const id of page.redacted) absent.delete(id);
      root = stored.at(-1)?.root ?? root;
    }
    begin = size;
    // The redaction of what is gone comes after the size that was read.
    if (absent.size > 0) ({ size } = await from.head());
  }
  await to.transact(async (tx) => {
    for (const [name, value] of values) await tx.saveNote(name, value);
  });
  await purgeErased(to);
  return { size, copied: size - begun, root };
}

async function purgeErased(to: LogStore): Promise<void> {
  if (!(await to.note(PURGE_NOTE))) return;
  await to.purge();
  await to.transact((tx) => tx.saveNote(PURGE_NOTE, ''));
}

/** The root of the first entries, hex, as it was written with the last of them; null for none of them. */
async function rootAt(reader: LogReader, size: number): Promise<string | null> {
  if (size === 0) return null;
  const [last] = await reader.entries({ after: size - 2, limit: 1, types: null });
  return last?.root ?? null;
}

/** How many entries the target has already. */
async function beginOf(from: LogReader, to: LogReader, size: number): Promise<number> {
  const { size: begun } = await to.head();
  if (begun > size) {
    throw new OtherLog(`the target store holds ${begun} entries, the source only ${size}: it is not a copy`);
  }
  if ((await rootAt(from, begun)) === (await rootAt(to, begun))) return begun;
  throw new OtherLog(`the ${begun} entries of the target store are not those that the source begins with`);
}

async function readNotes(from: BlobReader, names: readonly string[]): Promise<(readonly [string, string])[]> {
  const values: (readonly [string, string])[] = [];
  for (const name of names) {
    const value = await from.note(name);
    if (value !== null) values.push([name, value]);
  }
  return values;
}

/** What a page of entries says of bytes that are not there. */
interface CopiedPage {
  /** Artefacts whose bytes the source has no more. */
  readonly absent: readonly ArtefactId[];
  readonly redacted: readonly ArtefactId[];
}

async function copyPage(
  from: BlobReader,
  tx: GraphTransaction,
  stored: readonly StoredEntry[],
): Promise<CopiedPage> {
  const head = await tx.head();
  const [first] = stored;
  if (first !== undefined && first.entry.seq !== head.size) {
    throw new OtherLog(
      `the target store went on by itself at entry ${first.entry.seq}: is it being written to?`,
    );
  }
  const gone = await copyBlobs(from, tx, stored);
  const copied = await appendEntries(
    tx,
    head,
    stored.map(({ entry, bytes }) => ({ entry, bytes })),
    new Map(),
  );
  for (const [index, { entry, root }] of stored.entries()) {
    if (copied[index]?.root !== root)
      throw new StoreCorrupted(`entry ${entry.seq} does not match its root`, entry.seq);
  }
  const absent = stored.flatMap(({ entry: { body } }): ArtefactId[] =>
    body.type === 'artefact.observed' && blobsOf(body).some((hash) => gone.has(hash))
      ? [body.artefact.artefact_id]
      : [],
  );
  return { absent, redacted: await eraseRedacted(from, tx, stored) };
}

/** Gives the blobs that the source has no more: of a redacted artefact only the entry stays. */
async function copyBlobs(
  from: BlobReader,
  tx: GraphTransaction,
  stored: readonly StoredEntry[],
): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(stored.flatMap(({ entry }) => blobsOf(entry.body)))];
  const gone = new Set<string>();
  for (let at = 0; at < hashes.length; at += BLOBS) {
    const some = hashes.slice(at, at + BLOBS);
    const blobs = await from.blobs(some);
    const there = some.flatMap((hash, index) => {
      const bytes = blobs[index];
      if (!bytes) gone.add(hash);
      else if (blake3Hex(bytes) !== hash) throw changedBlob(stored, hash);
      return bytes ? [{ hash, bytes }] : [];
    });
    await tx.saveBlobs(there);
  }
  return gone;
}

function changedBlob(stored: readonly StoredEntry[], hash: string): StoreCorrupted {
  const seq = stored.find(({ entry }) => blobsOf(entry.body).includes(hash))?.entry.seq ?? null;
  return new StoreCorrupted(`the bytes of ${hash}, which entry ${seq} names, have changed`, seq);
}

/** An earlier run may have copied bytes that the source has erased since. Gives the artefacts that were redacted. */
async function eraseRedacted(
  from: BlobReader,
  tx: GraphTransaction,
  stored: readonly StoredEntry[],
): Promise<readonly ArtefactId[]> {
  const redacted = stored.flatMap(({ entry: { body } }): ArtefactId[] =>
    body.type === 'artefact.redacted' ? [body.artefact] : [],
  );
  if (redacted.length === 0) return redacted;
  const states = await tx.records('artefacts', redacted);
  const named = states.flatMap((state) =>
    state === null ? [] : [state.record.hash, state.record.text_hash],
  );
  const hashes = [...new Set(named)];
  const there = await from.blobs(hashes);
  await tx.removeBlobs(hashes.filter((_, index) => there[index] === null));
  await tx.saveNote(PURGE_NOTE, 'yes');
  return redacted;
}
