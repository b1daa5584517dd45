import { stat } from 'node:fs/promises';
import type { GraphStore } from '../../graph/store.ts';
import type { StoreLocation } from './settings.ts';

/**
 * Opens a store and makes it where it is missing. Only the adapter in use is loaded.
 * Throws `StoreUnavailable`, `StoreCorrupted` or `SchemaTooNew`.
 */
export async function openStore(location: StoreLocation): Promise<GraphStore> {
  if (location.kind === 'embedded') {
    const { openEmbedded } = await import('../../graph/embedded/open.ts');
    return openEmbedded({ path: location.path });
  }
  const { openNeo4j } = await import('../../graph/neo4j/open.ts');
  return openNeo4j(location);
}

/** The store if there is one: to look for it must not make one. */
export async function openExisting(location: StoreLocation): Promise<GraphStore | null> {
  const there = location.kind === 'neo4j' || (await stat(location.path).catch(() => null)) !== null;
  return there ? openStore(location) : null;
}
