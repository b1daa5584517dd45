/** Programs of Node that are on this machine beside the one that runs the tests. */
import { execFile } from 'node:child_process';
import { delimiter, join, sep } from 'node:path';
import { promisify } from 'node:util';

export interface NodeProgram {
  readonly path: string;
  /** `v20.1.2`. */
  readonly version: string;
}

const EXE = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node of the tests, then one of each other version that `PATH` has and the packages did not bring. */
export async function nodePrograms(): Promise<readonly NodeProgram[]> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders
    .filter((one) => !one.split(sep).includes('node_modules'))
    .map((one) => join(one, EXE));
  const found = (await Promise.all(paths.map(versionOf))).filter((one) => one !== null);
  const own = { path: process.execPath, version: process.version };
  return [own, ...found].filter(
    ({ version }, at, all) => all.findIndex((one) => one.version === version) === at,
  );
}

async function versionOf(path: string): Promise<NodeProgram | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version']);
    return { path, version: stdout.trim() };
  } catch {
    return null;
  }
}
