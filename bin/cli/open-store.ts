import { type ReplayProgress, replay } from '../../graph/log/replay.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { usage } from './failure.ts';
import { Progress } from './progress.ts';
import type { StoreLocation } from './settings.ts';

export interface OpenStoreOptions {
  /** Of an embedded store: who serves many callers has some, a command of one caller none. */
  readonly readerThreads?: number;
  /** Called after each step in which projections of another format are made again; a progress line is shown in any case. */
  readonly onReplay?: (at: ReplayProgress) => void;
  /** Ends that. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a store and makes it where it is missing, and its projections where they are of another format. Only the adapter in use
 * is loaded. Throws `StoreUnavailable`, `StoreCorrupted`, `OtherLogFormat` or `SchemaTooNew`.
 */
export async function openStore(
  location: StoreLocation,
  options: OpenStoreOptions = {},
): Promise<GraphStore> {
  const store = await adapterOf(location, options.readerThreads ?? 0);
  const progress = new Progress('projections');
  try {
    const report = (at: ReplayProgress) => {
      progress.update(at.entries, at.of);
      options.onReplay?.(at);
    };
    await replay(store, report, options.signal);
    return store;
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  } finally {
    progress.end();
  }
}

async function adapterOf(location: StoreLocation, readerThreads: number): Promise<GraphStore> {
  if (location.kind === 'embedded') {
    const { openEmbedded } = await import('../../graph/embedded/open.ts');
    return openEmbedded({ path: location.path, readerThreads });
  }
  const { openNeo4j } = await import('../../graph/neo4j/open.ts');
  return openNeo4j(location);
}

/** The store if there is one: to look for it must not make one. */
export async function openExisting(location: StoreLocation): Promise<GraphStore | null> {
  return (await isThere(location)) ? openStore(location) : null;
}

/** @throws {CommandFailure} where there is none, as well as what `openStore` throws */
export async function openRequired(location: StoreLocation): Promise<GraphStore> {
  await requireStore(location);
  return openStore(location);
}

/** @throws {CommandFailure} where there is no store */
export async function requireStore(location: StoreLocation): Promise<void> {
  if (await isThere(location)) return;
  throw usage(`there is no store at ${placeOf(location)}: give --store, or set ADDUCE_DATA or ADDUCE_GRAPH`);
}

async function isThere(location: StoreLocation): Promise<boolean> {
  if (location.kind === 'neo4j') return true;
  const { hasEmbedded } = await import('../../graph/embedded/open.ts');
  return hasEmbedded(location.path);
}

/** The store's path or address, without an account that its URL may name. */
export function placeOf(location: StoreLocation): string {
  if (location.kind === 'embedded') return location.path;
  const url = new URL(location.url);
  [url.username, url.password] = ['', ''];
  return url.href;
}
