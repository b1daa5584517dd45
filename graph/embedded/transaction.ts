/** A transaction as its work sees it: reads and writes over the writer's connection, until it ends. */
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { GraphTransaction } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { readerOf } from './reader.ts';
import { saves } from './save.ts';

export interface OpenTransaction {
  readonly tx: GraphTransaction;
  /** The same transaction for a step of the projection of beliefs. */
  readonly beliefs: BeliefTransaction;
  /** From here on every write is refused. */
  close(): void;
  /** Closes and gives whether anything was saved; throws the fault of a failed write. */
  finish(): boolean;
}

export function openTransaction(connection: Connection): OpenTransaction {
  let open = true;
  let saved = false;
  let failed: { readonly error: unknown } | null = null;
  const guarded =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      if (!open) throw new Error('the transaction has ended');
      saved = true;
      try {
        await write(...args);
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    };
  const writes = saves(connection);
  const reader = readerOf(connection);
  const tx: GraphTransaction = {
    ...reader,
    save: guarded(writes.save),
    saveBlobs: guarded(writes.saveBlobs),
    removeBlobs: guarded(writes.removeBlobs),
    saveNote: guarded(writes.saveNote),
    clearProjections: guarded(writes.clearProjections),
    saveReplayed: guarded(writes.saveReplayed),
  };
  const beliefs: BeliefTransaction = {
    head: reader.head,
    beliefs: reader.beliefs,
    save: guarded(writes.saveBeliefs),
  };
  const close = () => {
    open = false;
  };
  const finish = () => {
    close();
    // A half-done save must not be committed, even where the work caught its fault.
    if (failed !== null) throw failed.error;
    writes.finish();
    return saved;
  };
  return { tx, beliefs, close, finish };
}
