/** Several processes append to one file of notes and are killed at any time: no note that was acknowledged is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { NoteFile } from '../../../graph/note-file/note-file.ts';
import { noteOfLine } from '../../../graph/note-file/note-line.ts';
import { testFolder } from '../embedded/folder.ts';

const PROGRAM = fileURLToPath(new URL('append-process.ts', import.meta.url));
const PROCESSES = 3;
const KILLS = 9;

it('keeps the order and every acknowledged note over many kills', { timeout: 300_000 }, async () => {
  const path = join(await testFolder(), 'log.notes');
  const acknowledged: number[] = [];
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface(child.stdout).on('line', (line) => acknowledged.push(Number(line)));
    return child;
  };
  const running = Array.from({ length: PROCESSES }, start);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    await sleep(kill * 3);
    await end(running[kill % PROCESSES]!);
    running[kill % PROCESSES] = start();
  }
  await Promise.all(running.map(end));
  const newest = await new NoteFile(path).exclusive(async (held) => Number(held.newest));
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => Number(noteOfLine(line)))).toEqual(lines.map((_, at) => at + 1));
  expect(newest).toBe(lines.length);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(newest).toBeGreaterThanOrEqual(Math.max(...acknowledged));
});

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

it('gives each process its turn while others append without a break', async () => {
  const path = join(await testFolder(), 'log.notes');
  const busy = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  try {
    for (const child of busy) await once(child.stdout, 'data');
    // As long as a start waits.
    const file = new NoteFile(path);
    for (let n = 0; n < 20; n += 1) expect(await file.exclusive(async () => n)).toBe(n);
  } finally {
    await Promise.all(busy.map(end));
  }
});
