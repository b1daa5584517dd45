/** The driver as this adapter needs it, and the question whether its server is there. */
import neo4j, { type Driver } from 'neo4j-driver';
import { ignore, within } from './waiting.ts';

export interface Neo4jOptions {
  /** `bolt://`, `neo4j://` or their `+s` forms. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The server's default database when not given. */
  readonly database?: string;
}

const CONNECT_MS = 1_500;
/** How long a server may take to greet. */
const PROBE_MS = 1_500;
/** A connection that was idle this long is tried before it is used. */
const IDLE_CHECK_MS = 30_000;

/** Quiet, with plain numbers; it connects when it is first used. */
export function driverFor({ url, user, password }: Neo4jOptions, maxConnectionPoolSize: number): Driver {
  return neo4j.driver(url, neo4j.auth.basic(user, password), {
    connectionTimeout: CONNECT_MS,
    connectionLivenessCheckTimeout: IDLE_CHECK_MS,
    maxConnectionPoolSize,
    disableLosslessIntegers: true,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
    userAgent: 'adduce',
  });
}

/** Whether the server greets, over a connection of its own. */
export async function probe(options: Neo4jOptions): Promise<boolean> {
  const driver = driverFor(options, 1);
  const greeting = driver.getServerInfo().then(
    () => true,
    () => false,
  );
  const answers = (await within(greeting, PROBE_MS)) && (await greeting);
  driver.close().catch(ignore);
  return answers;
}
