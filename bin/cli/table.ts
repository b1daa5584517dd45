/** Rows as aligned columns, two spaces apart; the last column is not padded. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) =>
    row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  '),
  );
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, index) =>
    rows.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  );
}
