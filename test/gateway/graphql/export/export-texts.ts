/** Rows with texts that formats must not take for their own marks. */
import { type CellValue, COLUMNS, type ExportRow } from '../../../../gateway/graphql/export/export-rows.ts';

export const HOSTILE_TEXTS: readonly string[] = [
  ...[
    '<script>alert(1)</script>',
    ']]>',
    '<![CDATA[x]]>',
    '&amp;',
    '&#x41;',
    '&undefined;',
    '"><node id="x"/>',
    "'",
  ],
  ...[
    '<?xml version="1.1"?>',
    '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
    '<!-- -- -->',
    ']]&gt;',
  ],
  ...[
    'a\r\nb\rc\nd\te',
    ' x ',
    '',
    '\u{0}',
    '\u{8}',
    '\u{B}',
    '\u{1F}',
    '\u{7F}',
    '\u{85}',
    '\u{2028}',
    '\u{FFFE}',
    '\u{FFFF}',
  ],
  ...['\u{1F600}', 'e\u{301}', '\u{202E}abc', '\u{D800}', 'x\u{DC00}y', '\u{10FFFF}', '𝒳', '„“'],
];

/** An edge, with these cells. */
export function edgeCells(cells: Readonly<Record<string, CellValue>>): ExportRow {
  return {
    type: 'GraphEdge',
    cells: cellsOf('GraphEdge', { sourceId: 'c1a', targetId: 'c1b', kind: 'STATES', ...cells }),
  };
}

export function claimCells(cells: Readonly<Record<string, CellValue>>): ExportRow {
  return { type: 'Claim', cells: cellsOf('Claim', cells) };
}

function cellsOf(type: ExportRow['type'], cells: Readonly<Record<string, CellValue>>): CellValue[] {
  return COLUMNS[type].map(({ name }) => cells[name] ?? null);
}
