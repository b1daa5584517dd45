import type { Found, JavaClasses } from './engine.ts';
import { findJavaClasses } from './java-classes.ts';

/** A line of Neo4j versions: what its server is started with. */
interface Neo4jLine {
  readonly version: string;
  readonly oldestJava: number;
  readonly mainClass: string;
  /** Settings that the other line does not know: an unknown one keeps a server from starting. */
  readonly settings: readonly string[];
}

const LINES = {
  lts: {
    version: '5.26.30',
    oldestJava: 17,
    mainClass: 'org.neo4j.server.CommunityEntryPoint',
    settings: [],
  },
  current: {
    version: '2026.08.1',
    oldestJava: 21,
    mainClass: 'org.neo4j.server.Neo4jCommunity',
    settings: ['server.fleet_discovery.enabled=false', 'dbms.fleet_manager.enabled=false'],
  },
} as const satisfies Record<string, Neo4jLine>;

/** A Java to run the server on, its jars, and what it is started with. */
export type Neo4jJars = JavaClasses & { readonly line: Neo4jLine };

/** Finds Java and lets Maven fetch the jars of the line that `NEO4J_TEST_LINE` names: `lts` (the default) or `current`. */
export async function findNeo4jJars(): Promise<Found<Neo4jJars>> {
  if (process.platform === 'win32') {
    return {
      available: false,
      reason: 'a local Neo4j is started on Linux and macOS only: set NEO4J_TEST_URL',
    };
  }
  const line = chosenLine(process.env.NEO4J_TEST_LINE ?? 'lts');
  const classes = await findJavaClasses({
    name: 'Neo4j',
    id: 'neo4j',
    groupId: 'org.neo4j',
    artifactId: 'neo4j',
    version: line.version,
    oldestJava: line.oldestJava,
  });
  return classes.available ? { ...classes, line } : classes;
}

function chosenLine(name: string): Neo4jLine {
  if (name === 'lts' || name === 'current') return LINES[name];
  throw new Error(`NEO4J_TEST_LINE is lts or current, not ${name}`);
}
