/** RFC 4180, with a header: one table. */

import { type CellValue, COLUMNS } from './export-rows.ts';
import type { FileFormat } from './file-format.ts';

export const CSV: FileFormat = {
  type: 'text/csv; charset=utf-8; header=present',
  ending: 'csv',
  isTable: true,
  connects: false,
  begin: (main) => line(COLUMNS[main].map(({ name }) => name)),
  rows: (rows) => rows.map(({ cells }) => line(cells)).join(''),
  end: '',
};

/** Between the parts of a list. */
export const LIST_MARK = '; ';
/** A spreadsheet takes what begins with these for a formula; of white space it may pass over what stands before. */
const FORMULA = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/;
/** A sign alone makes none. */
const FIGURE = /^-\d+(?:\.\d+)?$/;

function line(cells: readonly CellValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: CellValue): string {
  if (value === null) return '';
  // A number is written by this program: its sign begins no formula.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = (typeof value === 'string' ? value : value.join(LIST_MARK)).replaceAll('\0', '\u{FFFD}');
  const shown = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",;\r\n]|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
