/** How the rows of the lexicon are read. */

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
