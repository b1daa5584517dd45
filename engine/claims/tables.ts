/** Table rows in text: "| Bulgaria | lev |" under "| Country | Currency |" says that the currency of Bulgaria is the lev. */
import type { ClaimForm, ClaimValue, Span } from '../../graph/claim.ts';
import { findDates } from '../text/dates.ts';
import { normaliseKey } from '../text/names.ts';
import { findQuantities } from '../text/quantities.ts';
import { tokenise } from '../text/tokens.ts';
import { foldForComparison, singular } from '../text/word-forms.ts';
import { ATTRIBUTE_NOUNS, NEUTRAL_MODIFIERS } from './lexicon.ts';

/** Wider tables are data dumps, not statements. */
const MAX_COLUMNS = 12;

/** The cells of a table row, trimmed; null for other text. */
export function readCells(row: string): readonly string[] | null {
  if (!row.startsWith('|') || row.length < 3) return null;
  const cells = row.replace(/^\||\|$/g, '').split('|');
  return cells.length > MAX_COLUMNS ? null : cells.map((cell) => cell.trim());
}

/** Whether the cells are the rule under a header: dashes and colons only. */
export function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** One form per filled cell behind the first, read under its heading. */
export function readRow(
  header: readonly string[],
  cells: readonly string[],
  lang: string,
): readonly Omit<ClaimForm, 'scope' | 'role' | 'polarity' | 'modality'>[] {
  const [name, ...values] = cells;
  if (name === undefined || name === '' || header.length !== cells.length) return [];
  return values.flatMap((cell, i) => {
    const heading = header[i + 1] ?? '';
    return cell === '' || heading === '' ? [] : readCell(name, heading, cell, lang);
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
  if (dimension === 'date') return [dateCell(name, heading, value)];
  if (!/^[\p{L}-]+$/u.test(head)) return [];
  const owner = { key: normaliseKey(name), surface: name, how: 'explicit' } as const;
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

/** "End of life" over a date is what "reaches end of life on" states in prose. */
function dateCell(name: string, heading: string, value: ClaimValue) {
  const subject = { key: normaliseKey(name), surface: name, how: 'explicit' } as const;
  const attribute = { head: normaliseKey(heading), modifiers: [], predicate: 'be', dimension: 'date' };
  return { subject, attribute, value };
}

function cellValue(cell: string, lang: string): { readonly value: ClaimValue; readonly dimension: string } {
  const [date] = findDates(cell);
  if (
    date !== undefined &&
    date.start === 0 &&
    date.end === cell.length &&
    date.from !== null &&
    date.to !== null
  ) {
    return { value: { kind: 'date', from: date.from, to: date.to }, dimension: 'date' };
  }
  const tokens = tokenise(cell, lang);
  const [quantity] = findQuantities(cell, tokens);
  const whole: Span | undefined = quantity;
  if (quantity === undefined || whole === undefined || whole.start > 1 || whole.end < cell.length) {
    return { value: { kind: 'entity', key: normaliseKey(cell), surface: cell }, dimension: 'entity' };
  }
  const { min, max, unit, precision, dimension } = quantity;
  return { value: { kind: 'quantity', min, max, unit, precision }, dimension };
}
