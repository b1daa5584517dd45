import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type ClientRuntime, missing } from './engine.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** A project of its own: nobody else installs hundreds of megabytes of runtimes. */
const PROJECT = join(ROOT, 'test/interop/client/runtimes');
const INSTALLED = join(ROOT, '.cache/client-runtimes');
const LOCKFILE = 'package-lock.json';
const TIMEOUT_MS = 300_000;

/** Within `node_modules`, and what goes before the script. */
const PROGRAMS: Readonly<Record<ClientRuntime, readonly string[]>> = {
  'Node 20': ['node-20/bin/node'],
  'Node 22': ['node-22/bin/node'],
  'Node 24': ['node-24/bin/node'],
  Deno: ['@deno/linux-x64-glibc/deno', 'run', '--quiet', '--allow-all', '--node-modules-dir=manual'],
  Bun: ['@oven/bun-linux-x64/bin/bun', 'run'],
};

const run = promisify(execFile);

/** Global setup of the `runtimes` project (files named `*.runtimes.test.ts`): installed once per machine, by npm. */
export default async function setup(project: TestProject): Promise<void> {
  try {
    await install();
    const commands = Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, [program = '', ...options]]) => [
        name,
        [join(INSTALLED, 'node_modules', program), ...options],
      ]),
    ) as Record<ClientRuntime, string[]>;
    project.provide('runtimes', { available: true, commands });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? `${error.stderr}\n${error}` : String(error);
    const [reason] = said.split('\n').filter((line) => /npm error|Error/.test(line));
    project.provide('runtimes', missing('runtimes', reason ?? said.trim()));
  }
}

async function install(): Promise<void> {
  const wanted = await readFile(join(PROJECT, LOCKFILE), 'utf8');
  // npm writes it last.
  const done = await readFile(join(INSTALLED, 'node_modules/.package-lock.json'), 'utf8').catch(() => null);
  const found = await readFile(join(INSTALLED, LOCKFILE), 'utf8').catch(() => null);
  if (done !== null && found === wanted) return;
  await rm(INSTALLED, { recursive: true, force: true });
  await mkdir(INSTALLED, { recursive: true });
  for (const name of ['package.json', LOCKFILE, '.npmrc'])
    await cp(join(PROJECT, name), join(INSTALLED, name));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: INSTALLED,
    timeout: TIMEOUT_MS,
  });
}
