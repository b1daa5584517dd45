/**
 * The roles of the store port that PostgreSQL serves: the log, blobs, records and ranges, and what a transaction checks besides,
 * the near-copies of a text. Lists, edges and full text need another store.
 */
import type { Beats } from '../store/beats.ts';
import type { BlobReader, BlobWriter } from '../store/blobs.ts';
import type { LogReader } from '../store/log.ts';
import type { RangeReader } from '../store/ranges.ts';
import type { RecordReader } from '../store/records.ts';
import type { Changes } from '../store/store.ts';
import type { TextReader } from '../store/text.ts';

export interface PostgresReader
  extends LogReader,
    BlobReader,
    RecordReader,
    RangeReader,
    Pick<TextReader, 'nearFingerprints'> {}

/** As `GraphTransaction`, for these roles. */
export interface PostgresTransaction extends PostgresReader, BlobWriter {
  save(changes: Changes): Promise<void>;
  clearProjections(): Promise<void>;
  saveReplayed(to: number | null): Promise<void>;
}

/** As `GraphStore`, for these roles. */
export interface PostgresStore extends PostgresReader, Beats, AsyncDisposable {
  transact<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T>;
  writeRefusal(): Promise<string | null>;
  onCommit(listener: (size: number) => void): () => void;
}
