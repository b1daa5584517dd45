/** One JSON object a line, with its type, as GraphQL writes it. */

import { COLUMNS, type ExportRow } from './export-rows.ts';
import type { FileFormat } from './file-format.ts';

export const NDJSON: FileFormat = {
  type: 'application/x-ndjson; charset=utf-8',
  ending: 'ndjson',
  isTable: false,
  connects: false,
  begin: () => '',
  rows: (rows) => rows.map(line).join(''),
  end: '',
};

function line({ type, cells }: ExportRow): string {
  const members = COLUMNS[type].map(({ name }, index) => [name, cells[index] ?? null]);
  return `${JSON.stringify({ __typename: type, ...Object.fromEntries(members) })}\n`;
}
