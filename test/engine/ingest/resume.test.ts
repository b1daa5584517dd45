import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { EntryBody } from '../../../graph/log/entry.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { ingestMany, MANY } from './many.ts';

const CHILD = fileURLToPath(new URL('./ingesting-child.ts', import.meta.url));
const TIMEOUT_MS = 180_000;

async function bodiesOf(store: GraphStore): Promise<EntryBody[]> {
  const bodies: EntryBody[] = [];
  for (let after = -1; ; ) {
    const page = await store.entries({ after, limit: 1_000, types: null });
    const last = page.at(-1);
    if (last === undefined) return bodies;
    bodies.push(...page.map(({ entry }) => entry.body));
    after = last.entry.seq;
  }
}

/** Kills the child as soon as it has said that so many documents are done, and gives that number. */
async function killedAt(path: string, least: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [done, isKilled] = [0, false];
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    done = Number(lines.trim().split('\n').at(-1));
    if (done < least || isKilled) return;
    isKilled = true;
    child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  return done;
}

test('an ingest that was killed resumes, and no entry is lost or doubled', {
  timeout: TIMEOUT_MS,
}, async () => {
  const whole = await openEmptyEmbedded();
  onTestFinished(whole.dispose);
  await ingestMany(whole.store);
  const path = await mkdtemp(join(tmpdir(), 'adduce-killed-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const first = await killedAt(path, MANY / 4);
  const second = await killedAt(path, MANY / 2);
  expect(first).toBeLessThan(MANY);
  await using store = await openEmbedded({ path });
  const report = await ingestMany(store);
  expect(report.added + report.unchanged).toBe(MANY);
  expect(report.unchanged).toBeGreaterThanOrEqual(second);
  expect(report.unchanged).toBeLessThan(MANY);
  expect(await bodiesOf(store)).toEqual(await bodiesOf(whole.store));
  expect((await store.head()).frontier).toEqual((await whole.store.head()).frontier);
});

test('documents that the log has are not read again', { timeout: TIMEOUT_MS }, async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  await ingestMany(store);
  const { size } = await store.head();
  const seen: number[] = [];
  const again = await ingestMany(store, (done) => void seen.push(done));
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: MANY, claims: 0 });
  expect(seen).toEqual([MANY]);
  expect((await store.head()).size).toBe(size + 1);
});
