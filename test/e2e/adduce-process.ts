/** The program as an operator runs it: child processes, settings in the environment, nothing of it imported. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Values of `ADDUCE_…`, `RCX_ENFORCE` and the other settings; what is not named has its default. */
export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = resolve(import.meta.dirname, '..', '..');
const PROGRAM = join(ROOT, 'bin', 'adduce.ts');
const SETTING = /^(ADDUCE|RCX|SVC)_/;
const LISTENING = /^listening on (http:\/\/\S+)$/;
const COMMAND_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 60_000;

/** Runs one command to its end. */
export function runAdduce(args: readonly string[], settings: Settings): Promise<Ended> {
  const options = { cwd: ROOT, env: environment(settings), timeout: COMMAND_TIMEOUT_MS };
  return new Promise((settle) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (_, stdout, stderr) =>
      settle({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Runs one command with `--json` and gives its document. @throws with what it wrote where it fails */
export async function runJson<T>(args: readonly string[], settings: Settings): Promise<T> {
  const { code, stdout, stderr } = await runAdduce([...args, '--json'], settings);
  if (code !== 0) throw new Error(`adduce ${args.join(' ')} ended with ${code}\n${stderr}${stdout}`);
  // The caller knows the command's document; a wrong one fails where it is used.
  return JSON.parse(stdout) as T;
}

/** Starts `adduce serve` and ends it as soon as it has said `word`; gives its exit status, null after a kill. */
export async function interruptServe(
  settings: Settings,
  word: string,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const child = spawnServe(settings);
  const said = (chunk: unknown) => String(chunk).includes(word) && child.kill(signal);
  child.stdout.on('data', said);
  child.stderr.on('data', said);
  await once(child, 'exit');
  return child.exitCode;
}

/** A running `adduce serve`. */
export class Service implements AsyncDisposable {
  readonly url: string;
  /** What it has written to standard output, by lines. */
  readonly lines: readonly string[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, lines: readonly string[], url: string) {
    this.#child = child;
    this.lines = lines;
    this.url = url;
  }

  /** Resolves when it listens. @throws with what it wrote where it ends before */
  static async start(settings: Settings): Promise<Service> {
    const child = spawnServe(settings);
    const lines: string[] = [];
    const said: string[] = [];
    child.stderr.on('data', (chunk) => said.push(String(chunk)));
    const late = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const url = await new Promise<string>((listens, fails) => {
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        const found = LISTENING.exec(line)?.[1];
        if (found !== undefined) listens(found);
      });
      child.once('exit', (code) => fails(new Error(`adduce serve ended with ${code}\n${said.join('')}`)));
    });
    clearTimeout(late);
    return new Service(child, lines, url);
  }

  /** Of the process that serves: the program hands over to a newer Node where it was begun by an older one. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get port(): string {
    return new URL(this.url).port;
  }

  /** Asks it to end; gives its exit status. */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Ends it without asking, as a lost machine would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Suspends it: it does nothing, and its connections stay. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  }
}

function spawnServe(settings: Settings) {
  return spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: ROOT,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function environment(settings: Settings): NodeJS.ProcessEnv {
  const outer = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  return { ...Object.fromEntries(outer), ...settings };
}
