/** Cursors of paged lists: opaque to clients, a position inside. */
import { z } from 'zod';
import type { Position } from './records.ts';
import { refuse } from './refusal.ts';

export function cursorOf(position: Position): string {
  return Buffer.from(`${position.at}.${position.id}`).toString('base64url');
}

/** @throws {BffRefusal} 400 for a cursor of no list */
export function positionOf(cursor: string): Position {
  const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, at, id] = match ?? [];
  if (at === undefined || id === undefined) {
    throw refuse(400, 'BadRequest', 'invalid:query', 'That page of the list does not exist.');
  }
  return { at: Number(at), id };
}

/** A page of a list; `next_cursor` is null at its end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export function pageOfSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item).readonly(), next_cursor: z.string().nullable() });
}

/** @param rows one more than `limit`, where there are more */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => Position,
  item: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: shown.map(item), next_cursor: more ? cursorOf(place(last)) : null };
}
