/** Connections by offset: the library cuts their pages, and takes any offset from anywhere; here a cursor is of one list. */
import {
  cursorToOffset,
  type DefaultConnectionArguments,
  offsetToCursor,
  resolveArrayConnection,
  resolveOffsetConnection,
} from '@pothos/plugin-relay';
import type { ListName } from './list-cursor.ts';
import { checkSizes, PAGE_SIZE } from './page.ts';
import { type PlaceCursors, placeCursors } from './place-cursor.ts';

/**
 * A page of items that are all at hand.
 * @throws {GraphQLError} `invalid:query` for a cursor that is not one of this list, or a negative size
 */
export function arrayConnection<T>(args: DefaultConnectionArguments, list: ListName, items: readonly T[]) {
  const cursors = placeCursors(list);
  const cut: unknown = resolveArrayConnection(pageOf(args, cursors), [...items]);
  return ofThisList(cursors, cut as Cut<T>);
}

/**
 * A page of so many items, which are read from an offset on.
 * @throws {GraphQLError} as above
 */
export async function offsetConnection<T>(
  args: DefaultConnectionArguments,
  list: ListName,
  totalCount: number,
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly T[]>,
) {
  const cursors = placeCursors(list);
  const options = { ...pageOf(args, cursors), totalCount };
  const cut: unknown = await resolveOffsetConnection(options, async (page) => [...(await read(page))]);
  return ofThisList(cursors, cut as Cut<T>);
}

function pageOf(args: DefaultConnectionArguments, cursors: PlaceCursors) {
  checkSizes(args);
  const { after, before } = args;
  const asOffset = (cursor: string) => offsetToCursor(cursors.read(cursor));
  return {
    args: {
      ...args,
      ...(after != null && { after: asOffset(after) }),
      ...(before != null && { before: asOffset(before) }),
    },
    ...PAGE_SIZE,
  };
}

/** What the library gives; no item of ours is null, which its types cannot know. */
interface Cut<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly startCursor: string;
    readonly endCursor: string;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

function ofThisList<T>(cursors: PlaceCursors, { edges, pageInfo }: Cut<T>) {
  const own = (cursor: string) => cursors.of(cursorToOffset(cursor));
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor: own(cursor), node })),
    pageInfo: { ...pageInfo, startCursor: own(pageInfo.startCursor), endCursor: own(pageInfo.endCursor) },
  };
}
