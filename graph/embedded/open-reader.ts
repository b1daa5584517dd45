/** A connection that only reads, and the reads over it. */
import { throwIfLeft } from '../caller.ts';
import type { GraphReader } from '../store/store.ts';
import { whenNotBusy } from './busy.ts';
import { Connection } from './connection.ts';
import { refuseOtherFormat } from './formats.ts';

/** A read waits only while another process recovers the WAL, removes it, or has the file for itself. */
const READ_BUSY_MS = 1_000;
/** What waits does so in `whenNotBusy`: SQLite would block this thread. */
const SQLITE_BUSY_MS = 0;

export interface ReaderOptions {
  /** Pages that are kept once read. */
  readonly cacheKib: number;
  /** Throws where nobody waits any more for what is read. */
  readonly throwIfLeft?: () => void;
}

/** Throws the port's faults. */
export function openReader(file: string, options: ReaderOptions): Connection {
  const reader = new Connection(file, SQLITE_BUSY_MS, options.throwIfLeft ?? throwIfLeft);
  try {
    reader.exec('PRAGMA query_only = ON');
    reader.exec(`PRAGMA cache_size = -${options.cacheKib}`);
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/**
 * The same reads, each begun in an event-loop iteration that has not made what it may (`ReadBudget`), made again while another
 * process keeps the file from being read, and refused once a newer program has brought the file to another format: its tables
 * are empty, or not those that these reads know.
 */
export function patientReads(reads: GraphReader, connection: Connection): GraphReader {
  const current = <T>(read: () => T): T => {
    refuseOtherFormat(connection);
    return read();
  };
  const { budget } = connection.entries;
  const patient = Object.entries(reads).map(([name, read]) => [
    name,
    (...args: never[]) => budget.within(() => patiently(() => current(() => read(...args)))),
  ]);
  // Under each name stands the same function again.
  return Object.fromEntries(patient) as GraphReader;
}

/** A read, made again while another process keeps the file from being read. */
export function patiently<T>(read: () => T | Promise<T>): Promise<T> {
  return whenNotBusy(read, READ_BUSY_MS);
}
