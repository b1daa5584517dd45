/** The script of the page, bundled from the sources as they are: nobody has to know that there is a build. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
/** Whatever the script can be bundled from. */
const SOURCES = ['graph', 'engine', 'gateway'];
const LOCKFILE = join(ROOT, 'package-lock.json');
const CONFIG = join(import.meta.dirname, 'browser', 'vite.config.ts');
const OUTPUT = join(import.meta.dirname, 'dist');
/** Digits of the digest in a file's name. */
const NAME_LENGTH = 16;

let kept: Promise<string> | null = null;

/**
 * Bundled only when a source or the lockfile changed since: that takes seconds, and verifying a page needs the script too.
 * @throws {Error} with what Vite said of a script that does not build
 */
export function pageScript(): Promise<string> {
  kept ??= built().catch((fault: unknown) => {
    kept = null;
    throw fault;
  });
  return kept;
}

/** From the file that is named by what it was bundled from. */
async function built(): Promise<string> {
  const file = join(OUTPUT, `${(await sourceDigest()).slice(0, NAME_LENGTH)}.js`);
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found !== null) return found;
  const script = await bundle();
  // Where nothing can be written, the next process bundles again.
  await keep(file, script).catch(() => {});
  return script;
}

/** Whole or not at all, whoever else keeps the same. */
async function keep(file: string, script: string): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const own = await mkdtemp(join(OUTPUT, 'building-'));
  try {
    const written = join(own, basename(file));
    await writeFile(written, script);
    await rename(written, file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function sourceDigest(): Promise<string> {
  const listed = SOURCES.map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const files = (await Promise.all(listed))
    .flat()
    .filter((entry) => entry.isFile() && /\.(?:ts|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digests = await Promise.all(
    [...files, LOCKFILE].map(async (file) => `${file} ${hash('sha256', await readFile(file))}`),
  );
  return hash('sha256', digests.join('\n'));
}

/** A process of its own with an empty environment: the script comes out alike wherever it is built. */
async function bundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-receipt-page-'));
  try {
    const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
    const build = [
      join(vite, 'bin', 'vite.js'),
      'build',
      '--config',
      CONFIG,
      '--outDir',
      folder,
      '--logLevel',
      'error',
    ];
    await promisify(execFile)(process.execPath, build, { env: {} });
    return embeddable(await readFile(join(folder, 'script.js'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A string in it that ends its element, or begins a comment or another script, would do so there (HTML, 4.12.1.3). */
function embeddable(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3C').trim();
}
