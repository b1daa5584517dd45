import { expect, test } from 'vitest';
import { Link } from '../../../graph/neo4j/link.ts';
import { StoreUnavailable } from '../../../graph/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';

/** Goes on for hours, in little memory. */
const ENDLESS = 'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN max(a * b) AS most';
const LIMIT_MS = 300;
/** The server looks after its transactions' time now and then. */
const SOON_MS = 10_000;

describeNeo4j('a read that goes on for too long', (server) => {
  test('is ended by the server, and others are read', { timeout: 2 * SOON_MS }, async () => {
    const link = new Link(server(), LIMIT_MS);
    const began = performance.now();
    await expect(link.reads.rows(ENDLESS)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    const [running] = await link.reads.rows(
      "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS '1000000' AND NOT currentQuery CONTAINS 'SHOW' RETURN count(*) AS n",
    );
    expect(running).toEqual({ n: 0 });
    await link.close();
  });
});
