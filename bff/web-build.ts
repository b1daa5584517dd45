/** Builds the page where its files are missing or older than their sources: nobody has to know that there is a build. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { compressFiles } from './compress-files.ts';

const SOURCE = join(import.meta.dirname, 'web');
const OUTPUT = join(SOURCE, 'dist');
const ROOT = join(import.meta.dirname, '..');
/** The page holds the engine's verification of receipts, too. */
const SOURCES = [SOURCE, join(ROOT, 'gateway', 'receipt-page'), join(ROOT, 'engine'), join(ROOT, 'graph')];
/** Made, not written. */
const BUILT = `${sep}dist`;
const LOCKFILE = join(ROOT, 'package-lock.json');
/** Digits of the digest in a folder's name. */
const NAME_LENGTH = 16;

/**
 * The folder of the built page, named by what it was built from; builds it only when a source or the lockfile changed
 * since. Servers that start together may build it together: the first to finish names the folder, the others use that
 * one.
 * @throws {Error} with what Vite said of a page that does not build
 */
export async function ensureWeb(): Promise<string> {
  const folder = join(OUTPUT, (await sourceDigest()).slice(0, NAME_LENGTH));
  if (existsSync(folder)) return folder;
  await mkdir(OUTPUT, { recursive: true });
  const own = await mkdtemp(join(OUTPUT, 'building-'));
  try {
    await buildWeb(own);
    await compressFiles(own);
    // mkdtemp makes folders readable by their owner alone; the account that serves the page may be another.
    await chmod(own, 0o755);
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Builds the page into a folder. A process of its own with an empty environment: the page comes out alike wherever it is
 * built (a NODE_ENV of a test run would bring the development build of React), and none of Vite stays in the server's memory.
 */
async function buildWeb(folder: string): Promise<void> {
  const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
  const build = [join(vite, 'bin', 'vite.js'), 'build', SOURCE, '--outDir', folder, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, build, { env: {} });
}

async function sourceDigest(): Promise<string> {
  const listed = SOURCES.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }));
  const files = (await Promise.all(listed))
    .flat()
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(BUILT))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digests = await Promise.all(
    [...files, import.meta.filename, LOCKFILE].map(
      async (file) => `${file} ${hash('sha256', await readFile(file))}`,
    ),
  );
  return hash('sha256', digests.join('\n'));
}
