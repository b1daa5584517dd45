/** The banner as a package of its own: two entries, what they share, and their types. */
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const BANNER = import.meta.dirname;
const ROOT = join(BANNER, '../..');
const SOURCE = join(BANNER, 'browser');

const run = promisify(execFile);

/**
 * Packs into the folder, and leaves what was packed in its `package`.
 * @param folder is emptied first
 * @returns the tarball's path
 * @throws {Error} with what the compiler, Vite or npm said
 */
export async function packBanner(folder = join(ROOT, 'dist/banner')): Promise<string> {
  const staged = join(folder, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  await buildScripts(join(staged, 'lib'));
  await writeTypes(join(staged, 'lib'));
  for (const file of ['package.json', 'README.md']) await cp(join(SOURCE, file), join(staged, file));
  await cp(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staged,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return join(folder, packed.filename);
}

async function buildScripts(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: BANNER,
    build: {
      outDir,
      emptyOutDir: false,
      minify: true,
      target: 'es2022',
      lib: {
        entry: {
          'adduce-verdict': join(SOURCE, 'adduce-verdict.ts'),
          react: join(SOURCE, 'react.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: { external: ['react'], output: { chunkFileNames: '[name].js' } },
    },
  });
}

async function writeTypes(outDir: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(manifest), 'bin/tsc');
  const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--outDir', outDir];
  await run(process.execPath, [compiler, '-p', join(BANNER, 'tsconfig.json'), ...options]);
}
