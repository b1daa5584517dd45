/** The short end of `npm run bench -- faults`: two gateways on Neo4j, with Redis, lose and double nothing under load. */
import { expect, test } from 'vitest';
import { Cluster } from '../../bench/faults/cluster.ts';
import { faultsOn, matrixTable, runFault } from '../../bench/faults/matrix.ts';
import { neo4jStack } from '../../bench/faults/stack.ts';
import { describeNeo4j } from '../setup/describe-engine.ts';
import { missing } from '../setup/engine.ts';
import { findNudgeServer } from '../setup/nudge-server.ts';

const HOLD_MS = 5_000;
/** What the port promises to those who wait for the lock of a gateway that has stopped, and some for a loaded machine. */
const LONGEST_GAP_MS = 10_000;
const TIMEOUT_MS = 240_000;
/** Each ends differently for the gateway: its process, its time, its network, its nudges. */
const SHORT = [
  'kill -9 of a gateway',
  'SIGSTOP of a gateway',
  'packets to the store dropped',
  'kill -9 of Redis',
];

const redis = await findNudgeServer('redis');
if (!redis.available) missing('redis', redis.reason);

describeNeo4j('two gateways under load', (server) => {
  test.skipIf(!redis.available)(
    'lose nothing and double nothing under any fault, and the other goes on',
    { timeout: TIMEOUT_MS },
    async () => {
      await using stack = await neo4jStack(server(), null);
      await using cluster = await Cluster.start(stack);
      const faults = faultsOn(cluster, null).filter(({ name }) => SHORT.includes(name));
      expect(faults.map(({ name }) => name)).toEqual(SHORT);
      for (const fault of faults) {
        const row = await runFault(cluster, fault, { holdMs: HOLD_MS, clients: 2 });
        const table = matrixTable([row]);
        expect(row, table).toMatchObject({ lost: 0, doubled: 0 });
        expect(row.acknowledged, table).toBeGreaterThan(0);
        expect(row.otherGap, table).toBeLessThan(LONGEST_GAP_MS);
        expect(row.recovered, table).toBeLessThan(Number.POSITIVE_INFINITY);
      }
    },
  );
});
