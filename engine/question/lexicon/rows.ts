/** How the rows of the lexicon are read. */

/** The entries of a row, or of one side of it: words or expressions between commas. */
function entriesOf(row: string): readonly string[] {
  return row
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The two sides of a row of opposites. */
export function sidesOf(row: string): readonly (readonly string[])[] {
  return row.split('|').map(entriesOf);
}
