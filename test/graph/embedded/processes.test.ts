/** Several processes on one store: nothing lost, nothing doubled, everybody's turn, also when one is killed or full. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../eventually.ts';
import { append, range, storedSeqs } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

const SCRIPT = fileURLToPath(new URL('append-process.ts', import.meta.url));
const KILL_ROUNDS = 3;
const FOREVER = 1_000_000;
/** The port promises 250 ms; the rest is for a loaded machine. */

interface Writer {
  readonly child: ChildProcess;
  /** What it has printed so far, line by line. */
  readonly lines: string[];
  /** Resolves when it has ended and everything that it printed has been read. */
  readonly ended: Promise<void>;
}

function start(command: string, args: readonly string[]): Writer {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'exit'), once(output, 'close')]).then(() => undefined);
  return { child, lines, ended };
}

function startWriter(path: string, count: number): Writer {
  return start(process.execPath, [SCRIPT, path, String(count)]);
}

describe('two processes on one store', () => {
  it('lose and double nothing when they write at once', async () => {
    const path = await testFolder();
    const writers = [startWriter(path, 100), startWriter(path, 100)];
    await Promise.all(writers.map(({ ended }) => ended));
    const acknowledged = writers.flatMap(({ lines }) => lines.map(Number));
    expect(acknowledged.sort((a, b) => a - b)).toEqual(range(200));
    expect(await storedSeqs(await openForTest({ path }))).toEqual(range(200));
  });

  it('are notified of each other without asking', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    const heard: number[] = [];
    store.onCommit((size) => heard.push(size));
    const writer = startWriter(path, 3);
    await writer.ended;
    await until(() => heard.includes(3));
    expect(heard.at(-1)).toBe(3);
    expect(await storedSeqs(store)).toEqual(range(3));
  });

  it('both get their turn when one writes without a break', async () => {
    const path = await testFolder();
    const store = await openForTest({ path });
    const writer = startWriter(path, 5);
    let done = false;
    void writer.ended.finally(() => {
      done = true;
    });
    let own = 0;
    for (; own < 1_000 && !done; own += 1) {
      await store.transact(async () => sleep(20));
    }
    await writer.ended;
    expect(writer.lines).toEqual(['0', '1', '2', '3', '4']);
    expect(own).toBeLessThan(1_000);
  });
});

describe('a process that is killed while it writes', () => {
  it('loses no acknowledged entry and leaves none in part', async () => {
    const path = await testFolder();
    const acknowledged: number[] = [];
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      const writer = startWriter(path, FOREVER);
      await until(() => writer.lines.length > 20 * (round + 1));
      writer.child.kill('SIGKILL');
      await writer.ended;
      acknowledged.push(...writer.lines.map(Number));
      const store = await openForTest({ path });
      const stored = await storedSeqs(store);
      expect(stored).toEqual(range((await store.head()).size));
      expect(acknowledged.filter((seq) => !stored.includes(seq))).toEqual([]);
      await store[Symbol.asyncDispose]();
    }
    expect(acknowledged.length).toBeGreaterThan(20 * KILL_ROUNDS);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
  });
});

describe.skipIf(process.platform === 'win32')('a process that may not write any more', () => {
  it('refuses writes, goes on reading, and has kept what it acknowledged', async () => {
    const path = await testFolder();
    const shell = `ulimit -f 1024; exec "$0" "$@"`;
    const args = ['-c', shell, process.execPath, SCRIPT, path, '1000', '10000'];
    const writer = start('bash', args);
    await writer.ended;
    const [size, refusal, again, code] = writer.lines.toReversed();
    const acknowledged = writer.lines.slice(0, -4).map(Number);
    expect(code).toBe('store_unavailable');
    expect(again).toContain('read-only until it is reopened');
    expect(refusal).toContain('read-only until it is reopened');
    expect(acknowledged).toEqual(range(acknowledged.length));
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(size).toBe(`size ${acknowledged.length}`);

    const store = await openForTest({ path });
    expect((await storedSeqs(store)).slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(await append(store)).toBeGreaterThanOrEqual(acknowledged.length);
  });
});
