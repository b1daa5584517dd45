/** A reader thread with reads that stand in: `head` is a statement without an end, `note` answers, and `blobs` never comes back. */
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../../../graph/embedded/open-reader.ts';
import { answerRequests, throwIfEnded } from '../../../graph/embedded/threads/answer-requests.ts';
import type { ReaderStart } from '../../../graph/embedded/threads/messages.ts';
import { type GraphReader, StoreCorrupted } from '../../../graph/store/store.ts';

const { file, cacheKib } = workerData as ReaderStart;
const connection = openReader(file, { cacheKib, throwIfLeft: throwIfEnded });
const ENDLESS =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE going()) SELECT max(i) FROM n';

const reads = {
  head: async () => connection.value(ENDLESS),
  note: async (name: string) => name,
  blobs: async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  corpora: async () => {
    throw new StoreCorrupted('entry 7 is damaged', 7);
  },
  entries: async () => process.exit(3),
};
// The reads that tests ask for are these.
answerRequests(parentPort, connection, reads as unknown as GraphReader);
