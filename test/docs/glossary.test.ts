/** docs/spec/glossary.md has each term once, in order, with a file that exists. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ROW = /^\| ([^|]+) \| ([^|]+) \| `([^`]+)` \|$/;
const MAX_SENTENCES = 3;

interface Term {
  readonly term: string;
  readonly meaning: string;
  readonly file: string;
}

let terms: readonly Term[];

beforeAll(async () => {
  const text = await readFile(join(ROOT, 'docs/spec/glossary.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Term'));
  terms = rows.map((row) => {
    const [, term, meaning, file] = ROW.exec(row) ?? [];
    if (term === undefined || meaning === undefined || file === undefined)
      throw new Error(`not a term: ${row}`);
    return { term, meaning, file };
  });
});

describe('the glossary', () => {
  it('holds the terms that the product is made of', () => {
    const held = new Set(terms.map(({ term }) => term));
    const needed = [
      'answer',
      'artefact',
      'belief',
      'canonical claim',
      'checkpoint',
      'claim',
      'cluster',
      'counterfactual',
      'evidence',
      'evidence set',
      'finding',
      'fold',
      'lane',
      'ledger',
      'log',
      'receipt',
      'snapshot',
      'stance',
      'standing',
      'verdict',
      'witness',
    ];
    expect(needed.filter((term) => !held.has(term))).toEqual([]);
  });

  it('has each term once, in alphabetical order', () => {
    const names = terms.map(({ term }) => term.toLowerCase());
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it('explains a term in at most three sentences, and names a file that exists', () => {
    const long = terms.filter(({ meaning }) => meaning.split(/[.!?](?: |$)/).length > MAX_SENTENCES + 1);
    expect(long.map(({ term }) => term)).toEqual([]);
    expect(terms.filter(({ file }) => !existsSync(join(ROOT, file))).map(({ file }) => file)).toEqual([]);
  });
});
