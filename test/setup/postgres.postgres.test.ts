import { Client } from 'pg';
import { expect, test } from 'vitest';
import { describePostgres } from './describe-engine.ts';

describePostgres('the PostgreSQL server of a test run', (server) => {
  test('answers a query of the account that its URL names', async () => {
    const client = new Client({ connectionString: server().url });
    await client.connect();
    try {
      const { rows } = await client.query('SELECT 1 AS one');
      expect(rows).toEqual([{ one: 1 }]);
    } finally {
      await client.end();
    }
  });

  test('refuses another password', async () => {
    const url = new URL(server().url);
    url.password = 'postgres';
    const client = new Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });
});
