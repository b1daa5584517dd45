/** Processes that share a lease and are killed or suspended: the work goes on in time, and by one of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { BlobReader } from '../../graph/store/blobs.ts';
import { until } from '../eventually.ts';

const SCRIPT = fileURLToPath(new URL('../graph/lease/lease-process.ts', import.meta.url));
const TAKEOVER_MS = 5_000;
const START_MS = 30_000;
const TIMEOUT_MS = 90_000;

interface Shared {
  /** What a process opens the store by. */
  readonly args: readonly string[];
  readonly store: Pick<BlobReader, 'note'>;
}

interface Running {
  readonly child: ChildProcess;
  /** Number of times that it printed a word. */
  count(word: string): number;
}

function start(name: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [SCRIPT, name, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
  });
  return { child, count: (word) => said.split('\n').filter((line) => line === word).length };
}

/** Epochs in the order of the work, and who worked in each. */
async function worked({ store }: Shared): Promise<{ epochs: number[]; by: Map<number, Set<string>> }> {
  const lines = ((await store.note('work')) ?? '').trimEnd().split('\n');
  const by = new Map<number, Set<string>>();
  const epochs = lines.map((line) => {
    const [name = '', epoch = ''] = line.split(' ');
    by.set(Number(epoch), (by.get(Number(epoch)) ?? new Set()).add(name));
    return Number(epoch);
  });
  return { epochs, by };
}

/** @param open gives an empty store */
export function describeLeaseProcesses(open: () => Promise<Shared>): void {
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    it(`go on within 5 s after ${signal} of the holder, which does nothing under its old lease`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const shared = await open();
      const first = start('first', shared.args);
      await until(() => first.count('worked') > 0, START_MS);
      const second = start('second', shared.args);
      await until(() => second.count('started') > 0, START_MS);
      // It has just committed, and holds no lock of the store.
      const before = first.count('worked');
      await until(() => first.count('worked') > before);
      first.child.kill(signal);
      const began = performance.now();
      await until(() => second.count('held') > 0, TAKEOVER_MS);
      expect(performance.now() - began).toBeLessThan(TAKEOVER_MS);
      await until(() => second.count('worked') > 0);
      if (signal === 'SIGSTOP') {
        first.child.kill('SIGCONT');
        await until(() => first.count('lost') > 0);
        await sleep(500);
      }
      const { epochs, by } = await worked(shared);
      expect(epochs).toEqual(epochs.toSorted((a, b) => a - b));
      expect([...by].map(([epoch, names]) => [epoch, ...names])).toEqual([
        [1, 'first'],
        [2, 'second'],
      ]);
    });
  }
}
