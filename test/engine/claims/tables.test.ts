import { describe, expect, test } from 'vitest';
import { readClaims } from '../../../engine/claims/read-claims.ts';
import { readHtml } from '../../../engine/ingest/readers/html.ts';
import { readMarkdown } from '../../../engine/ingest/readers/markdown.ts';
import type { ReadResult } from '../../../engine/ingest/readers/read-document.ts';

function stated(read: ReadResult) {
  if (!read.ok) throw new Error(read.detail);
  const { text } = read.document;
  return readClaims(read.document).flatMap(({ claims }) =>
    claims.map(({ span, form }) => `${form.subject.key} = ${text.slice(span.start, span.end)}`),
  );
}

const encode = (text: string) => new TextEncoder().encode(text);
const inMarkdown = (source: string) => stated(readMarkdown('a.md', encode(source)));
const inHtml = (source: string) => stated(readHtml('a.html', encode(source)));
const wide = (count: number) =>
  `|${' x |'.repeat(count)}\n|${'-|'.repeat(count)}\n|${' lev |'.repeat(count)}`;

describe('a row of a table', () => {
  test('states each cell behind its first under that cell’s heading', () => {
    const table = '| Country | Currency | Code |\n|---|---|---|\n| Bulgaria | lev | BGN |';
    expect(inMarkdown(table)).toEqual(['currency of bulgaria = lev', 'code of bulgaria = BGN']);
  });

  test('states in HTML what it states in Markdown', () => {
    expect(inHtml('<table><tr><th>Country<th>Currency<tr><td>Bulgaria<td>lev</table>')).toEqual([
      'currency of bulgaria = lev',
    ]);
  });

  test('finds the place of a cell whose words stand in the row twice', () => {
    expect(inMarkdown('| Version | Currency |\n|---|---|\n| lev | lev |')).toEqual(['currency of lev = lev']);
  });

  test('ignores an empty cell', () => {
    const table = '| Country | Currency | Code |\n|---|---|---|\n| Bulgaria | | BGN |\n| | lev | |';
    expect(inMarkdown(table)).toEqual(['code of bulgaria = BGN']);
  });

  test.each([
    [
      'with another number of cells than its header',
      '| Country | Currency |\n|---|---|\n| Bulgaria | lev | BGN |',
    ],
    [
      'that is too long for a sentence',
      `| Country | Currency |\n|---|---|\n| Bulgaria | ${'lev '.repeat(120)} |`,
    ],
    ['of thirteen cells', wide(13)],
  ])('states nothing %s', (_, table) => {
    expect(inMarkdown(table)).toEqual([]);
  });

  test('states something of twelve cells', () => {
    expect(inMarkdown(wide(12))).toHaveLength(11);
  });

  test('states nothing where no header stands above it', () => {
    expect(inHtml('<table><tr><td>Bulgaria<td>lev<tr><td>Chad<td>franc</table>')).toEqual([]);
  });
});
