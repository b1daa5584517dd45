/**
 * The terms by which an entry of a library is found and counted: its words, and a value of each facet. A term is stored as
 * a number, the first 52 bits of a SHA-256, so that a row of the index is short. Two terms of one number would find
 * each other's entries: what is found is read by its owner, so that it never shows another user's entry.
 */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Collection, EntryFacet, HistoryRecord } from '../records.ts';
import type { AnswersSavedTable } from './tables.ts';
import { wordsOf } from './words.ts';

export interface Term {
  readonly facet: EntryFacet;
  readonly value: string;
}

/** An entry as the index has it. */
export interface IndexedEntry {
  readonly user: string;
  readonly collection: Collection;
  /** Epoch milliseconds: lists are newest first. */
  readonly at: number;
  readonly id: string;
  readonly terms: readonly Term[];
}

export type SavedRow = Selectable<AnswersSavedTable>;
type Question = Pick<HistoryRecord, 'id' | 'user_id' | 'requested_at' | 'q' | 'mode' | 'corpus'>;

/** The value of the corpus that is asked where none is named. */
const DEFAULT_CORPUS = '';
/** Of a 52-bit number. */
const HEX_DIGITS = 13;
const DAY_LENGTH = 10;

export function termNumber(owner: Pick<IndexedEntry, 'user' | 'collection'>, { facet, value }: Term): number {
  const text = JSON.stringify([owner.user, owner.collection, facet, value]);
  return Number.parseInt(hash('sha256', text).slice(0, HEX_DIGITS), 16);
}

export function indexedQuestion({ id, user_id, requested_at, q, mode, corpus }: Question): IndexedEntry {
  const terms = [
    ...facet('word', wordsOf(q)),
    ...facet('mode', [mode]),
    ...facet('corpus', [corpus ?? DEFAULT_CORPUS]),
    ...facet('day', [dayOf(requested_at)]),
  ];
  return { user: user_id, collection: 'history', at: requested_at, id, terms };
}

/** Null for a removed entry: it is in no list of the library. */
export function indexedSaved(row: SavedRow): IndexedEntry | null {
  if (row.deleted_at !== null) return null;
  const text = [row.title, row.q, row.note ?? '', row.summary].join('\n');
  const terms = [
    ...facet('word', wordsOf(text)),
    ...facet('folder', row.folder === null ? [] : [row.folder]),
    ...facet('tag', readTags(row.tags)),
    ...facet('corpus', [row.corpus ?? DEFAULT_CORPUS]),
    ...facet('verdict', [row.current_state]),
    ...facet('changed', [row.current_state === row.findings_state ? 'no' : 'yes']),
    ...facet('day', [dayOf(row.created_at)]),
    ...facet('any', ['yes']),
  ];
  return { user: row.user_id, collection: 'saved', at: row.created_at, id: row.id, terms };
}

export function readTags(tags: string): string[] {
  return JSON.parse(tags);
}

function facet(name: EntryFacet, values: readonly string[]): Term[] {
  return values.map((value) => ({ facet: name, value }));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DAY_LENGTH);
}
