import type { GraphStore } from '../../graph/store.ts';
import { usage } from './failure.ts';
import type { StoreLocation } from './settings.ts';

/**
 * Opens a store and makes it where it is missing. Only the adapter in use is loaded.
 * @param readerThreads of an embedded store: who serves many callers has some, a command of one caller none
 * Throws `StoreUnavailable`, `StoreCorrupted` or `SchemaTooNew`.
 */
export async function openStore(location: StoreLocation, readerThreads = 0): Promise<GraphStore> {
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

function placeOf(location: StoreLocation): string {
  return location.kind === 'embedded' ? location.path : location.url;
}
