/** How the rows of vocabularies are read. */

/** Words between spaces; none of nothing. */
export function wordsIn(row = ''): string[] {
  return row.split(' ').filter((word) => word !== '');
}

export function setOf(row: string): ReadonlySet<string> {
  return new Set(wordsIn(row));
}

/** Parts between bars. */
export function partsOf(row: string): string[] {
  return row.split('|').map((part) => part.trim());
}

/** The entries of a row, or of one side of it: words or expressions between commas. */
export function entriesOf(row: string): readonly string[] {
  return row
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The two sides of a row: of opposites (`left | right`), or what is asked and what is said (`asked > said`). */
export function sidesOf(row: string): readonly (readonly string[])[] {
  return row.split(/[|>]/).map(entriesOf);
}
