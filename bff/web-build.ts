/** Builds the page where its files are missing or older than their sources: nobody has to know that there is a build. */
import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'web');
const OUTPUT = join(SOURCE, 'dist');
/** What the output was built from. */
const STAMP = join(OUTPUT, '.built-from');
const LOCKFILE = join(import.meta.dirname, '..', 'package-lock.json');

/**
 * The folder of the built page; builds it only when a source or the lockfile changed since.
 * @throws what Vite throws for a page that does not build
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

/** Builds the page. @returns its folder */
export async function buildWeb(): Promise<string> {
  // Loaded only when there is something to build: it takes longer than the rest of the start.
  const { build } = await import('vite');
  await build({ root: SOURCE, configFile: join(SOURCE, 'vite.config.ts'), logLevel: 'warn' });
  return OUTPUT;
}

async function sourceDigest(): Promise<string> {
  const names = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(OUTPUT))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digests = await Promise.all(
    [...files, LOCKFILE].map(async (file) => `${file} ${hash('sha256', await readFile(file))}`),
  );
  return hash('sha256', digests.join('\n'));
}
