/** A transaction as its work sees it: reads and writes over one connection, until it ends. */
import type { Changes, GraphTransaction } from '../store.ts';
import { Connection } from './connection.ts';
import { readerOf } from './reader.ts';
import { saves } from './save.ts';
import type { TextIndexes } from './text-index.ts';

export interface WorkTransaction {
  readonly tx: GraphTransaction;
  /**
   * Waits for the writes that the work did not wait for; from then on every read and write is refused. Throws the fault
   * of a failed statement or save, even where the work caught it: nothing of it may be committed.
   */
  finish(): Promise<void>;
  /** Whether anything was saved, and the log's size by it. */
  outcome(): { readonly saved: boolean; readonly size: number };
}

/** @param size of the log before the transaction */
export function workTransaction(over: Connection, indexes: TextIndexes, size: number): WorkTransaction {
  let open = true;
  let saved = false;
  let newSize = size;
  let writes: Promise<unknown> = Promise.resolve();
  let failed: { readonly error: unknown } | null = null;
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    if (!open) throw new Error('the transaction has ended');
    try {
      return await step();
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  };
  const connection = new Connection((cypher, params) => guarded(() => over.rows(cypher, params)));
  const write = (step: () => Promise<void>): Promise<void> => {
    saved = true;
    const done = guarded(step);
    writes = Promise.allSettled([writes, done]);
    return done;
  };
  const { save, saveBlobs, removeBlobs, saveNote, clearProjections } = saves(connection, indexes);
  const tx: GraphTransaction = {
    ...readerOf(connection, indexes),
    save: (changes: Changes) => {
      newSize = changes.head.size;
      return write(() => save(changes));
    },
    saveBlobs: (blobs) => write(() => saveBlobs(blobs)),
    removeBlobs: (hashes) => write(() => removeBlobs(hashes)),
    saveNote: (name, value) => write(() => saveNote(name, value)),
    clearProjections: () => write(() => clearProjections()),
  };
  const finish = async () => {
    await writes;
    open = false;
    if (failed !== null) throw failed.error;
  };
  return { tx, finish, outcome: () => ({ saved, size: newSize }) };
}
