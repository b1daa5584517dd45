import neo4j from 'neo4j-driver';
import type { Neo4jServer } from '../../setup/engine.ts';

const BATCH = 5_000;
/** Each corpus has one; tests mostly give theirs the same few names. */
const MAX_TEXT_INDEXES = 40;

/**
 * Removes all data; what a store sets up once stays, so that the next one opens fast. Full-text indexes stay too while they
 * are few: whenever one is made or dropped, the server plans every statement anew.
 */
export async function emptyServer({ url, user, password }: Neo4jServer): Promise<void> {
  await using driver = neo4j.driver(url, neo4j.auth.basic(user, password));
  await using session = driver.session();
  await session.run(`MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF ${BATCH} ROWS`);
  const { records } = await session.run('SHOW FULLTEXT INDEXES YIELD name RETURN name');
  if (records.length <= MAX_TEXT_INDEXES) return;
  for (const record of records) await session.run(`DROP INDEX \`${record.get('name')}\``);
}
