/** A transaction as its work sees it: reads and writes over one connection, until it ends. */
import type { LogHead } from '../store/log.ts';
import type { CorpusRecord } from '../store/rows.ts';
import type { GraphTransaction } from '../store/store.ts';
import { PostgresConnection } from './connection.ts';
import { readerOf } from './reader.ts';
import { saveKnowledge } from './save-knowledge.ts';
import { blobWriter, saveLog } from './save-log.ts';
import { saveService } from './save-service.ts';
import { PROJECTED_TABLES } from './schema.ts';

/** Of a large log it takes long, and nobody reads or writes meanwhile. */
const CLEAR_MS = 600_000;
const CLEAR_PATIENCE = `SET LOCAL statement_timeout = ${CLEAR_MS}`;
/** Not `TRUNCATE`: readers see what was there until the transaction commits. */
const CLEAR = PROJECTED_TABLES.map((table) => `DELETE FROM ${table}`);

const REPLAYED = 'UPDATE head SET replayed_to = @to';

export interface PostgresTransaction {
  readonly tx: GraphTransaction;
  /**
   * Waits for the writes that the work did not wait for; from then on every read and write is refused. Throws the fault
   * of a failed statement, even where the work caught it: nothing of it may be committed.
   */
  finish(): Promise<void>;
  /** Whether anything was saved, and the log's size by it. */
  outcome(): { readonly saved: boolean; readonly size: number };
}

/** @param before the head under its lock: nobody else moves it, so that it is read once */
export function workTransaction(over: PostgresConnection, before: LogHead): PostgresTransaction {
  let open = true;
  let saved = false;
  let head = before;
  let writes: Promise<unknown> = Promise.resolve();
  let failed: { readonly error: unknown } | null = null;
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    if (!open) throw ended();
    try {
      return await step();
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  };
  const connection = new PostgresConnection((sql, params, limitMs) =>
    guarded(() => over.rows(sql, params, limitMs)),
  );
  const write = async (step: () => Promise<unknown>): Promise<void> => {
    saved = true;
    const done = guarded(step);
    writes = Promise.allSettled([writes, done]);
    await done;
  };
  const { saveBlobs, removeBlobs, saveNote } = blobWriter(connection);
  const reader = readerOf(connection);
  let corpora: Promise<CorpusRecord[]> | null = null;
  const tx: GraphTransaction = {
    ...reader,
    head: async () => head,
    // Each append reads them, and only a save changes them.
    corpora: () => {
      corpora ??= reader.corpora();
      return corpora;
    },
    // Sent, not waited for: what is read afterwards is behind it on the same connection, and `finish` has its fault.
    save: async (changes) => {
      if (!open) throw ended();
      head = withReplayed(changes.head, head.replayedTo ?? null);
      corpora = corpora?.then((list) => withChanged(list, changes.corpora)) ?? null;
      const parts = () => [
        saveLog(connection, changes),
        ...saveKnowledge(connection, changes),
        ...saveService(connection, changes),
      ];
      write(() => Promise.all(parts())).catch(ignore);
    },
    saveBlobs: (blobs) => write(() => saveBlobs(blobs)),
    removeBlobs: (hashes) => write(() => removeBlobs(hashes)),
    saveNote: (name, value) => write(() => saveNote(name, value)),
    saveReplayed: (to) => {
      head = withReplayed(head, to);
      return write(() => connection.rows(REPLAYED, { to }));
    },
    clearProjections: () => {
      corpora = null;
      return write(() => clear(connection));
    },
  };
  const finish = async () => {
    await writes;
    open = false;
    if (failed !== null) throw failed.error;
  };
  return { tx, finish, outcome: () => ({ saved, size: head.size }) };
}

function ended(): Error {
  return new Error('the transaction has ended');
}

/** Their order is that of their first appearance. */
function withChanged(list: readonly CorpusRecord[], changed: readonly CorpusRecord[]): CorpusRecord[] {
  return [...new Map([...list, ...changed].map((corpus) => [corpus.name, corpus])).values()];
}

function ignore(): void {
  // `finish` throws it.
}

async function clear(connection: PostgresConnection): Promise<void> {
  const statements = [CLEAR_PATIENCE, ...CLEAR, 'SET LOCAL statement_timeout TO DEFAULT'];
  await Promise.all(statements.map((sql) => connection.run(sql, {}, CLEAR_MS)));
}

function withReplayed({ replayedTo: _, ...head }: LogHead, to: number | null): LogHead {
  return to === null ? head : { ...head, replayedTo: to };
}
