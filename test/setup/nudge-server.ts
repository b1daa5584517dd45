/** A Redis or NATS server of one test: empty, on a free port of 127.0.0.1, gone after it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Found, NudgeProgram } from './engine.ts';
import { freePort } from './free-port.ts';

export type NudgeServerKind = 'redis' | 'nats';

const BOOT_MS = 20_000;
const PROBE_MS = 20;
const run = promisify(execFile);

const PROGRAMS: Readonly<Record<NudgeServerKind, string>> = { redis: 'redis-server', nats: 'nats-server' };

/** Finds the program in the PATH, or where Debian puts what an administrator runs. */
export async function findNudgeServer(kind: NudgeServerKind): Promise<Found<NudgeProgram>> {
  const name = PROGRAMS[kind];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].filter((one) => one !== '');
  for (const folder of folders) {
    const path = join(folder, name);
    const runs = await access(path)
      .then(() => run(path, ['--version']))
      .catch(() => null);
    if (runs !== null) return { available: true, path };
  }
  return { available: false, reason: `${name} is not in the PATH` };
}

export class NudgeServer implements AsyncDisposable {
  readonly #kind: NudgeServerKind;
  readonly #path: string;
  readonly #port: number;
  readonly #password: string | null;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  private constructor(
    kind: NudgeServerKind,
    path: string,
    { port, folder, password }: { port: number; folder: string; password: string | null },
  ) {
    this.#kind = kind;
    this.#path = path;
    this.#port = port;
    this.#folder = folder;
    this.#password = password;
  }

  /** Not started yet. @param password of every account, null: none is asked for */
  static async prepare(
    kind: NudgeServerKind,
    { path }: NudgeProgram,
    password: string | null = null,
  ): Promise<NudgeServer> {
    const folder = await mkdtemp(join(tmpdir(), 'adduce-nudge-'));
    return new NudgeServer(kind, path, { port: await freePort(), folder, password });
  }

  /** @param password in the URL */
  url(password = this.#password): string {
    const account = password === null ? '' : `${this.#kind === 'redis' ? 'default' : 'adduce'}:${password}@`;
    return `${this.#kind}://${account}127.0.0.1:${this.#port}`;
  }

  /** Resolves when it accepts connections, on the same port each time. */
  async start(): Promise<void> {
    const child = spawn(this.#path, this.#args(), { stdio: 'ignore', cwd: this.#folder });
    this.#child = child;
    const deadline = performance.now() + BOOT_MS;
    while (!(await accepts(this.#port))) {
      if (child.exitCode !== null) throw new Error(`${this.#path} ended with ${child.exitCode}`);
      if (performance.now() > deadline) throw new Error(`${this.#path} does not accept connections`);
      await pause(PROBE_MS);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #args(): string[] {
    const [port, password] = [String(this.#port), this.#password];
    if (this.#kind === 'redis') {
      const account = password === null ? [] : ['--requirepass', password];
      return ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...account];
    }
    const account = password === null ? [] : ['--user', 'adduce', '--pass', password];
    return ['--addr', '127.0.0.1', '--port', port, ...account];
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      settle(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
