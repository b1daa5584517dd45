/**
 * The embedded store: the GraphStore port on one SQLite file, without a server.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { forEverybody, throwIfLeft } from '../caller.ts';
import type { GraphStore } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import { beatsBeside } from './beats.ts';
import { whenNotBusy } from './busy.ts';
import { CommitWatch } from './commit-watch.ts';
import { Connection } from './connection.ts';
import { openReader, patiently, patientReads } from './open-reader.ts';
import { prepareWriter } from './prepare-writer.ts';
import { readerOf } from './reader.ts';
import { hasRoomBeside } from './room.ts';
import { PROJECTED_TABLES } from './schema.ts';
import { ReaderThreads } from './threads/reader-threads.ts';
import { threadedReads } from './threads/threaded-reads.ts';
import { foreignWrites } from './write-tallies.ts';
import { Writer } from './writer.ts';

export interface EmbeddedOptions {
  /** A folder (made when missing), or a file that ends in `.sqlite` or `.db`. */
  readonly path: string;
  /** How long a transaction waits for another process' before it throws `StoreUnavailable`; 2,500 by default; opening waits 5,000. */
  readonly busyTimeoutMs?: number;
  /** Threads for reads that look through the store, started when they are needed; 0 by default: they run on the caller's. */
  readonly readerThreads?: number;
}

const FILE_IN_FOLDER = 'graph.sqlite';
const FILE_ENDINGS: ReadonlySet<string> = new Set(['.sqlite', '.db']);
/** Short of the 5 s after which a client gives up, by as much as the rest of a request takes. */
const BUSY_TIMEOUT_MS = 2_500;
/** Another process may be making the tables. */
const OPEN_BUSY_MS = 5_000;
/**
 * Pages that are kept once read; SQLite's own 2 MB are fewer than a question about a few thousand documents looks at. Reader
 * threads share as much again.
 */
const READER_CACHE_KIB = 65_536;
/** What waits does so in `whenNotBusy`: SQLite would block this process' event loop. */
const SQLITE_BUSY_MS = 0;

/**
 * Opens the store and makes it where it is missing. Several processes may have one path open.
 * Throws `StoreUnavailable`, `StoreCorrupted` (not a store's file) or `OtherLogFormat`.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<GraphStore> {
  const { path, busyTimeoutMs, readerThreads = 0 } = options;
  const file = await storeFile(path);
  const writer = new Connection(file, SQLITE_BUSY_MS);
  try {
    const openMs = busyTimeoutMs ?? OPEN_BUSY_MS;
    await whenNotBusy(() => prepareWriter(writer, file), openMs);
    const reader = await whenNotBusy(() => openReader(file, { cacheKib: READER_CACHE_KIB }), openMs);
    const cacheKib = Math.ceil(READER_CACHE_KIB / Math.max(1, readerThreads));
    const threads = readerThreads === 0 ? null : new ReaderThreads({ file, cacheKib, count: readerThreads });
    return storeOver(file, { writer, reader, threads }, busyTimeoutMs ?? BUSY_TIMEOUT_MS);
  } catch (error) {
    writer.close();
    throw error;
  }
}

interface Connections {
  readonly writer: Connection;
  readonly reader: Connection;
  /** Null: every read runs here. */
  readonly threads: ReaderThreads | null;
}

function storeOver(file: string, { writer, reader, threads }: Connections, busyMs: number): GraphStore {
  const reads = patientReads(readerOf(reader), reader);
  const watch = new CommitWatch(reader, writer);
  const transactions = new Writer(writer, {
    busyMs,
    committed: () => watch.notify(),
    hasRoom: () => hasRoomBeside(file),
  });
  return {
    ...(threads === null ? reads : threadedReads(reads, threads)),
    ...beatsBeside(file),
    capabilities: { engine: 'embedded', textRanker: 'fts5-bm25/1' },
    transact: (work) => forEverybody(() => transactions.transact(work)),
    moveBeliefs: (work) => forEverybody(() => transactions.moveBeliefs(work)),
    writeRefusal: async () => {
      throwIfLeft();
      return forEverybody(() => transactions.refusal());
    },
    purge: () => transactions.purge(),
    foreignWrites: () => patiently(() => foreignWrites(reader, PROJECTED_TABLES)),
    onCommit: (listener) => forEverybody(() => watch.add(listener)),
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await transactions.drained();
      await threads?.[Symbol.asyncDispose]();
      reader.close();
      writer.close();
    },
  };
}

/** Whether there is a store's file to open; makes nothing. */
export async function hasEmbedded(path: string): Promise<boolean> {
  return (await stat(await embeddedFile(path)).catch(() => null)) !== null;
}

/** The store's file at a path, whether it is there or not. */
export async function embeddedFile(path: string): Promise<string> {
  if (path === '' || path === ':memory:') throw new RangeError('the store needs a path on disk');
  const full = resolve(path);
  return (await isFile(full)) ? full : join(full, FILE_IN_FOLDER);
}

async function storeFile(path: string): Promise<string> {
  const file = await embeddedFile(path);
  try {
    await mkdir(dirname(file), { recursive: true });
  } catch (error) {
    throw new StoreUnavailable(`the folder ${dirname(file)} cannot be made`, { cause: error });
  }
  return file;
}

/** What is there decides; a path where nothing is yet is a file by its ending. */
async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found === null ? FILE_ENDINGS.has(extname(path)) : !found.isDirectory();
}
