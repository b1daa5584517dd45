import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import neo4j from 'neo4j-driver';
import type { Neo4jServer } from './engine.ts';
import { freePort } from './free-port.ts';
import type { Neo4jJars } from './neo4j-jars.ts';

const START_ATTEMPTS = 3;
const BOOT_TIMEOUT_MS = 120_000;
const PROBE_EVERY_MS = 250;
const STOP_TIMEOUT_MS = 20_000;
const LOG_TAIL_CHARS = 2_000;

const USER = 'neo4j';
const FIRST_PASSWORD = 'neo4j';

/** A server of this run. `stop` ends its process and removes its files. */
export type OwnNeo4j = {
  readonly server: Neo4jServer;
  readonly stop: () => Promise<void>;
  /** To its processes, such as `SIGSTOP`. */
  readonly signal: (signal: NodeJS.Signals) => void;
};

type Attempt = { readonly home: string; readonly url: string; readonly child: ChildProcess };

/** Starts an empty server on a free port of 127.0.0.1, with a password of its own. Throws with the log's end. */
export async function startNeo4j(jars: Neo4jJars): Promise<OwnNeo4j> {
  for (let attempt = 1; ; attempt++) {
    const started = await launch(jars);
    try {
      const password = await setPassword(started);
      const server = { url: started.url, user: USER, password };
      const signal = (name: NodeJS.Signals) => {
        if (started.child.pid !== undefined) process.kill(-started.child.pid, name);
      };
      return { server, stop: () => stop(started), signal };
    } catch (error) {
      const tail = await logTail(started);
      await stop(started);
      // Another process may take the port between our look and the server's bind.
      if (attempt < START_ATTEMPTS && tail.includes('Address already in use')) continue;
      throw new Error(`Neo4j did not start: ${String(error)}\n${tail}`, { cause: error });
    }
  }
}

async function launch(jars: Neo4jJars): Promise<Attempt> {
  const home = await mkdtemp(join(tmpdir(), 'adduce-neo4j-'));
  const port = await freePort();
  await mkdir(join(home, 'conf'));
  await writeFile(join(home, 'conf', 'neo4j.conf'), settings(port, jars.line));
  const log = await open(join(home, 'console.log'), 'w');
  const command = [jars.java, ...javaOptions(jars.classPath), ...serverOptions(home, jars.line.mainClass)];
  const child = spawn('sh', ['-c', END_WITH_PARENT, 'neo4j', ...command], {
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  });
  await log.close();
  return { home, url: `bolt://127.0.0.1:${port}`, child };
}

/** Ends the server when its standard input closes, so that a killed test run leaves none behind. */
const END_WITH_PARENT = 'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill $server) & wait $server';

function settings(port: number, line: Neo4jJars['line']): string {
  return [
    `server.bolt.listen_address=127.0.0.1:${port}`,
    'server.http.enabled=false',
    'server.https.enabled=false',
    'server.memory.pagecache.size=64m',
    'db.tx_log.preallocate=false',
    'db.tx_log.rotation.size=16m',
    'dbms.usage_report.enabled=false',
    // Tests fill and empty the store all the time: planning each statement anew at every change is two thirds of their time.
    'dbms.cypher.min_replan_interval=1d',
    'dbms.cypher.statistics_divergence_threshold=1.0',
    // Without it, stopping takes ten seconds.
    'internal.dbms.bolt.netty_server_shutdown_quiet_period=0',
    ...line.settings,
    '',
  ].join('\n');
}

function javaOptions(classPath: string): string[] {
  const opened = ['java.base/java.nio', 'java.base/java.io', 'java.base/sun.nio.ch'];
  return [
    '-Xms512m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    // A run of all tests fills what one compiler has by default: then its code is thrown away and made again.
    '-XX:ReservedCodeCacheSize=240m',
    // Below that, each growth of the space of classes begins with a collection of everything.
    '-XX:MetaspaceSize=256m',
    ...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
    '-cp',
    classPath,
  ];
}

function serverOptions(home: string, main: string): string[] {
  return [main, `--home-dir=${home}`, `--config-dir=${join(home, 'conf')}`, '--console-mode'];
}

/** Waits until the server takes the first login, and replaces its well-known password. */
async function setPassword({ url, child }: Attempt): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const deadline = performance.now() + BOOT_TIMEOUT_MS;
  await using driver = neo4j.driver(url, neo4j.auth.basic(USER, FIRST_PASSWORD));
  for (;;) {
    try {
      const query = 'ALTER CURRENT USER SET PASSWORD FROM $first TO $password';
      await driver.executeQuery(query, { first: FIRST_PASSWORD, password }, { database: 'system' });
      return password;
    } catch (error) {
      if (child.exitCode !== null)
        throw new Error(`its process ended with ${child.exitCode}`, { cause: error });
      if (performance.now() > deadline) throw error;
    }
    await pause(PROBE_EVERY_MS);
  }
}

async function stop({ home, child }: Attempt): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) {
    const ended = once(child, 'exit');
    child.stdin?.end();
    const group = -child.pid;
    const kill = setTimeout(() => killGroup(group), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** What has ended in the meantime needs no signal. */
function killGroup(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function logTail({ home }: Attempt): Promise<string> {
  const log = await readFile(join(home, 'console.log'), 'utf8');
  return log.slice(-LOG_TAIL_CHARS);
}
