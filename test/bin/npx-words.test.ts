/** The registry's `adduce` is a stranger's program: no text of ours asks a reader without a clone to run it. */
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** All that is shipped, and the tests, from which commands are copied. */
const FOLDERS = ['bench', 'bff', 'bin', 'corpus', 'docs', 'engine', 'gateway', 'graph', 'test'];
const FILES = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'package.json'];
const OURS = new Set(['dist', 'node_modules']);
const TEXT = /\.(?:md|ts|tsx|mjs|js|json|graphql|html|css|txt|yml|yaml)$/;
/** Any runner of packages that fetches what is not there. */
const FETCHES = /\b(?:npx|npm (?:exec|x)|pnpm dlx|yarn dlx|bunx)\s+(?!--no-install\s)(?:-\S+\s+)*adduce\b/;

async function shipped(): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const paths = listed
    .flat()
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !path
          .slice(ROOT.length)
          .split(sep)
          .some((part) => OURS.has(part)),
    )
    .filter((path) => path !== import.meta.filename);
  return [...FILES.map((file) => join(ROOT, file)), ...paths];
}

describe('a text of ours', () => {
  it('never asks to run a package of the registry by our name', async () => {
    const paths = await shipped();
    expect(paths.length).toBeGreaterThan(1_000);
    const faulty: string[] = [];
    for (const path of paths) {
      const text = await readFile(path, 'utf8');
      if (FETCHES.test(text)) faulty.push(path.slice(ROOT.length + 1));
    }
    expect(faulty).toEqual([]);
  });

  it.each([
    'npx adduce receipt verify',
    '`npx adduce <command>`',
    'npx -y adduce ask',
    'npm exec adduce',
    'bunx adduce',
  ])('would be found by it: %s', (words) => {
    expect(words).toMatch(FETCHES);
  });

  it.each(['npx --no-install adduce ask', 'node verify.mjs FILE', 'npx vitest', 'npm ci && npm start'])(
    'may say %s',
    (words) => {
      expect(words).not.toMatch(FETCHES);
    },
  );
});
