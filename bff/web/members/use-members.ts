/** The members of an organisation, and what its curators change of them. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, type Member, reasonOf, trpc } from '../trpc.ts';

/** The reader may see the members no more. */
const ENDED = ['denied:role', 'missing:organisation'];

const keyOf = (org: string) => ['members', org] as const;

export function useMembers(org: string) {
  const list = useInfiniteQuery({
    queryKey: keyOf(org),
    queryFn: ({ pageParam }) =>
      client.curating.members.query({ org_id: org, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return {
    items: list.data?.pages.flatMap((page) => page.items) ?? [],
    /** Also where they could not be read again. */
    isShown: list.data !== undefined && !ENDED.includes(reasonOf(list.error) ?? ''),
    error: list.error,
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
  };
}

/** After a change the server says what there is: the reader's own role, too. */
function useOutdate(org: string): () => Promise<unknown> {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: keyOf(org) }),
      cache.invalidateQueries(trpc.session.pathFilter()),
    ]);
}

export function useChangeRole(org: string) {
  const outdate = useOutdate(org);
  return useMutation({
    mutationFn: ({ user_id, role }: Pick<Member, 'user_id' | 'role'>) =>
      client.curating.changeRole.mutate({ org_id: org, user_id, role }),
    // Also where it is refused: another curator may have been quicker.
    onSettled: outdate,
  });
}

export function useRemoveMember(org: string) {
  const outdate = useOutdate(org);
  return useMutation({
    mutationFn: ({ user_id }: Pick<Member, 'user_id'>) =>
      client.curating.removeMember.mutate({ org_id: org, user_id }),
    // Also where it is refused: another curator may have been quicker.
    onSettled: outdate,
  });
}
