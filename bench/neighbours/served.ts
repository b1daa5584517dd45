/** `adduce serve` of a checkout as a process of its own, over a data folder that is made once and copied. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The corpus that the explorer is made to work on. */
export const WIDE_CORPUS = 'wide';
const SENTENCES = 20;
const CLOSING_MS = 3_000;
const ADDRESSES = '127.0.0.1';

export interface DataFolder extends AsyncDisposable {
  /** A copy for one server. */
  copy(): Promise<string>;
}

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** What the process said as it ended by itself, null while it lives. */
  died(): string | null;
}

/** @param claims sentences of the wide corpus, one claim each */
export async function prepareData(checkout: string, claims: number): Promise<DataFolder> {
  const root = await mkdtemp(join(tmpdir(), 'adduce-neighbours-'));
  const made = join(root, 'made');
  // The first start ingests the demo corpus.
  await (await startServed(checkout, made))[Symbol.asyncDispose]();
  const documents = join(root, 'wide.jsonl');
  await writeFile(documents, wideDocuments(claims));
  await runCli(checkout, made, ['ingest', '--corpus', WIDE_CORPUS, documents]);
  await runCli(checkout, made, ['entitlements', 'enable', 'local', 'trust_report_export']);
  let copies = 0;
  return {
    copy: async () => {
      copies += 1;
      const path = join(root, `copy-${copies}`);
      await cp(made, path, { recursive: true });
      return path;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** Every tenth lake has two counts of islands: its claims are of one cluster. */
function wideDocuments(claims: number): string {
  const lines: string[] = [];
  for (let first = 0; first < claims; first += SENTENCES) {
    const numbers = Array.from({ length: Math.min(SENTENCES, claims - first) }, (_, index) => first + index);
    const text = numbers
      .map(
        (number) =>
          `Lake ${nameOf(number % 10 === 1 ? number - 1 : number)} has ${(number % 89) + 2} islands.`,
      )
      .join(' ');
    const domain = `atlas-${first % 7}.example`;
    lines.push(
      JSON.stringify({
        id: `atlas-${first}`,
        title: `Atlas, sheet ${first}`,
        text,
        domain,
        day: '2026-01-05',
      }),
    );
  }
  return lines.join('\n');
}

function nameOf(number: number): string {
  const letters = [...number.toString(26).padStart(5, '0')].map((digit) => {
    const value = Number.parseInt(digit, 26);
    return String.fromCharCode(97 + value);
  });
  const [first = 'a', ...rest] = letters;
  return first.toUpperCase() + rest.join('');
}

function start(checkout: string, data: string, parts: readonly string[]): ChildProcess {
  const node = join(checkout, 'node_modules', '.bin', 'node');
  const env = { ...process.env, ADDUCE_DATA: data, ADDUCE_PORT: '0', ADDUCE_HOST: ADDRESSES };
  return spawn(existsSync(node) ? node : process.execPath, ['bin/adduce.ts', ...parts], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runCli(checkout: string, data: string, parts: readonly string[]): Promise<void> {
  const child = start(checkout, data, parts);
  const said = collect(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`adduce ${parts.join(' ')} ended with ${code}: ${said()}`);
}

export async function startServed(checkout: string, data: string): Promise<Served> {
  const child = start(checkout, data, ['serve']);
  const said = collect(child);
  let isClosing = false;
  let death: string | null = null;
  const exited = once(child, 'exit').then(([code, signal]) => {
    if (!isClosing) death = `${signal ?? code}: ${said().slice(-200)}`;
  });
  const url = await Promise.race([listening(child), exited.then(() => null)]);
  if (url === null) throw new Error(`adduce serve ended: ${said()}`);
  return {
    url,
    pid: child.pid ?? 0,
    died: () => death,
    [Symbol.asyncDispose]: async () => {
      isClosing = true;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
      await exited;
      clearTimeout(late);
    },
  };
}

async function listening(child: ChildProcess): Promise<string | null> {
  if (child.stdout === null) return null;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /listening on (http\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      child.stdout.resume();
      return url;
    }
  }
  return null;
}

/** The end of what a process says on its second output. */
function collect(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  if (child.spawnargs.includes('serve')) return () => said;
  child.stdout?.resume();
  return () => said;
}
