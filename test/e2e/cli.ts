/** The command as its users run it: a child process of its own, with nothing of this process' settings. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PROGRAM = resolve(ROOT, 'bin', 'adduce.ts');
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;
const START_MS = 60_000;

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Settings = Readonly<Record<string, string>>;

/** Runs `adduce …args` to its end, in a folder of its own where one is named. */
export function adduce(args: readonly string[], settings: Settings, cwd = ROOT): Promise<Ended> {
  return new Promise((settle) => {
    const options = { cwd, env: environment(settings), maxBuffer: MAX_OUTPUT_BYTES };
    const child = execFile(process.execPath, [PROGRAM, ...args], options, (_error, stdout, stderr) => {
      settle({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** The one document of `adduce …args --json`, whatever its exit code. */
export async function adduceJson(
  args: readonly string[],
  settings: Settings,
): Promise<{ readonly code: number; readonly document: Record<string, unknown> }> {
  const { code, stdout, stderr } = await adduce([...args, '--json'], settings);
  try {
    return { code, document: JSON.parse(stdout) };
  } catch {
    throw new Error(`adduce ${args.join(' ')} printed no document: ${stdout}${stderr}`);
  }
}

export interface Served extends AsyncDisposable {
  readonly url: string;
  /** Lines on standard output until it listened. */
  readonly lines: readonly string[];
  readonly firstLineMs: number;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
}

/**
 * Starts `adduce serve` on a free port and waits until it listens.
 * @param onStarted gets the process at once
 */
export async function serve(
  settings: Settings,
  onStarted: (child: ChildProcess) => void = () => undefined,
): Promise<Served> {
  const began = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: ROOT,
    env: environment({ ADDUCE_PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStarted(child);
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const lines: string[] = [];
  let firstLineMs = 0;
  const url = await new Promise<string>((settle, reject) => {
    const late = setTimeout(() => reject(new Error(`it did not listen in time: ${said}`)), START_MS);
    void exited.then(([code]) => reject(new Error(`it ended with ${code} before it listened: ${said}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      firstLineMs ||= performance.now() - began;
      lines.push(line);
      const listening = /^listening on (https?:\S+)$/.exec(line)?.[1];
      if (listening === undefined) return;
      clearTimeout(late);
      settle(listening);
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    const asked = performance.now();
    child.kill(signal);
    const [code] = await exited;
    return { code, ms: performance.now() - asked };
  };
  return {
    url,
    lines,
    firstLineMs,
    end,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}

/** What a process needs to run and to load fast, and the settings of this test alone. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE, NO_COLOR: '1', ...settings };
}
