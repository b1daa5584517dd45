/** A script that is bundled from the sources as they are: nobody has to know that there is a build. */
import { execFile } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';

export interface ScriptBuild {
  /** Path of the configuration of Vite. */
  readonly config: string;
  /** Name of the file that Vite makes. */
  readonly made: string;
  /** Folder of the built files, which git ignores. */
  readonly output: string;
  /** Environment of the build, and all of it. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the text of the script from what Vite has made. */
  readonly finish: (script: string) => string;
}

const ROOT = join(import.meta.dirname, '..');
/** Whatever a script can be bundled from. */
const SOURCES = ['graph', 'engine', 'gateway', 'bin'];
/** What else a script depends on. */
const SETTINGS = [join(ROOT, 'package-lock.json'), join(ROOT, 'tsconfig.json')];
/** Digits of the digest in a file's name. */
const NAME_LENGTH = 16;

/**
 * From the file that is named by what it was bundled from: bundled only when a source, the environment or the lockfile
 * changed since.
 * @throws {Error} with what Vite said of a script that does not build
 */
export async function builtScript(build: ScriptBuild): Promise<string> {
  const name = (await sourceDigest(build)).slice(0, NAME_LENGTH);
  const file = join(build.output, name + extname(build.made));
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found !== null) return found;
  const script = await bundle(build);
  // Where nothing can be written, the next process bundles again.
  await save(file, script).catch(() => {});
  return script;
}

/** Whole or not at all, also where two processes write it. A temporary file, not a folder: other processes list these folders. */
async function save(file: string, script: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, script);
    await rename(own, file);
  } finally {
    await rm(own, { force: true });
  }
}

async function sourceDigest({ config, env }: ScriptBuild): Promise<string> {
  const listed = SOURCES.map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const files = (await Promise.all(listed))
    .flat()
    .filter((entry) => entry.isFile() && /\.(?:ts|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digests = await Promise.all(
    [...files, ...SETTINGS].map(async (file) => `${file} ${hash('sha256', await readFile(file))}`),
  );
  return hash('sha256', [config, JSON.stringify(env), ...digests].join('\n'));
}

/** A process of its own with an environment of its own: the script comes out alike wherever it is built. */
async function bundle({ config, made, env, finish }: ScriptBuild): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-script-'));
  try {
    const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
    const build = ['build', '--config', config, '--outDir', folder, '--logLevel', 'error'];
    await promisify(execFile)(process.execPath, [join(vite, 'bin', 'vite.js'), ...build], {
      env: { ...env },
    });
    return finish(await readFile(join(folder, made), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
