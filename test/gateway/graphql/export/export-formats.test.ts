/** Formats of exported files, given the worst texts: nothing is run, nothing is lost, every file reads back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV } from '../../../../gateway/graphql/export/csv.ts';
import { type CellValue, COLUMNS, type ExportRow } from '../../../../gateway/graphql/export/export-rows.ts';
import { NDJSON } from '../../../../gateway/graphql/export/ndjson.ts';
import { edgeCells, HOSTILE_TEXTS } from './export-texts.ts';

/** RFC 4180 as it is written, by nothing of ours. */
function tableOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    const mark = rest.slice(whole.length);
    if (mark.startsWith(',')) {
      rest = mark.slice(1);
      continue;
    }
    expect(mark.slice(0, 2)).toBe('\r\n');
    rows.push(row);
    row = [];
    rest = mark.slice(2);
  }
  return rows;
}

function csvCell(cell: CellValue): string {
  const [, row = []] = tableOf(CSV.begin('GraphEdge') + CSV.rows([edgeCells({ sourceText: cell })]));
  expect(row).toHaveLength(COLUMNS.GraphEdge.length);
  return row[COLUMNS.GraphEdge.findIndex(({ name }) => name === 'sourceText')] ?? '';
}

describe('a table', () => {
  it.each([
    ...['=1+1', '=HYPERLINK("http://x")', '+1+cmd|x!A1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1'],
    ...[
      '\u{A0}=1',
      '\u{FEFF}=1',
      '\u{3000}@x',
      '|x',
      '%0a',
      '＝1',
      '＋1',
      '－1',
      '＠x',
      '-',
      '--1',
      '-1e5',
      '=',
      '-1 ',
    ],
  ])('has %j behind an apostrophe, so that it is a text', (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
    expect(csvCell([text, 'x'])).toBe(`'${text}; x`);
  });

  it.each(['-1', '-12.5', '1-1', 'a=b', 'a"b', 'a;=1', 'x\r\n=1', '"', '""', ',', ' x ', "'", ''])(
    'has %j as it is',
    (text) => {
      expect(csvCell(text)).toBe(text);
    },
  );

  it('has numbers, truths and what is missing as themselves', () => {
    expect([-5, 0.25, true, false, null].map(csvCell)).toEqual(['-5', '0.25', 'true', 'false', '']);
  });

  it('reads back whatever is in it, one row a record', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const rows = texts.map((sourceText) => edgeCells({ sourceText }));
        const [head, ...read] = tableOf(CSV.begin('GraphEdge') + CSV.rows(rows) + CSV.end);
        expect(head).toEqual(COLUMNS.GraphEdge.map(({ name }) => name));
        const shown = read.map((row) => row[5] ?? '');
        const kept = texts.map((text) => text.replaceAll('\0', '\u{FFFD}'));
        // Either as it is, or behind the apostrophe that makes a text of it.
        for (const [index, text] of kept.entries()) expect([text, `'${text}`]).toContain(shown[index]);
        expect(read).toHaveLength(texts.length);
      }),
    );
  });
});

describe('lines of JSON', () => {
  it('are each one object, whatever is in it', () => {
    const texts = [...HOSTILE_TEXTS, '\u{2028}', '\u{2029}', '{"a":1}\n'];
    const rows: ExportRow[] = texts.map((sourceText) => edgeCells({ sourceText }));
    const lines = NDJSON.rows(rows).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).sourceText)).toEqual(texts);
  });
});
