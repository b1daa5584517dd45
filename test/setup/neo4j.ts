import type { TestProject } from 'vitest/node';
import { openNeo4j } from '../../graph/neo4j/open.ts';
import { type Found, missing, type Neo4jServer } from './engine.ts';
import { findNeo4jJars } from './neo4j-jars.ts';
import { startNeo4j } from './neo4j-process.ts';

/**
 * Global setup of the `neo4j` project (files named `*.neo4j.test.ts`), run only when one of its files is to run:
 * the server that `NEO4J_TEST_URL` names, else one of our own for this run, else none and why.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = givenServer();
  if (given !== undefined) {
    project.provide('neo4j', given);
    return undefined;
  }
  const jars = await findNeo4jJars();
  if (!jars.available) {
    project.provide('neo4j', missing('neo4j', jars.reason));
    return undefined;
  }
  const { server, stop } = await startNeo4j(jars);
  // The first store makes the schema, which takes a while on a machine that many share: no test is to wait for that.
  try {
    await (await openNeo4j(server))[Symbol.asyncDispose]();
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('neo4j', { available: true, ...server });
  return stop;
}

function givenServer(): Found<Neo4jServer> | undefined {
  const url = process.env.NEO4J_TEST_URL;
  if (url === undefined || url === '') return undefined;
  const user = process.env.NEO4J_TEST_USER ?? 'neo4j';
  return { available: true, url, user, password: process.env.NEO4J_TEST_PASSWORD ?? '' };
}
