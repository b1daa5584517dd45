/**
 * Of the stores that hold one log, one accepts entries: two that both go on from one tree would be a fork, and what one of them
 * accepts would be lost to the other. Every other one names where the log goes on.
 */
import type { BlobReader } from '../store/blobs.ts';
import type { LogHead } from '../store/log.ts';
import type { LogStore } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';

type NoteReader = Pick<BlobReader, 'note'>;

/** Absent or empty in the store that accepts entries. */
const SUCCESSOR_NOTE = 'log.successor';

/** The log goes on in another store: nothing is written here. */
export class LogMoved extends StoreUnavailable {}

/** Where the log goes on, null where it goes on here. */
export async function successorOf(reader: NoteReader): Promise<string | null> {
  return (await reader.note(SUCCESSOR_NOTE)) || null;
}

/** @throws {LogMoved} naming where the log goes on */
export async function refuseMovedLog(reader: NoteReader): Promise<void> {
  const successor = await successorOf(reader);
  if (successor !== null) throw moved(successor);
}

/**
 * Ends the log here, unless it has gone on since it had `size` entries. From then on every append is refused, also those of
 * programs that have the store open.
 * @returns whether it had that size still
 * @throws {LogMoved} where it was ended already, and goes on elsewhere
 */
export function closeLog(
  store: Pick<LogStore, 'transact'>,
  size: number,
  successor: string,
): Promise<boolean> {
  return store.transact(async (tx) => {
    const known = await successorOf(tx);
    if (known !== null && known !== successor) throw moved(known);
    const head = await tx.head();
    if (head.size !== size) return false;
    await tx.saveNote(SUCCESSOR_NOTE, successor);
    return true;
  });
}

/**
 * Ends the log here, whatever was said before, for a store that follows the log at `successor` from now on.
 * @param check throws where it may not
 */
export function followLog(
  store: Pick<LogStore, 'transact'>,
  successor: string,
  check: (head: LogHead) => Promise<void>,
): Promise<void> {
  return store.transact(async (tx) => {
    if ((await successorOf(tx)) === successor) return;
    await check(await tx.head());
    await tx.saveNote(SUCCESSOR_NOTE, successor);
  });
}

/** The log goes on here: to be called once it is ended where it was. */
export function openLog(store: Pick<LogStore, 'transact'>): Promise<void> {
  return store.transact((tx) => tx.saveNote(SUCCESSOR_NOTE, ''));
}

function moved(successor: string): LogMoved {
  return new LogMoved(`the log goes on in ${successor}: nothing is written here`);
}
