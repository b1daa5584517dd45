import type { Found } from './engine.ts';
import { findJavaClasses, type JavaClasses } from './java-classes.ts';

/** A Java to run the server on, and its jars. */
export type Neo4jJars = JavaClasses;

/** Finds Java and lets Maven fetch the server's jars. */
export async function findNeo4jJars(): Promise<Found<Neo4jJars>> {
  if (process.platform === 'win32') {
    return {
      available: false,
      reason: 'a local Neo4j is started on Linux and macOS only: set NEO4J_TEST_URL',
    };
  }
  return findJavaClasses({
    name: 'Neo4j',
    id: 'neo4j',
    groupId: 'org.neo4j',
    artifactId: 'neo4j',
    version: '5.26.30',
  });
}
