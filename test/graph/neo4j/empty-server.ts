import neo4j, { type Session } from 'neo4j-driver';
import { VERSION } from '../../../graph/neo4j/format.ts';
import { definitions } from '../../../graph/neo4j/schema.ts';
import type { Neo4jServer } from '../../setup/engine.ts';

const BATCH = 5_000;
/** Each corpus has one; tests mostly give theirs the same few names. */
const MAX_TEXT_INDEXES = 40;
/** Constraints and indexes of a store that was opened. */
const DEFINED = definitions().map(([name]) => name);

/**
 * Removes all data, and what says that a store was opened here: the next one makes its schema, statement by statement. Constraints and
 * indexes stay. Full-text indexes stay too while they are few: whenever one is made or dropped, the server plans every statement anew.
 */
export async function emptyServer(server: Neo4jServer): Promise<void> {
  await using session = openSession(server);
  await removeNodes(session, '');
  await dropTextIndexes(session, await indexesOf(session));
}

/** Removes all data, and leaves a store that was opened and has no entry: the next one opens it without a look at its schema. */
export async function clearServer(server: Neo4jServer): Promise<void> {
  await using session = openSession(server);
  const indexes = await indexesOf(session);
  if (!DEFINED.every((name) => indexes.has(name)) || !(await isCurrent(session))) {
    await removeNodes(session, '');
  } else {
    await removeNodes(session, 'WHERE NOT n:AdduceSchema');
    await session.run(
      `CREATE (:LogHead {id: 0, size: 0, frontier: [], commit: '', lock: true, format: $version})`,
      { version: neo4j.int(VERSION) },
    );
  }
  await dropTextIndexes(session, indexes);
}

function openSession({ url, user, password }: Neo4jServer): Session & AsyncDisposable {
  const driver = neo4j.driver(url, neo4j.auth.basic(user, password));
  const session = driver.session();
  return Object.assign(session, { [Symbol.asyncDispose]: () => driver.close() });
}

/** @param which a condition on `n`; empty: all */
async function removeNodes(session: Session, which: string): Promise<void> {
  await session.run(`MATCH (n) ${which} CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF ${BATCH} ROWS`);
}

/** Whether the store is of this version, and nobody was stopped while making it. */
async function isCurrent(session: Session): Promise<boolean> {
  const { records } = await session.run(
    'MATCH (s:AdduceSchema {id: 0}) RETURN s.version = $version AND s.isClearing IS NULL AS isCurrent',
    { version: neo4j.int(VERSION) },
  );
  return records[0]?.get('isCurrent') === true;
}

/** Types of all indexes by name; those of constraints have theirs. */
async function indexesOf(session: Session): Promise<Map<string, string>> {
  const { records } = await session.run('SHOW INDEXES YIELD name, type RETURN name, type');
  return new Map(records.map((record) => [record.get('name'), record.get('type')]));
}

async function dropTextIndexes(session: Session, indexes: ReadonlyMap<string, string>): Promise<void> {
  const names = [...indexes].flatMap(([name, type]) => (type === 'FULLTEXT' ? [name] : []));
  if (names.length <= MAX_TEXT_INDEXES) return;
  for (const name of names) await session.run(`DROP INDEX \`${name}\``);
}
