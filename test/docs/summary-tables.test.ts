/** The table at the head of docs/benchmarks.md and docs/quality.md says what the linked sections say. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs');
const ROW = /^\| \[[^\]]+\]\(#([\w-]+)\) \| [^|]+ \| ([^|]+) \|$/;
const FIGURE = /(?<![\w@.])\.?\d(?:[\d.,]*\d)?(?!\w)/g;

/** Figures of a row that its section does not have. */
function staleFigures(document: string): readonly string[] {
  const sections = new Map(
    document.split('\n## ').map((section) => [slugOf(section.split('\n')[0] ?? ''), section]),
  );
  return document
    .split('\n')
    .flatMap((line) => ([...(ROW.exec(line)?.slice(1) ?? [])].length === 0 ? [] : [line]))
    .flatMap((line) => {
      const [, anchor = '', result = ''] = ROW.exec(line) ?? [];
      const section = sections.get(anchor);
      if (section === undefined) return [`no section #${anchor}`];
      const known = new Set(section.match(FIGURE));
      return (result.match(FIGURE) ?? [])
        .filter((figure) => !known.has(figure))
        .map((figure) => `#${anchor} has no ${figure}`);
    });
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}

describe.each(['benchmarks.md', 'quality.md'])('the table of docs/%s', (name) => {
  it('stands before everything else, and has the figures of the sections that it links', async () => {
    const document = await readFile(join(DOCS, name), 'utf8');
    expect(document.indexOf('\n| ')).toBeLessThan(document.indexOf('\n## '));
    expect(document.split('\n').filter((line) => ROW.test(line)).length).toBeGreaterThan(8);
    expect(staleFigures(document)).toEqual([]);
  });
});

describe('the check of a table', () => {
  const section = '\n## ask\n\nIt takes 27.7 ms, and .91 of 20.\n';

  it('accepts figures of the section', () => {
    expect(staleFigures(`| [ask](#ask) | a question | 27.7 ms, .91 of 20 |\n${section}`)).toEqual([]);
  });

  it('names a figure that the section has no more, and a section that is gone', () => {
    expect(staleFigures(`| [ask](#ask) | a question | 26 ms, .9 |\n${section}`)).toEqual([
      '#ask has no 26',
      '#ask has no .9',
    ]);
    expect(staleFigures(`| [tell](#tell) | a question | 26 ms |\n${section}`)).toEqual(['no section #tell']);
  });
});
