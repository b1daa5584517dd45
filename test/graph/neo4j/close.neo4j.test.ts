import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';

const READS = 20;
/** A read that nobody ends waits for ever. */
const SOON_MS = 20_000;

describeNeo4j('a store that closes', (server) => {
  test('answers or refuses the reads that are under way, and leaves none waiting', async () => {
    const store = await openNeo4j(server());
    // The connection that it opens is the one that the first of the others goes over.
    await readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT });
    const reads = Array.from({ length: READS }, () =>
      readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT }),
    );
    const settled = Promise.allSettled(reads);
    await store[Symbol.asyncDispose]();
    const ended = await Promise.race([settled, sleep(SOON_MS, null)]);
    expect(ended).toHaveLength(READS);
    for (const one of ended ?? []) {
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(StoreUnavailable);
    }
    await expect(readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT })).rejects.toThrow(
      'the store is closed',
    );
  });
});
