/** The reader's history and saved answers, page by page, from the server's records. */
import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { changeListed } from './change-listed.ts';
import { readAnew } from './read-anew.ts';
import { client, type HistoryEntry, messageOf, type SavedEntry, trpc } from './trpc.ts';

/** A list that grows by pages. */
export interface Paged<T> {
  readonly items: readonly T[];
  /** Before that nothing is said of what it holds. */
  readonly isRead: boolean;
  readonly more: (() => void) | null;
  readonly problem: string | null;
}

const PAGE = 20;
const forward = { getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

const historyQuery = trpc.history.list.infiniteQueryOptions({ limit: PAGE }, forward);

export function useHistory(): Paged<HistoryEntry> {
  return pagedOf(useInfiniteQuery(historyQuery));
}

/** Puts the newest questions before the pages that are here, which are not read again. */
export async function addNewest(cache: QueryClient): Promise<void> {
  const newest = await client.history.list.query({ limit: PAGE }).catch(() => null);
  if (newest === null) return;
  changeListed<HistoryPages>(cache, historyQuery.queryKey, (here) => {
    const [first, ...rest] = here.pages;
    if (first === undefined) return here;
    const known = new Set(here.pages.flatMap((page) => page.items.map(({ id }) => id)));
    const added = newest.items.filter(({ id }) => !known.has(id));
    return { ...here, pages: [{ ...first, items: [...added, ...first.items] }, ...rest] };
  });
}

interface HistoryPages {
  readonly pages: readonly { readonly items: readonly HistoryEntry[] }[];
}

/** After an entry was saved or removed: the lists, and how many entries of the library have which value. */
export async function outdateSaved(cache: QueryClient): Promise<void> {
  const filters = [trpc.saved.pathFilter(), trpc.facets.pathFilter()];
  await Promise.all(filters.map((filter) => readAnew(cache, filter)));
}

export interface Saved extends Paged<SavedEntry> {
  readonly remove: (id: string) => void;
}

export function useSaved(): Saved {
  const cache = useQueryClient();
  const list = useInfiniteQuery(trpc.saved.list.infiniteQueryOptions({ limit: PAGE }, forward));
  const remove = useMutation(
    trpc.saved.remove.mutationOptions({
      onSettled: () => outdateSaved(cache),
    }),
  );
  const paged = pagedOf(list);
  const problem = remove.isError ? messageOf(remove.error) : paged.problem;
  return { ...paged, problem, remove: (id) => remove.mutate({ id }) };
}

interface Query<T> {
  readonly data?: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

function pagedOf<T>(query: Query<T>): Paged<T> {
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    isRead: query.data !== undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    problem: query.error === null ? null : messageOf(query.error),
  };
}
