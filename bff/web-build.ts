/** Builds the page where its files are missing or older than their sources: nobody has to know that there is a build. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = join(import.meta.dirname, 'web');
const OUTPUT = join(SOURCE, 'dist');
/** What the output was built from. */
const STAMP = join(OUTPUT, '.built-from');
const LOCKFILE = join(import.meta.dirname, '..', 'package-lock.json');

/**
 * The folder of the built page; builds it only when a source or the lockfile changed since.
 * @throws {Error} with what Vite said of a page that does not build
 */
export async function ensureWeb(): Promise<string> {
  const wanted = await sourceDigest();
  const built = await readFile(STAMP, 'utf8').catch(() => null);
  if (built !== wanted) {
    await buildWeb();
    await writeFile(STAMP, wanted);
  }
  return OUTPUT;
}

/**
 * Builds the page. @returns its folder
 * A process of its own with an empty environment: the page comes out alike wherever it is built (a NODE_ENV of a test run
 * would bring the development build of React), and none of Vite stays in the server's memory.
 */
async function buildWeb(): Promise<string> {
  const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
  const build = [join(vite, 'bin', 'vite.js'), 'build', SOURCE, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, build, { env: {} });
  return OUTPUT;
}

async function sourceDigest(): Promise<string> {
  const names = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(OUTPUT))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digests = await Promise.all(
    [...files, import.meta.filename, LOCKFILE].map(
      async (file) => `${file} ${hash('sha256', await readFile(file))}`,
    ),
  );
  return hash('sha256', digests.join('\n'));
}
