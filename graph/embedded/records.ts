/**
 * Records of projections. A row holds its record as JSON only where the entry at its position does not say the same; else null,
 * and the record is made of the entry when it is read.
 */
import { byCodeUnit } from '../by-code-unit.ts';
import {
  addedAnnotation,
  assembledAnswer,
  assertedClaim,
  changedFindings,
  observedArtefact,
  occurrenceOf,
} from '../entry-records.ts';
import type { LedgerEntry } from '../evidence.ts';
import { RowsChanged } from '../log/check-rows.ts';
import type { StoredEntry } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';

/** The record of each kind that an entry makes, null where it makes none. @param hash of a ledger entry */
const MADE = {
  artefact: ({ entry }) => {
    const { body } = entry;
    return body.type === 'artefact.observed' ? observedArtefact({ ...entry, body }) : null;
  },
  claim: ({ entry }) => {
    const { body } = entry;
    return body.type === 'claim.asserted' ? assertedClaim({ ...entry, body }) : null;
  },
  occurrence: ({ entry }) => {
    const { body } = entry;
    return body.type === 'claim.asserted' ? occurrenceOf({ ...entry, body }) : null;
  },
  ledger: ({ entry, root }, hash): LedgerEntry | null => {
    const { body, seq } = entry;
    if (body.type !== 'evidence.appended') return null;
    return { ...body.entry, entry_hash: hash, log: { seq, tree_size: seq + 1, root } };
  },
  annotation: ({ entry }) => {
    const { body } = entry;
    return body.type === 'annotation.added' ? addedAnnotation({ ...entry, body }) : null;
  },
  answer: ({ entry }) => {
    const { body } = entry;
    return body.type === 'answer.assembled' ? assembledAnswer({ ...entry, body }) : null;
  },
  finding: ({ entry }) => {
    const { body } = entry;
    return body.type === 'findings.changed' ? changedFindings({ ...entry, body }) : null;
  },
} satisfies Record<string, (stored: StoredEntry, hash: string) => object | null>;
export type MadeRecordKind = keyof typeof MADE;

/** Stands between the parts of what a row says in place of a record; no JSON of a record begins with a letter. */
const SEPARATOR = '@';

/** A row's record, as `Connection` reads it. @param row the table's name in the statement */
export function recordOf(kind: MadeRecordKind, row: string): string {
  const parts =
    kind === 'ledger'
      ? `${row}.log_seq || '${SEPARATOR}' || lower(hex(${row}.entry_hash))`
      : `${row}.seq || '${SEPARATOR}'`;
  return `coalesce(${row}.record, '${kind}${SEPARATOR}' || ${parts})`;
}

/** The position of the entry that a row names in place of JSON; null where the text is JSON. */
export function entryNamed(text: string): number | null {
  return text.startsWith('{') || text.startsWith('[') ? null : Number(text.split(SEPARATOR, 2)[1]);
}

/**
 * The record that a row names in place of JSON; null where the text is JSON.
 * @throws {RowsChanged} where no entry makes it
 */
export function namedRecord(text: string, find: (seq: number) => StoredEntry | null): object | null {
  if (text.startsWith('{') || text.startsWith('[')) return null;
  const [kind = '', position = '', hash = ''] = text.split(SEPARATOR);
  if (!isKind(kind)) throw new StoreCorrupted('a stored record is not JSON', null);
  const seq = Number(position);
  const stored = find(seq);
  const made = stored && MADE[kind](stored, hash);
  if (made === null) throw new RowsChanged(`a stored ${kind} is of entry ${seq}, which makes none`, seq);
  return made;
}

/** What a row holds of its record. @param stored the entry at its position; null: there is none */
export function heldOf(kind: MadeRecordKind, record: object, stored: StoredEntry | null): string | null {
  const hash = 'entry_hash' in record ? String(record.entry_hash) : '';
  const made = stored === null ? null : MADE[kind](stored, hash);
  return made !== null && isSame(made, record) ? null : jsonOf(record);
}

/** JSON with its members in one order, whether the record was made of a new entry or of a stored one. */
export function jsonOf(record: object): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => byCodeUnit(a, b)));
  });
}

function isKind(text: string): text is MadeRecordKind {
  return Object.hasOwn(MADE, text);
}

/** As JSON would have them: members that are undefined are none. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  // Both are plain objects or lists.
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = membersOf(left);
  return (
    names.length === membersOf(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
  );
}

/** Names alone: every record that is saved is compared. */
function membersOf(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
