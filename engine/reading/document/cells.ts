/** The text of a table's rows: cells joined by " | ". In a cell the same sign is written `\|`, as Markdown does. */
import type { Span } from '../../../graph/claim.ts';

const GAP = ' | ';

/** A cell with its place in the row. */
export interface Cell extends Span {
  readonly text: string;
}

/** Empty where no cell holds anything. The builder trims it, so that an empty first or last cell leaves its bar alone. */
export function rowText(cells: readonly string[]): string {
  if (cells.every((cell) => cell === '')) return '';
  return cells.map((cell) => cell.replace(/ \|(?= |$)/g, ' \\|')).join(GAP);
}

/** The cells of a row or header as {@link rowText} wrote it. */
export function cellsOf(row: string): Cell[] {
  let at = -1;
  return ` ${row} `.split(GAP).map((part) => {
    const text = part.trim();
    const start = Math.max(0, at + (part.length - part.trimStart().length));
    at += part.length + GAP.length;
    return { text, start, end: start + text.length };
  });
}
