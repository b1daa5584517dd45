/** A reader thread of an embedded store: one connection that only reads. */
import { parentPort, workerData } from 'node:worker_threads';
import { openReader, patientReads } from '../open-reader.ts';
import { readerOf } from '../reader.ts';
import { answerRequests, throwIfEnded } from './answer-requests.ts';
import type { ReaderStart } from './messages.ts';

// Only `ReaderThreads` starts this module.
const { file, cacheKib } = workerData as ReaderStart;
const connection = openReader(file, { cacheKib, throwIfLeft: throwIfEnded });
answerRequests(parentPort, connection, patientReads(readerOf(connection), connection));
