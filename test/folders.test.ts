import { glob, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const CODE = ['bench', 'bff', 'bin', 'engine', 'eval', 'gateway', 'graph'];
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^;'"]*?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/g;

const GRAPHQL = 'gateway/graphql/';

/** Folders of one parent that import each other. The list may only become shorter. */
const MUTUAL: readonly string[] = [
  'bin, eval',
  'engine/answer, engine/receipt',
  'engine/claims, engine/reading',
  'eval/baselines, eval/measure',
  'gateway/graphql/schema/annotations, gateway/graphql/schema/stubs',
  'gateway/graphql/schema/answers, gateway/graphql/schema/findings',
  'gateway/graphql/schema/artefacts, gateway/graphql/schema/claims',
  'gateway/graphql/schema/artefacts, gateway/graphql/schema/ledger',
  'gateway/graphql/schema/beliefs, gateway/graphql/schema/claims',
  'gateway/graphql/schema/claims, gateway/graphql/schema/clusters',
  'graph/log, graph/store',
];

/** What each file imports, types included; paths from the root. */
let imports: ReadonlyMap<string, readonly string[]>;

describe('imports', () => {
  beforeAll(async () => {
    imports = new Map(
      await Promise.all((await codeFiles()).map(async (file) => [file, await importsOf(file)] as const)),
    );
  });

  test('go one way between two folders, except for the listed pairs', () => {
    expect(mutualPairs()).toEqual(MUTUAL);
  });

  test('enter the compiled path of GraphQL by its fast path alone', () => {
    const within = `${GRAPHQL}compiled/`;
    expect(importedFrom(within, (file) => !file.startsWith(within))).toEqual([`${within}fast-path.ts`]);
  });

  test('of what all things of GraphQL use name no thing', () => {
    const things = `${GRAPHQL}schema/`;
    const users = [...imports].filter(([, imported]) => imported.some((file) => file.startsWith(things)));
    const folders = users.map(([file]) => file.slice(GRAPHQL.length).replace(/\/.*/, ''));
    expect([...new Set(folders)].sort()).toEqual(['schema', 'schema.ts']);
  });
});

async function codeFiles(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`{${CODE.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/node_modules'],
  }))
    files.push(file);
  return files;
}

async function importsOf(file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, named, lazy]) => join(dirname(file), named ?? lazy ?? ''));
}

function mutualPairs(): string[] {
  const edges = new Set<string>();
  for (const [file, imported] of imports) {
    for (const other of imported) {
      const [from, to] = foldersApart(file, other);
      if (from !== null && to !== null) edges.add(`${from}, ${to}`);
    }
  }
  return [...edges]
    .filter((edge) => {
      const [from = '', to = ''] = edge.split(', ');
      return from < to && edges.has(`${to}, ${from}`);
    })
    .sort();
}

/** The folders of one parent in which two files are; null for a file that lies in the parent itself. */
function foldersApart(one: string, other: string): readonly (string | null)[] {
  const [path = [], foreign = []] = [one, other].map((file) => file.split('/'));
  const depth = path.findIndex((name, at) => name !== foreign[at]) + 1;
  return [path, foreign].map((names) => (depth < names.length ? names.slice(0, depth).join('/') : null));
}

/** Files of a folder that others import. */
function importedFrom(folder: string, isOther: (file: string) => boolean): string[] {
  const found = [...imports].flatMap(([file, imported]) => (isOther(file) ? imported : []));
  return [...new Set(found.filter((file) => file.startsWith(folder)))].sort();
}
