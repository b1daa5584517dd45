import neo4j from 'neo4j-driver';
import { expect, test } from 'vitest';
import { describeNeo4j } from './describe-engine.ts';

describeNeo4j('the Neo4j server of a test run', (server) => {
  test('answers a query of the account that it names', async () => {
    const { url, user, password } = server();
    await using driver = neo4j.driver(url, neo4j.auth.basic(user, password));
    const { records } = await driver.executeQuery('RETURN 1 AS one');
    expect(records.map((record) => record.get('one').toNumber())).toEqual([1]);
  });

  test('refuses the password that every new server has', async () => {
    const { url } = server();
    await using driver = neo4j.driver(url, neo4j.auth.basic('neo4j', 'neo4j'));
    await expect(driver.executeQuery('RETURN 1')).rejects.toThrow(/unauthorized/i);
  });
});
