/** The lexicon as data: rows of words and expressions of equal or opposite sense. */

import { entriesOf, sidesOf } from '../../text/rows.ts';
import lexicon from './lexicon.json' with { type: 'json' };

/** Rows of entries that mean the same. Each row is closed under itself only. */
export const closeKin: readonly (readonly string[])[] = lexicon.close.map(entriesOf);

/** Rows of two sides: where an entry of the first is asked, one of the second may state it. */
export const looseKin: readonly (readonly (readonly string[])[])[] = lexicon.loose.map(sidesOf);

/** Rows of two sides, of which affirming the one denies the other. */
export const opposites: readonly (readonly (readonly string[])[])[] = lexicon.opposites.map(sidesOf);
