/** What the client's manifest promises, held against the repository that it is packed from. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly type: string;
  readonly sideEffects?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

async function manifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8'));
}

it('the client has the version and the licence of the product, and the versions of its dependencies', async () => {
  const [own, root] = await Promise.all(['gateway/client/package.json', 'package.json'].map(manifest));
  const { version, license, type } = root!;
  expect(own).toMatchObject({ version, license, type, sideEffects: false });
  for (const [name, wanted] of Object.entries(own!.dependencies)) {
    expect(`${name} ${wanted}`).toBe(`${name} ${root!.dependencies[name]}`);
  }
});

it('the client names every file of its own that it publishes, by a source that exists', async () => {
  const { exports } = await manifest('gateway/client/package.json');
  for (const entry of Object.values(exports)) {
    if (typeof entry === 'string') continue;
    for (const [kind, path] of Object.entries(entry as Record<string, string>)) {
      const source = path.replace(/^\.\/lib\//, '').replace(kind === 'types' ? /\.d\.ts$/ : /\.js$/, '.ts');
      expect(await readFile(join(ROOT, source), 'utf8')).toMatch(/^\/\*\*/);
    }
  }
});
