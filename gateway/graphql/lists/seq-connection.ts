/** Connections over lists in the order of the log: a cursor is a position, so that nothing is lost or doubled while it grows. */
import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import type { LookedThrough } from '../../../engine/look-through.ts';
import type { PageCut, Stretch } from '../../../graph/store/ranges.ts';
import { checkSizes, PAGE_SIZE } from '../builder/page-size.ts';
import type { ListName } from './list-cursor.ts';
import { type PlaceCursors, placeCursors } from './place-cursor.ts';

/**
 * @param newestFirst which end the first page is at
 * @throws {GraphQLError} `invalid:query` for a cursor that is not one of this list, or a negative size
 */
export function seqConnection<T extends { readonly seq: number }>(
  args: DefaultConnectionArguments,
  list: ListName,
  newestFirst: boolean,
  read: (page: Stretch & PageCut) => Promise<readonly T[]>,
) {
  checkSizes(args);
  const cursors = placeCursors(list);
  return resolveCursorConnection<Promise<readonly T[]>>(
    // Nodes are as `read` gives them.
    { args, ...PAGE_SIZE, toCursor: (node) => cursors.of((node as T).seq) },
    async ({ after, before, limit, inverted }) => {
      const [first, last] = [placeOf(cursors, after), placeOf(cursors, before)];
      const page = newestFirst ? { after: last ?? -1, before: first } : { after: first ?? -1, before: last };
      // What the plugin turns round is its own.
      return [...(await read({ ...page, limit, newestFirst: newestFirst !== inverted }))];
    },
  );
}

/**
 * The same over a list that is looked through for what passes: where looking stopped before the page was full, its cursor is
 * where to go on.
 * @throws {GraphQLError} as `seqConnection`
 */
export async function searchedConnection<T extends { readonly seq: number }>(
  args: DefaultConnectionArguments,
  list: ListName,
  newestFirst: boolean,
  read: (page: Stretch & PageCut) => Promise<LookedThrough<T>>,
) {
  let stopped: { readonly at: number; readonly isBackwards: boolean } | null = null;
  const { edges, pageInfo } = await seqConnection(args, list, newestFirst, async (page) => {
    const { records, stoppedAt } = await read(page);
    // The arguments alone do not say it: `before` beside `first` or `after` is read forwards.
    const isBackwards = page.newestFirst !== newestFirst;
    stopped = stoppedAt === null ? null : { at: stoppedAt, isBackwards };
    return records;
  });
  return { edges, pageInfo: goingOn(pageInfo, stopped, list) };
}

function goingOn<P extends object>(
  pageInfo: P,
  stopped: { readonly at: number; readonly isBackwards: boolean } | null,
  list: ListName,
) {
  if (stopped === null) return pageInfo;
  const cursor = placeCursors(list).of(stopped.at);
  return stopped.isBackwards
    ? { ...pageInfo, hasPreviousPage: true, startCursor: cursor }
    : { ...pageInfo, hasNextPage: true, endCursor: cursor };
}

function placeOf(cursors: PlaceCursors, cursor: string | null | undefined): number | null {
  return cursor === null || cursor === undefined ? null : cursors.read(cursor);
}
