/** The texts of the repository that people read: documents, comments, test titles. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['bench', 'bff', 'bin', 'docs', 'engine', 'eval', 'gateway', 'graph', 'test'];
/** Data, documents of others, what a release said, and what is built. */
const OTHERS = ['docs/releases', 'eval/claims/pages', 'eval/corpora', 'test/corpus'];
const BUILT = new Set(['node_modules', 'dist', '.cache', '.schemathesis']);
const CODE = new Set(['.ts', '.tsx', '.mjs', '.js', '.py', '.go', '.graphql']);

export interface RepositoryText {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Documents in Markdown and files of code, by path. */
export async function repositoryTexts(): Promise<readonly RepositoryText[]> {
  const top = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isFile());
  const listed = await Promise.all(
    FOLDERS.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const paths = [...top, ...listed.flat()]
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isRead)
    .toSorted();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
}

function isRead(path: string): boolean {
  if (extname(path) !== '.md' && !CODE.has(extname(path))) return false;
  if (OTHERS.some((folder) => path.startsWith(`${folder}/`))) return false;
  return !path.split('/').some((part) => BUILT.has(part));
}

export function isDocument({ path }: RepositoryText): boolean {
  return path.endsWith('.md');
}

export interface Line {
  readonly number: number;
  readonly text: string;
}

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)|\/\*\*.*\*\/|\s\/\/ /;
const PYTHON_COMMENT = /^\s*(?:#|""")|\s# /;
const TITLE = /\b(?:describe|it|test|property)(?:\.\w+)*\(\s*[`'"]|^\s*'[^']{12,}',$/;

/** What a person reads of a file: all of a document; comments of code, titles of tests, and descriptions of a schema. */
export function proseLines(file: RepositoryText): readonly Line[] {
  const lines = file.text.split('\n').map((text, index) => ({ number: index + 1, text }));
  if (isDocument(file)) return outsideOfCode(lines);
  if (file.path.endsWith('.graphql')) return inDescriptions(lines);
  const isTest = file.path.startsWith('test/');
  const comment = file.path.endsWith('.py') ? PYTHON_COMMENT : COMMENT;
  return lines.filter(({ text }) => comment.test(text) || (isTest && TITLE.test(text)));
}

function inDescriptions(lines: readonly Line[]): readonly Line[] {
  let described = false;
  return lines.filter(({ text }) => {
    const marks = text.split('"""').length - 1;
    const isDescription = described || marks > 0;
    if (marks === 1) described = !described;
    return isDescription;
  });
}

function outsideOfCode(lines: readonly Line[]): readonly Line[] {
  let fenced = false;
  return lines.filter(({ text }) => {
    const isFence = text.startsWith('```');
    if (isFence) fenced = !fenced;
    return !fenced && !isFence;
  });
}
