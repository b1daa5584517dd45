/**
 * The embedded store: the GraphStore port on one SQLite file, without a server.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { forEverybody } from '../caller.ts';
import type { GraphStore } from '../store.ts';
import { StoreUnavailable } from '../store.ts';
import { whenNotBusy } from './busy.ts';
import { CommitWatch } from './commit-watch.ts';
import { Connection } from './connection.ts';
import { prepareWriter } from './prepare-writer.ts';
import { readerOf } from './reader.ts';
import { Writer } from './writer.ts';

export interface EmbeddedOptions {
  /** A folder (made when missing), or a file that ends in `.sqlite` or `.db`. */
  readonly path: string;
  /** How long a transaction waits for another process' before it throws `StoreUnavailable`; 5,000 by default. */
  readonly busyTimeoutMs?: number;
}

const FILE_IN_FOLDER = 'graph.sqlite';
const FILE_ENDINGS: ReadonlySet<string> = new Set(['.sqlite', '.db']);
const BUSY_TIMEOUT_MS = 5_000;
/** A reader waits, blocking, only while another process recovers or removes the WAL. */
const READER_BUSY_MS = 1_000;
/** Pages that are kept once read; SQLite's own 2 MB are fewer than a question about a few thousand documents looks at. */
const READER_CACHE_KIB = 65_536;
/** The writer waits in `whenNotBusy`, so that this process' event loop goes on. */
const WRITER_BUSY_MS = 0;

/**
 * Opens the store and makes it where it is missing. Several processes may have one path open.
 * Throws `StoreUnavailable`, `StoreCorrupted` (not a store's file) or `SchemaTooNew`.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<GraphStore> {
  const { path, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const file = await storeFile(path);
  const writer = new Connection(file, WRITER_BUSY_MS);
  try {
    await whenNotBusy(() => prepareWriter(writer), busyTimeoutMs);
    return storeOver(writer, openReader(file), busyTimeoutMs);
  } catch (error) {
    writer.close();
    throw error;
  }
}

function storeOver(writer: Connection, reader: Connection, busyTimeoutMs: number): GraphStore {
  const watch = new CommitWatch(reader, writer);
  const transactions = new Writer(writer, busyTimeoutMs, () => watch.notify());
  return {
    ...readerOf(reader),
    capabilities: { engine: 'embedded', textRanker: 'fts5-bm25/1' },
    transact: (work) => forEverybody(() => transactions.transact(work)),
    purge: () => transactions.purge(),
    onCommit: (listener) => forEverybody(() => watch.add(listener)),
    [Symbol.asyncDispose]: async () => {
      watch.stop();
      await transactions.drained();
      reader.close();
      writer.close();
    },
  };
}

function openReader(file: string): Connection {
  const reader = new Connection(file, READER_BUSY_MS, true);
  reader.exec('PRAGMA query_only = ON');
  reader.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  return reader;
}

/** Whether there is a store's file to open; makes nothing. */
export async function hasEmbedded(path: string): Promise<boolean> {
  return (await stat(await fileAt(path)).catch(() => null)) !== null;
}

async function fileAt(path: string): Promise<string> {
  if (path === '' || path === ':memory:') throw new RangeError('the store needs a path on disk');
  const full = resolve(path);
  return (await isFile(full)) ? full : join(full, FILE_IN_FOLDER);
}

async function storeFile(path: string): Promise<string> {
  const file = await fileAt(path);
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
