/** Pages of lists whose items stand at places, as Relay's connections; their cursors are made when they are asked for. */
import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { RowCount } from '../../../graph/store/lists.ts';
import { checkSizes, PAGE_SIZE } from '../builder/page-size.ts';
import { exactly } from './connections.ts';
import type { ListName } from './list-cursor.ts';
import { type PlaceCursors, placeCursors } from './place-cursor.ts';

/** Places of a list's items. */
interface Stretch {
  readonly start: number;
  /** The first place behind it. */
  readonly end: number;
}

/**
 * A page of items that are all at hand.
 * @throws {GraphQLError} `invalid:query` for a cursor that is not one of this list, or a negative size
 */
export function arrayConnection<T>(
  args: DefaultConnectionArguments,
  list: ListName,
  items: readonly T[],
): OffsetConnection<T> {
  const cursors = placeCursors(list);
  const stretch = stretchOf(args, cursors, items.length);
  return new OffsetConnection(cursors, items.slice(stretch.start, stretch.end), stretch, items.length);
}

/**
 * A page of so many items, of which only its own are read.
 * @throws {GraphQLError} as above
 */
export async function offsetConnection<T>(
  args: DefaultConnectionArguments,
  list: ListName,
  count: number,
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly T[]>,
): Promise<OffsetConnection<T>> {
  const cursors = placeCursors(list);
  const stretch = stretchOf(args, cursors, count);
  const { start, end } = stretch;
  const items = end > start ? await read({ offset: start, limit: end - start }) : [];
  return new OffsetConnection(cursors, items, stretch, count);
}

/** Relay, `EdgesToReturn`; its sizes are at most a page's. */
function stretchOf(args: DefaultConnectionArguments, cursors: PlaceCursors, count: number): Stretch {
  checkSizes(args);
  const { first, last, after, before } = args;
  let start = after == null ? 0 : cursors.read(after) + 1;
  let end = Math.max(start, before == null ? count : Math.min(cursors.read(before), count));
  if (first != null) end = Math.min(end, start + first);
  if (last != null) start = Math.max(start, end - last);
  if (first == null && last == null) end = Math.min(end, start + PAGE_SIZE.defaultSize);
  return { start, end };
}

class OffsetEdge<T> {
  readonly node: T;
  readonly #cursors: PlaceCursors;
  readonly #place: number;

  constructor(node: T, cursors: PlaceCursors, place: number) {
    this.node = node;
    this.#cursors = cursors;
    this.#place = place;
  }

  get cursor(): string {
    return this.#cursors.of(this.#place);
  }
}

class OffsetConnection<T> {
  readonly edges: readonly OffsetEdge<T>[];
  readonly #cursors: PlaceCursors;
  readonly #stretch: Stretch;
  readonly #count: number;

  constructor(cursors: PlaceCursors, items: readonly T[], stretch: Stretch, count: number) {
    this.edges = items.map((item, index) => new OffsetEdge(item, cursors, stretch.start + index));
    this.#cursors = cursors;
    this.#stretch = stretch;
    this.#count = count;
  }

  total(): RowCount {
    return exactly(this.#count);
  }

  get pageInfo() {
    const { start, end } = this.#stretch;
    return {
      startCursor: this.#cursors.of(start),
      // That of an empty page is the place before it.
      endCursor: this.#cursors.of(end - 1),
      hasPreviousPage: start > 0,
      hasNextPage: end < this.#count,
    };
  }
}
