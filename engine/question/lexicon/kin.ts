/** All rows of kin: words that state the same fact, and words that often do. */
import { actionRows } from './actions.ts';
import { attributeRows } from './attributes.ts';
import { cultureRows } from './culture.ts';
import { everydayRows } from './everyday.ts';
import { looseRows } from './loose.ts';
import { natureRows } from './nature.ts';
import { peopleRows } from './people.ts';
import { placeRows } from './places.ts';
import { entriesOf, sidesOf } from './rows.ts';
import { spellingRows } from './spelling.ts';
import { tradeRows } from './trade.ts';

/** Rows of entries that mean the same. Each row is closed under itself only. */
export const closeKin: readonly (readonly string[])[] = [
  ...attributeRows,
  ...actionRows,
  ...peopleRows,
  ...placeRows,
  ...tradeRows,
  ...natureRows,
  ...cultureRows,
  ...everydayRows,
  ...spellingRows,
].map(entriesOf);

/** Rows of two sides: where an entry of the first is asked, one of the second may state it. */
export const looseKin: readonly (readonly (readonly string[])[])[] = looseRows.map(sidesOf);
