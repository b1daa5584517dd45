import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { missing } from './engine.ts';

const TIMEOUT_MS = 600_000;
const PROGRAM = resolve(import.meta.dirname, '..', '..', 'bin', 'adduce.ts');

const run = promisify(execFile);

/**
 * Global setup of the `models` project (files named `*.models.test.ts`): both sentence models, added by the program's
 * own command (Maven and npm's registry) once per machine; later runs find them there.
 */
export default async function setup(project: TestProject): Promise<void> {
  const dataFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'adduce', 'data');
  const env = { ...process.env, ADDUCE_DATA: dataFolder, ADDUCE_EMBEDDER: '' };
  try {
    const { stdout } = await run(process.execPath, [PROGRAM, 'models', 'list', '--json'], { env });
    const { models } = JSON.parse(stdout) as { models: { model: string; added: boolean }[] };
    for (const { model } of models.filter(({ added }) => !added)) {
      await run(process.execPath, [PROGRAM, 'models', 'add', model], { env, timeout: TIMEOUT_MS });
    }
    project.provide('models', { available: true, dataFolder });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    project.provide('models', missing('models', said.trim().split('\n').at(-1) ?? ''));
  }
}
