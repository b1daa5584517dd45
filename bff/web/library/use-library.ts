/** Saved entries that the library lists, read page by page as far as the screen needs them. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { formats } from '../catalogues/formats.ts';
import { type SavedEntry, trpc } from '../trpc.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { filterOf, isNewestFirst, type LibraryPlace } from './place.ts';
import { sortSaved } from './sort-saved.ts';

/** Rows of one page of the table: hundreds at once would hold up a telephone. */
export const ROWS = 50;
/** Entries of one read. */
const READ = 100;
/** Entries that another order than the server's is made of. */
const MAX_SORTED = 500;
/** Reads that follow each other unasked: the server lets a reader do sixty a minute. */
const MAX_READS = 10;

const forward = { getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

export interface Library {
  /** Of the page that is shown. */
  readonly rows: readonly SavedEntry[];
  /** All that were read, in order. */
  readonly entries: readonly SavedEntry[];
  /** From 1, at most `pages`. */
  readonly page: number;
  readonly pages: number;
  /** Whether all that match were read. */
  readonly isWhole: boolean;
  readonly isReading: boolean;
  readonly error: unknown;
  /** Reads on, where it stopped by itself. */
  readonly readOn: (() => void) | null;
}

export function useLibrary(place: LibraryPlace): Library {
  const list = useInfiniteQuery({
    ...trpc.saved.list.infiniteQueryOptions({ limit: READ, ...filterOf(place) }, forward),
    // What was there stays until what replaces it is.
    placeholderData: keepPreviousData,
  });
  const read = list.data?.pages.length ?? 0;
  const listed = useMemo(() => {
    const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
    return all.filter((entry) => isIn(entry, place));
  }, [list.data, place]);
  const entries = useSorted(listed, place);
  const wanted = isNewestFirst(place) ? place.page * ROWS + 1 : MAX_SORTED;
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isShort = hasNextPage && listed.length < wanted;
  const readsOn = isShort && read < MAX_READS && !isFetching && !isError;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);
  const pages = Math.max(1, Math.ceil(entries.length / ROWS));
  const page = Math.min(place.page, pages);
  return {
    rows: entries.slice((page - 1) * ROWS, page * ROWS),
    entries,
    page,
    pages,
    isWhole: list.isSuccess && !hasNextPage,
    isReading: isFetching || readsOn,
    error: list.error,
    readOn: isShort && read >= MAX_READS && !isFetching ? () => void fetchNextPage() : null,
  };
}

/** What was moved out of the folder that is shown is in it no more, before it is read again. */
function isIn(entry: SavedEntry, { folder, tag }: LibraryPlace): boolean {
  return (folder === null || entry.folder === folder) && (tag === null || entry.tags.includes(tag));
}

function useSorted(listed: readonly SavedEntry[], place: LibraryPlace): readonly SavedEntry[] {
  const { sort, isDown } = place;
  const verdicts = useShownVerdicts();
  const verdictOf = (entry: SavedEntry) =>
    verdicts.of(entry.answer_id, null).verdict?.findings_state ?? entry.findings_state;
  // Verdicts are anew at each render: only those that the order is made of decide.
  const states = sort === 'verdict' ? listed.map(verdictOf).join() : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `states` stands for what `verdictOf` gives
  return useMemo(() => {
    if (isNewestFirst(place)) return listed;
    return sortSaved(listed, { sort, isDown, compare: formats().order.compare, verdictOf });
  }, [listed, sort, isDown, states]);
}

/** How many saved entries have which value. */
export function useFacets() {
  return useQuery(trpc.facets.queryOptions({ of: 'saved' })).data;
}
