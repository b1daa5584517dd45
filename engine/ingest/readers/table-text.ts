/** Longest header cell that labels the cells below it: a longer one would be repeated on every row. */
const MAX_LABEL_CHARS = 80;

/**
 * A table row as a sentence that reads alone, so that it can be quoted.
 * Labels are used only where each cell has one: a row with another number of cells is not below this header.
 * @example rowText(['Country', 'Currency'], ['Bulgaria', 'lev']) // 'Country: Bulgaria; Currency: lev.'
 */
export function rowText(labels: readonly string[], cells: readonly string[]): string {
  const labelled = labels.length === cells.length;
  const parts = cells.map((cell, column) => cellText(labelled ? (labels[column] ?? '') : '', cell));
  const text = parts.filter((part) => part !== '').join('; ');
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

function cellText(label: string, cell: string): string {
  if (cell === '' || label === '' || label.length > MAX_LABEL_CHARS) return cell;
  return label.endsWith(':') ? `${label} ${cell}` : `${label}: ${cell}`;
}
