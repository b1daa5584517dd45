import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describePostgres } from '../setup/describe-engine.ts';
import type { Service } from './adduce-process.ts';
import { beside } from './deployment.ts';
import { postgresStore } from './postgres-store.ts';
import { newerBuild, Upgrade } from './rolling-upgrade.ts';

const PATIENCE = { timeout: 180_000 } as const;

describePostgres('gateways of two versions on a log in PostgreSQL', (server) => {
  const kind = postgresStore(server);

  describe('whose own stores are of two formats', PATIENCE, () => {
    let upgrade: Upgrade;
    let newer: Service;
    beforeAll(async () => {
      upgrade = await Upgrade.begin(kind);
      const { deployment } = upgrade;
      newer = await deployment.serve({ ...beside(deployment), ...newerBuild('embedded') });
    }, PATIENCE.timeout);
    afterAll(() => upgrade?.deployment[Symbol.asyncDispose]());

    test('serve everything side by side, and each what the other acknowledged', async () => {
      const { older } = upgrade;
      for (const [n, [writing, reading]] of [[older, newer] as const, [newer, older] as const].entries()) {
        const { event_id } = await upgrade.append(writing, `mixed ${n}`);
        expect((await upgrade.ledger(reading)).get(event_id)).toBe(`mixed ${n}`);
      }
      expect(await upgrade.ledger(older)).toEqual(await upgrade.ledger(newer));
      expect(await upgrade.listed(newer)).toBe(await upgrade.listed(older));
    });
  });

  describe('of which one has another format of the log itself', PATIENCE, () => {
    let upgrade: Upgrade;
    beforeAll(async () => {
      upgrade = await Upgrade.begin(kind);
    }, PATIENCE.timeout);
    afterAll(() => upgrade?.deployment[Symbol.asyncDispose]());

    test('leave it to the program that made it: the other does not start, and changes nothing', async () => {
      const { deployment, older } = upgrade;
      await upgrade.append(older, 'before');
      const before = await upgrade.ledger(older);
      const starting = deployment.serve({ ...beside(deployment), ...newerBuild('postgres') });
      await expect(starting).rejects.toThrow(/tables of format \d+, this program makes format \d+/);
      expect(await upgrade.ledger(older)).toEqual(before);
      await upgrade.append(older, 'behind');
      expect((await upgrade.ledger(older)).size).toBe(before.size + 1);
    });
  });
});
