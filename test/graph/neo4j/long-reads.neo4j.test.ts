import { expect, test, vi } from 'vitest';
import { forCaller } from '../../../graph/caller.ts';
import { Neo4jLink } from '../../../graph/neo4j/link.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { ENDLESS, endlessReads } from './endless.ts';

const LIMIT_MS = 300;
/** The server looks after its transactions' time now and then. */
const SOON_MS = 10_000;
/** A caller that leaves does not wait for the server. */
const AT_ONCE_MS = 1_000;
const LEFT = new Error('nobody waits any longer');

describeNeo4j('a read that goes on for too long', (server) => {
  test('is ended by the server, and others are read', { timeout: 2 * SOON_MS }, async () => {
    const link = new Neo4jLink(server(), LIMIT_MS);
    const began = performance.now();
    await expect(link.reads.rows(ENDLESS)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    expect(await endlessReads(link)).toBe(0);
    await link.close();
  });

  test('is ended on the server when its caller leaves, and no others are', {
    timeout: 3 * SOON_MS,
  }, async () => {
    const link = new Neo4jLink(server());
    const leaving = new AbortController();
    const staying = new AbortController();
    const reads = Array.from({ length: 4 }, () =>
      forCaller(leaving.signal, () => link.reads.rows(ENDLESS)).catch((fault: unknown) => fault),
    );
    const other = forCaller(staying.signal, () => link.reads.rows(ENDLESS)).catch((fault: unknown) => fault);
    await vi.waitFor(async () => expect(await endlessReads(link)).toBe(5), { timeout: SOON_MS });
    const left = performance.now();
    leaving.abort(LEFT);
    expect(await Promise.all(reads)).toEqual(reads.map(() => LEFT));
    expect(performance.now() - left).toBeLessThan(AT_ONCE_MS);
    await vi.waitFor(async () => expect(await endlessReads(link)).toBe(1), { timeout: SOON_MS });
    staying.abort(LEFT);
    expect(await other).toBe(LEFT);
    await vi.waitFor(async () => expect(await endlessReads(link)).toBe(0), { timeout: SOON_MS });
    await link.close();
  });

  test('gives its connection back when its caller leaves', { timeout: 3 * SOON_MS }, async () => {
    const link = new Neo4jLink(server());
    // More than there are connections, over all of them.
    for (let times = 0; times < 15; times += 1) {
      const leaving = new AbortController();
      const reads = Array.from({ length: 4 }, () =>
        forCaller(leaving.signal, () => link.reads.rows(ENDLESS)).catch((fault: unknown) => fault),
      );
      leaving.abort(LEFT);
      expect(await Promise.all(reads)).toEqual(reads.map(() => LEFT));
    }
    expect(await link.reads.row('RETURN 1 AS one')).toEqual({ one: 1 });
    await vi.waitFor(async () => expect(await endlessReads(link)).toBe(0), { timeout: SOON_MS });
    await link.close();
  });
});
