/** A transaction as its work sees it: reads and writes over one connection, until it ends. */
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { LogHead } from '../store/log.ts';
import type { Changes, GraphTransaction } from '../store/store.ts';
import { Neo4jConnection } from './connection.ts';
import { readerOf } from './reader.ts';
import { saves } from './save.ts';
import type { TextIndexes } from './text-index.ts';

export interface Neo4jTransaction {
  readonly tx: GraphTransaction;
  /** The same transaction for a step of the projection of beliefs. */
  readonly beliefs: BeliefTransaction;
  /**
   * Waits for the writes that the work did not wait for; from then on every read and write is refused. Throws the fault
   * of a failed statement or save, even where the work caught it: nothing of it may be committed.
   */
  finish(): Promise<void>;
  /** Whether anything was saved, and the log's size by it. */
  outcome(): { readonly saved: boolean; readonly size: number };
}

/** @param locked the head when the lock was taken: nobody else changes it, so that it need not be read again */
export function workTransaction(
  over: Neo4jConnection,
  indexes: TextIndexes,
  locked: LogHead,
): Neo4jTransaction {
  let open = true;
  let saved = false;
  let head = locked;
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
  const connection = new Neo4jConnection((cypher, params) => guarded(() => over.rows(cypher, params)));
  const write = (step: () => Promise<void>): Promise<void> => {
    saved = true;
    const done = guarded(step);
    writes = Promise.allSettled([writes, done]);
    return done;
  };
  const { save, saveBeliefs, saveBlobs, removeBlobs, saveNote, clearProjections, saveReplayed } = saves(
    connection,
    indexes,
  );
  const reader = readerOf(connection, indexes);
  const tx: GraphTransaction = {
    ...reader,
    head: () => guarded(async () => head),
    save: (changes: Changes) => {
      head = withReplayed(changes.head, head.replayedTo);
      return write(() => save(changes));
    },
    saveBlobs: (blobs) => write(() => saveBlobs(blobs)),
    removeBlobs: (hashes) => write(() => removeBlobs(hashes)),
    saveNote: (name, value) => write(() => saveNote(name, value)),
    clearProjections: () => write(() => clearProjections()),
    saveReplayed: (to) => {
      head = withReplayed(head, to ?? undefined);
      return write(() => saveReplayed(to));
    },
  };
  const beliefs: BeliefTransaction = {
    head: tx.head,
    beliefs: reader.beliefs,
    save: (changes) => write(() => saveBeliefs(changes)),
  };
  const finish = async () => {
    await writes;
    open = false;
    if (failed !== null) throw failed.error;
  };
  return { tx, beliefs, finish, outcome: () => ({ saved, size: head.size }) };
}

function withReplayed(head: LogHead, replayedTo: number | undefined): LogHead {
  const { replayedTo: _, ...rest } = head;
  return replayedTo === undefined ? rest : { ...rest, replayedTo };
}
