/** The formats of exported files, by the names that links take. */
import { CSV } from './csv.ts';
import type { FileFormat } from './file-format.ts';
import { GRAPHML } from './graphml.ts';
import { NDJSON } from './ndjson.ts';

export const EXPORT_FORMATS = { ndjson: NDJSON, csv: CSV, graphml: GRAPHML } as const satisfies Readonly<
  Record<string, FileFormat>
>;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(EXPORT_FORMATS, name);
}
