/**
 * Cursors of lists that only grow at their end, or never change: a place in the list, and the list that it is of, so that no
 * other one goes on from it. Lists of a view have cursors of their own: see `list-cursor.ts`.
 */
import { brokenCursor, checkNames, cursorParts, type ListName } from './list-cursor.ts';

export interface PlaceCursors {
  of(place: number): string;
  /** @throws {GraphQLError} `invalid:query`, for a cursor of another list with what differs */
  read(text: string): number;
}

/** Not a number, as that of lists of a view. */
const VERSION = 'place/1';

export function placeCursors({ field, arguments: given }: ListName): PlaceCursors {
  // The same behind every place.
  const named = JSON.stringify([field, ...Object.values(given)]).slice(1);
  const of = (place: number) => Buffer.from(`["${VERSION}",${place},${named}`).toString('base64url');
  return {
    of,
    read: (text) => {
      const [version, place, ...names] = cursorParts(text);
      if (version !== VERSION || typeof place !== 'number') throw brokenCursor();
      checkNames(names, field, given);
      // In its one spelling; an empty page ends before the first place.
      if (!Number.isSafeInteger(place) || place < -1 || of(place) !== text) throw brokenCursor();
      return place;
    },
  };
}
