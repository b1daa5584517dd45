import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { PostgresServer } from './engine.ts';
import { freePort } from './free-port.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

const START_ATTEMPTS = 3;
const BOOT_TIMEOUT_MS = 60_000;
const PROBE_EVERY_MS = 50;
const STOP_TIMEOUT_MS = 10_000;
const LOG_TAIL_CHARS = 2_000;
const OWNER = 'adduce';

const execute = promisify(execFile);

/** A server of this run. */
export type OwnPostgres = {
  readonly server: PostgresServer;
  /** Ends its processes and starts it again with the same files on the same port. */
  readonly restart: () => Promise<void>;
  /** Ends its processes and removes its files. */
  readonly stop: () => Promise<void>;
  /** To its processes, such as `SIGSTOP`. */
  readonly signal: (signal: NodeJS.Signals) => void;
};

type Attempt = { readonly home: string; readonly url: string; child: ChildProcess };

/**
 * Starts an empty server on a free port of 127.0.0.1, with a password of its own. Throws with the log's end.
 * @param folder what its files lie in
 */
export async function startPostgres(programs: PostgresPrograms, folder = tmpdir()): Promise<OwnPostgres> {
  for (let attempt = 1; ; attempt++) {
    const started = await launch(programs, folder);
    try {
      await answered(started);
      const restart = async () => {
        await end(started);
        started.child = await run(programs, started);
        await answered(started);
      };
      const signal = (name: NodeJS.Signals) => signalTree(started.child.pid, name);
      return { server: { url: started.url }, restart, stop: () => stop(started), signal };
    } catch (error) {
      const tail = await logTail(started);
      await stop(started);
      // Another process may take the port between our look and the server's bind.
      if (attempt < START_ATTEMPTS && tail.includes('Address already in use')) continue;
      throw new Error(`PostgreSQL did not start: ${String(error)}\n${tail}`, { cause: error });
    }
  }
}

async function launch({ folder, user }: PostgresPrograms, within: string): Promise<Attempt> {
  const home = await mkdtemp(join(within, 'adduce-postgres-'));
  const data = join(home, 'data');
  const passwordFile = join(home, 'password');
  const password = randomBytes(12).toString('hex');
  await writeFile(passwordFile, password);
  await chmod(home, 0o700);
  if (user !== null) for (const path of [home, passwordFile]) await chown(path, user.uid, user.gid);
  const as = { cwd: home, ...user };
  const cluster = ['--auth=scram-sha-256', `--username=${OWNER}`, `--pwfile=${passwordFile}`, '--no-sync'];
  const encoding = ['--encoding=UTF8', '--locale=C'];
  await execute(join(folder, 'initdb'), ['-D', data, ...cluster, ...encoding], as);
  const url = `postgres://${OWNER}:${password}@127.0.0.1:${await freePort()}/postgres`;
  return { home, url, child: await run({ folder, user }, { home, url }) };
}

async function run(
  { folder, user }: PostgresPrograms,
  { home, url }: Pick<Attempt, 'home' | 'url'>,
): Promise<ChildProcess> {
  const log = await open(join(home, 'console.log'), 'w');
  const command = [join(folder, 'postgres'), '-D', join(home, 'data'), ...settings(new URL(url).port)];
  const child = spawn('sh', ['-c', END_WITH_PARENT, 'postgres', ...command], {
    ...{ cwd: home, ...user },
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  });
  await log.close();
  return child;
}

/** Ends the server when its standard input closes, so that a killed test run leaves none behind. */
const END_WITH_PARENT =
  'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -INT $server) & wait $server';

function settings(port: string): string[] {
  const values = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'shared_buffers=64MB',
    'max_connections=100',
  ];
  return values.flatMap((value) => ['-c', value]);
}

async function answered({ url, child }: Attempt): Promise<void> {
  const deadline = performance.now() + BOOT_TIMEOUT_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (child.exitCode !== null)
        throw new Error(`its process ended with ${child.exitCode}`, { cause: error });
      if (performance.now() > deadline) throw error;
    } finally {
      await client.end();
    }
    await pause(PROBE_EVERY_MS);
  }
}

async function stop(started: Attempt): Promise<void> {
  await end(started);
  await rm(started.home, { recursive: true, force: true, maxRetries: 5 });
}

async function end({ child }: Attempt): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) {
    const ended = once(child, 'exit');
    child.stdin?.end();
    const group = -child.pid;
    const kill = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
  }
}

/** Every backend has a process group of its own. */
function signalTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  // The parent first: stopped, it starts no other.
  process.kill(pid, signal);
  if (children !== '') for (const child of children.split(' ')) signalTree(Number(child), signal);
}

async function logTail({ home }: Attempt): Promise<string> {
  const log = await readFile(join(home, 'console.log'), 'utf8');
  return log.slice(-LOG_TAIL_CHARS);
}
