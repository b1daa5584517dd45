/** Units of measure: how they are written, what they measure, and exact factors between those of one dimension. */
import { partsOf, wordsIn } from './rows.ts';
import units from './units.json' with { type: 'json' };

/** A unit by its canonical name. `factor` converts to the dimension's base unit; null where nothing converts. */
export interface Unit {
  readonly name: string;
  readonly dimension: string;
  readonly factor: string | null;
}

const BY_SPELLING = new Map<string, Unit>();
const BY_NAME = new Map<string, Unit>();
for (const row of units) {
  const [name = '', dimension = '', factor = '', spellings] = partsOf(row);
  const unit: Unit = { name, dimension, factor: factor === '-' ? null : factor };
  BY_NAME.set(name, unit);
  for (const spelling of wordsIn(spellings)) BY_SPELLING.set(spelling, unit);
}

/** The unit written as `word` (any case); undefined when the word is not a unit. */
export function unitOf(word: string): Unit | undefined {
  return BY_SPELLING.get(word.toLowerCase());
}

/** The unit with this canonical name; undefined for the counted nouns, which are their own units. */
export function unitNamed(name: string): Unit | undefined {
  return BY_NAME.get(name);
}
