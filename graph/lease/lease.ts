/**
 * A lease: work that exactly one of several processes on a store does. Its record is a note that changes only under the log
 * head's lock, so that a transaction which reads it there knows who has the lease until it commits.
 */
import type { Appender } from '../log/writer.ts';
import type { BlobReader } from '../store/blobs.ts';
import type { GraphStore } from '../store/store.ts';

export interface LeaseRecord {
  /** Names the process that has it; null: nobody has it. */
  readonly holder: string | null;
  /** Grows by 1 with each change of hands, from 0 before the first. */
  readonly epoch: number;
}

/** This process no longer has the lease under which it would write. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Throws `LeaseLost` where the lease of the work has passed to another process. */
export type Fence = (state: Pick<BlobReader, 'note'>) => Promise<void>;

/** Where a lease lies: a shared log serves it too. */
export interface LeaseStore extends Pick<BlobReader, 'note'>, Pick<GraphStore, 'beat'> {
  transact<T>(
    work: (
      tx: Pick<BlobReader, 'note'> & { saveNote(name: string, value: string): Promise<void> },
    ) => Promise<T>,
  ): Promise<T>;
}

export async function readLease(state: Pick<BlobReader, 'note'>, name: string): Promise<LeaseRecord> {
  const note = await state.note(noteName(name));
  // Only this file writes the note.
  return note === null ? { holder: null, epoch: 0 } : (JSON.parse(note) as LeaseRecord);
}

/** Takes the lease where its epoch is still the one that was seen; gives the new epoch, null where it is not. */
export function takeLease(
  store: LeaseStore,
  name: string,
  { holder, seen }: { readonly holder: string; readonly seen: number },
): Promise<number | null> {
  return store.transact(async (tx) => {
    if ((await readLease(tx, name)).epoch !== seen) return null;
    const record: LeaseRecord = { holder, epoch: seen + 1 };
    await tx.saveNote(noteName(name), JSON.stringify(record));
    return record.epoch;
  });
}

/** Says that nobody has the lease, where it is still the caller's: the next process need not wait. */
export async function releaseLease(store: LeaseStore, name: string, epoch: number): Promise<void> {
  await store.transact(async (tx) => {
    if ((await readLease(tx, name)).epoch !== epoch) return;
    await tx.saveNote(noteName(name), JSON.stringify({ holder: null, epoch } satisfies LeaseRecord));
  });
}

export function fenceOf(name: string, epoch: number): Fence {
  return async (state) => {
    const found = await readLease(state, name);
    if (found.epoch === epoch) return;
    throw new LeaseLost(`the lease ${name} of epoch ${epoch} has passed to ${found.holder} (${found.epoch})`);
  };
}

/** The same writer for work under a lease: a command whose lease is lost writes nothing and rejects with `LeaseLost`. */
export function fenced(writer: Appender, fence: Fence): Appender {
  return {
    append: (command) =>
      writer.append(async (state, now) => {
        await fence(state);
        return command(state, now);
      }),
  };
}

function noteName(name: string): string {
  return `lease.${name}`;
}
