/** The reader's history and saved answers, page by page, from the server's records. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Paged } from './lists.tsx';
import { type HistoryEntry, messageOf, type SavedEntry, trpc } from './trpc.ts';

const PAGE = 20;
const forward = { getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

export function useHistory(): Paged<HistoryEntry> {
  return pagedOf(useInfiniteQuery(trpc.history.list.infiniteQueryOptions({ limit: PAGE }, forward)));
}

export interface Saved extends Paged<SavedEntry> {
  readonly remove: (id: string) => void;
}

export function useSaved(): Saved {
  const cache = useQueryClient();
  const list = useInfiniteQuery(trpc.saved.list.infiniteQueryOptions({ limit: PAGE }, forward));
  const remove = useMutation(
    trpc.saved.remove.mutationOptions({
      onSettled: () => cache.invalidateQueries({ queryKey: trpc.saved.list.infiniteQueryKey() }),
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
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    problem: query.error === null ? null : messageOf(query.error),
  };
}
