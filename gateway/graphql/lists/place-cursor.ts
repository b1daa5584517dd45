/**
 * Cursors of lists that only grow at their end, or never change: a place in the list, and the list that it is of, so that no
 * other one goes on from it. Lists of a view have cursors of their own: see `list-cursor.ts`.
 */
import { brokenCursor, checkNames, cursorParts, type ListName } from './list-cursor.ts';

interface Cursors<Place> {
  of(place: Place): string;
  /** @throws {GraphQLError} `invalid:query`, for a cursor of another list with what differs */
  read(text: string): Place;
}
export type PlaceCursors = Cursors<number>;

/** Of places that are numbered. */
export function placeCursors(list: ListName): PlaceCursors {
  // An empty page ends before the first place.
  return cursorsOf(
    list,
    'place/1',
    (place): place is number => Number.isSafeInteger(place) && Number(place) >= -1,
  );
}

/** Of items that name their places. */
export function itemCursors<Id extends string>(
  list: ListName,
  isId: (text: string) => text is Id,
): Cursors<Id> {
  return cursorsOf(list, 'item/1', (place): place is Id => typeof place === 'string' && isId(place));
}

/** @param version not a number, as that of lists of a view */
function cursorsOf<Place>(
  { field, arguments: given }: ListName,
  version: string,
  isPlace: (place: unknown) => place is Place,
): Cursors<Place> {
  // The same behind every place.
  const named = JSON.stringify([field, ...Object.values(given)]).slice(1);
  const of = (place: Place) =>
    Buffer.from(`["${version}",${JSON.stringify(place)},${named}`).toString('base64url');
  return {
    of,
    read: (text) => {
      const [found, place, ...names] = cursorParts(text);
      if (found !== version || !isPlace(place)) throw brokenCursor();
      checkNames(names, field, given);
      // In its one spelling.
      if (of(place) !== text) throw brokenCursor();
      return place;
    },
  };
}
