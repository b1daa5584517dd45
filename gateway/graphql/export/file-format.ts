/** What an exported file looks like in a format: a beginning, rows, an end. */
import type { ExportRow, RowType } from './export-rows.ts';

export interface FileFormat {
  /** Media type. */
  readonly type: string;
  /** Of the file's name. */
  readonly ending: string;
  /** Whether rows of one type alone are written: of a neighbourhood its edges. */
  readonly isTable: boolean;
  /** Whether edges between the claims of a list follow them. */
  readonly connects: boolean;
  /** @param main the type of a table's rows */
  readonly begin: (main: RowType) => string;
  readonly rows: (rows: readonly ExportRow[]) => string;
  readonly end: string;
}
