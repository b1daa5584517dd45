/** Table rows: "Bulgaria | lev" under "Country | Currency" says that the currency of Bulgaria is the lev. */
import type { ClaimForm, ClaimValue, Span } from '../../graph/claim.ts';
import type { Cell } from '../reading/document/cells.ts';
import { findDates } from '../text/dates.ts';
import { normaliseKey } from '../text/names.ts';
import { findQuantities } from '../text/quantities.ts';
import { tokenise } from '../text/tokens.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import { ATTRIBUTE_NOUNS, NEUTRAL_MODIFIERS } from './lexicon.ts';

/** Wider tables are data dumps, not statements. */
const MAX_COLUMNS = 12;
/** A row together with its headings. */
export interface TableRow {
  readonly header: readonly string[];
  readonly cells: readonly Cell[];
}

/** What a cell states, with the words that carry it: the cell itself. */
export interface CellReading {
  readonly span: Span;
  readonly part: Omit<ClaimForm, 'scope' | 'role' | 'polarity' | 'modality'>;
}

/** One form per filled cell behind the first, read under its heading. */
export function readRow({ header, cells }: TableRow, lang: string): readonly CellReading[] {
  const [name, ...values] = cells;
  if (name === undefined || name.text === '' || header.length !== cells.length || cells.length > MAX_COLUMNS)
    return [];
  return values.flatMap((cell, i) => {
    const heading = header[i + 1] ?? '';
    if (cell.text === '' || heading === '') return [];
    const span = { start: cell.start, end: cell.end };
    return readCell(name.text, heading, cell.text, lang).map((part) => ({ span, part }));
  });
}

function readCell(name: string, heading: string, cell: string, lang: string) {
  const words = foldForComparison(heading)
    .split(/\s+/)
    .filter((word) => !NEUTRAL_MODIFIERS.has(word));
  const plain = singular(words.at(-1) ?? '');
  const head = ATTRIBUTE_NOUNS.get(plain) ?? plain;
  const modifiers = words.slice(0, -1).sort();
  const { value, dimension } = cellValue(cell, lang);
  const owner = { key: normaliseKey(name), surface: name, how: 'explicit' } as const;
  // "End of life" over a date is what "reaches end of life on" states in prose.
  const dated = { head: normaliseKey(heading), modifiers: [], predicate: 'be', dimension };
  if (dimension === 'date') return [{ subject: owner, attribute: dated, value }];
  if (!/^[\p{L}-]+$/u.test(head)) return [];
  const subject =
    dimension === 'entity' ? { ...owner, key: [...modifiers, head, 'of', owner.key].join(' ') } : owner;
  const attribute = {
    head,
    modifiers: dimension === 'entity' ? [] : modifiers,
    predicate: dimension === 'count' ? 'have' : 'be',
    dimension,
  };
  return [{ subject, attribute, value }];
}

function cellValue(cell: string, lang: string): { readonly value: ClaimValue; readonly dimension: string } {
  const [date] = findDates(cell);
  const { from = null, to = null } = date?.start === 0 && date.end === cell.length ? date : {};
  if (from !== null && to !== null) return { value: { kind: 'date', from, to }, dimension: 'date' };
  const [quantity] = findQuantities(cell, tokenise(cell, lang));
  if (quantity === undefined || quantity.start > 1 || quantity.end < cell.length) {
    return { value: { kind: 'entity', key: normaliseKey(cell), surface: cell }, dimension: 'entity' };
  }
  const { min, max, unit, precision, dimension } = quantity;
  return { value: { kind: 'quantity', min, max, unit, precision }, dimension };
}
