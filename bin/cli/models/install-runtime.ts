/** Installs what runs sentence models, by an exact lock and without install scripts, into a folder of its own. */
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RUNTIME } from './model-files.ts';
import { runProgram } from './run-program.ts';

const LOCK = 'package-lock.json';
const OWN = resolve(import.meta.dirname, 'runtime');
const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Does nothing where this lock is installed already.
 * @param work a folder beside which `folder` is renamed into place
 * @throws {CommandFailure} as `runProgram`
 */
export async function installRuntime(folder: string, work: string): Promise<void> {
  const place = join(folder, RUNTIME);
  const installed = await readFile(join(place, LOCK), 'utf8').catch(() => null);
  if (installed === (await readFile(join(OWN, LOCK), 'utf8'))) return;
  const fresh = join(work, RUNTIME);
  await mkdir(fresh);
  for (const name of ['package.json', LOCK]) await copyFile(join(OWN, name), join(fresh, name));
  // The prefix: inside `npm run`, npm takes the folder of that script otherwise.
  await runProgram('npm', [...NPM_CI, '--prefix', fresh], {
    folder: fresh,
    otherwise: 'it comes with Node',
  });
  await dropOtherPlatforms(join(fresh, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6'));
  await rm(place, { recursive: true, force: true });
  await rename(fresh, place);
}

/** The package holds the libraries of every platform, 290 MB. */
async function dropOtherPlatforms(binaries: string): Promise<void> {
  const { platform, arch } = process;
  const kept = `${platform}-${arch}`;
  await rename(join(binaries, platform, arch), join(binaries, kept));
  for (const other of ['darwin', 'linux', 'win32'])
    await rm(join(binaries, other), { recursive: true, force: true });
  await mkdir(join(binaries, platform));
  await rename(join(binaries, kept), join(binaries, platform, arch));
}
