/** The script of the page, bundled once in a process from the sources as they are: nobody has to know that there is a build. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const CONFIG = join(import.meta.dirname, 'browser', 'vite.config.ts');

let kept: Promise<string> | null = null;

/** @throws {Error} with what Vite said of a script that does not build */
export function pageScript(): Promise<string> {
  kept ??= bundle().catch((fault: unknown) => {
    kept = null;
    throw fault;
  });
  return kept;
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
