/** The client as a package of its own: JavaScript and types of exactly the files that its entries lead to. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const CLIENT = join(import.meta.dirname, '..');
const ROOT = join(CLIENT, '../..');
const CONFIG = join(import.meta.dirname, 'tsconfig.json');
/** Where the compiled files are within the package. */
const LIB = 'lib';
/** What follows `from`, `import` and `import(`; compiled code has one form of each. */
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const run = promisify(execFile);

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/**
 * Packs into the folder, and leaves what was packed in its `package`.
 * @param folder is emptied first
 * @returns the tarball's path
 * @throws {Error} with what the compiler or npm said
 */
export async function packClient(folder = join(ROOT, 'dist/client')): Promise<string> {
  const staged = join(folder, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  await compile(join(staged, LIB));
  await cp(join(CLIENT, 'package.json'), join(staged, 'package.json'));
  await cp(join(CLIENT, 'README.md'), join(staged, 'README.md'));
  await cp(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
  await prune(staged);
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staged,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return join(folder, packed.filename);
}

async function compile(output: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: { tsc: string } };
  const compiler = join(dirname(manifest), bin.tsc);
  try {
    await run(process.execPath, [compiler, '-p', CONFIG, '--outDir', output]);
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`the client does not compile:\n${said}`, { cause: error });
  }
}

/** The compiler also writes modules of which only types were needed, and types that no declaration names. */
async function prune(staged: string): Promise<void> {
  const { exports } = JSON.parse(await readFile(join(staged, 'package.json'), 'utf8')) as Manifest;
  const entries = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const needed = new Set<string>();
  for (const entry of entries) {
    await follow(join(staged, entry.default), needed);
    await follow(join(staged, entry.types), needed);
  }
  // The compiler leaves the endings of sources in declarations, which not every compiler takes.
  for (const file of [...needed].filter((one) => one.endsWith('.d.ts'))) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replaceAll(RELATIVE_IMPORT, (found) => found.replace(/\.ts'$/, ".js'")),
    );
  }
  const written = await readdir(join(staged, LIB), { recursive: true, withFileTypes: true });
  const files = written.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  await Promise.all(files.filter((file) => !needed.has(file)).map((file) => rm(file)));
}

async function follow(file: string, seen: Set<string>): Promise<void> {
  if (seen.has(file)) return;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
    const found = resolve(dirname(file), specifier);
    await follow(file.endsWith('.d.ts') ? found.replace(/\.[jt]s$/, '.d.ts') : found, seen);
  }
}
