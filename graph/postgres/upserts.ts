/** Upserts of many rows in one statement. */
import type { PostgresConnection } from './connection.ts';
import type { PostgresValue } from './sql-values.ts';

type ColumnType = 'text' | 'bigint' | 'int' | 'bytea';
type Cell = string | number | null | Uint8Array;
/** A row; every row of a table has the same columns. */
export type Row = Readonly<Record<string, Cell>>;

interface TableShape {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  /** Whether the first row of a key stays; else the last one replaces it. */
  readonly firstStays?: boolean;
  /** What else of a row changes when it is replaced, in SQL. */
  readonly onReplace?: string;
}

export interface Table extends TableShape {
  /** The upsert, with a parameter `<name>_<column>` for each column. */
  readonly sql: string;
}

/** Rows of one statement. */
const MAX_ROWS = 5_000;

export function tableOf(shape: TableShape): Table {
  const { name, columns, key, firstStays = false, onReplace } = shape;
  const names = Object.keys(columns);
  const rest = names.filter((column) => !key.includes(column));
  const arrays = Object.entries(columns).map(([column, type]) => `@${name}_${column}::${type}[]`);
  const replaced = rest.map((column) => `${column} = excluded.${column}`);
  const changed = onReplace === undefined ? replaced : [...replaced, onReplace];
  const conflict = firstStays || rest.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${changed.join(', ')}`;
  const sql = `INSERT INTO ${name} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT (${key.join(', ')}) ${conflict}`;
  return { ...shape, sql };
}

/** Parameters of the table's upsert. One statement may replace a row once, so that of rows with one key the last counts. */
export function upsertParams(table: Table, rows: readonly Row[]): Record<string, PostgresValue> {
  const last =
    table.firstStays === true ? rows : [...new Map(rows.map((row) => [keyOf(table, row), row])).values()];
  const columns = Object.keys(table.columns).map((column) => {
    // The rows' makers give each column cells of its one type.
    const cells = last.map((row) => row[column] ?? null) as PostgresValue;
    return [`${table.name}_${column}`, cells] as const;
  });
  return Object.fromEntries(columns);
}

/** Inserts the rows, or replaces those of the same keys; nothing is sent without rows. */
export async function upsert(
  connection: PostgresConnection,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const parts = Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, part) =>
    rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS),
  );
  await Promise.all(parts.map((part) => connection.run(table.sql, upsertParams(table, part))));
}

function keyOf({ key }: Table, row: Row): string {
  const [only = ''] = key;
  return key.length === 1 ? String(row[only]) : JSON.stringify(key.map((column) => row[column]));
}
