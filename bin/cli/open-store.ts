import { type ReplayProgress, replay } from '../../graph/log/replay.ts';
import type { SharedLog } from '../../graph/shared-log/shared-log.ts';
import type { GraphStore, LogStore } from '../../graph/store/store.ts';
import { usage } from './failure.ts';
import { Progress } from './progress.ts';
import type { StoreLocation, WholeStoreLocation } from './settings.ts';

export interface OpenStoreOptions {
  /** Reader threads of an embedded store: a service has some, a command none. */
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
  const progress = new Progress('projections');
  const report = (at: ReplayProgress) => {
    progress.update(at.entries, at.of);
    options.onReplay?.(at);
  };
  try {
    if (location.kind === 'shared') return await openShared(location, options, report);
    return await replayed(await adapterOf(location, options.readerThreads ?? 0), report, options.signal);
  } finally {
    progress.end();
  }
}

/** Opens what serves the log of a store: a graph store that follows it stays closed. Throws as `openStore`. */
export async function openLog(location: StoreLocation): Promise<LogStore> {
  if (location.kind !== 'shared') return openStore(location);
  return replayed(await openLogServer(location.url), () => undefined, undefined);
}

async function openShared(
  { url, graph: place }: StoreLocation & { readonly kind: 'shared' },
  { readerThreads = 0, signal }: OpenStoreOptions,
  onProgress: (at: ReplayProgress) => void,
): Promise<GraphStore> {
  const { openSharedLog } = await import('../../graph/shared-log/open.ts');
  const log = await openLogServer(url);
  const graph = await adapterOf(place, readerThreads).catch(async (error: unknown) => {
    await log[Symbol.asyncDispose]();
    throw error;
  });
  const isShared = place.kind === 'neo4j';
  const following = { isShared, keepsEntries: place.kind === 'embedded', place: withoutAccount(url) };
  try {
    return await openSharedLog(log, graph, { ...following, onProgress, signal });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'other_graph')) throw error;
    throw usage(`${placeOf(place)}: ${error.message}, or run adduce migrate to bring its log along`);
  }
}

async function openLogServer(url: string): Promise<SharedLog> {
  const { openPostgres } = await import('../../graph/postgres/open.ts');
  try {
    return await openPostgres({ url });
  } catch (error) {
    if (error instanceof RangeError) throw usage(`ADDUCE_LOG: ${error.message}`);
    throw error;
  }
}

async function replayed<S extends LogStore>(
  store: S,
  report: (at: ReplayProgress) => void,
  signal: AbortSignal | undefined,
): Promise<S> {
  try {
    await replay(store, report, signal);
    return store;
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

async function adapterOf(location: WholeStoreLocation, readerThreads: number): Promise<GraphStore> {
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
  if (location.kind !== 'embedded') return true;
  const { hasEmbedded } = await import('../../graph/embedded/open.ts');
  return hasEmbedded(location.path);
}

/** The store's path or address, without an account that its URL may name. */
export function placeOf(location: StoreLocation): string {
  return location.kind === 'embedded' ? location.path : withoutAccount(location.url);
}

function withoutAccount(text: string): string {
  const url = new URL(text);
  [url.username, url.password] = ['', ''];
  return url.href;
}
