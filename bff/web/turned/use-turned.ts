/** The inbox and the watched questions, from the server's records; its stream says when they have changed. */
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeListed } from '../change-listed.ts';
import { readAnew } from '../read-anew.ts';
import {
  client,
  messageOf,
  type ShownAnswer,
  type Turned,
  trpc,
  type UnseenCount,
  type WatchedQuestion,
} from '../trpc.ts';
import type { Paged } from '../use-lists.ts';
import type { InboxEvent } from '../verdict-stream.ts';
import { type InboxPages, unseenOf, withFirst, withSeen } from './inbox-pages.ts';

const PAGE = 20;
const SHOWS = ['unseen', 'all'] as const;
const UNSEEN = ['turned', 'unseen'] as const;
/** A day is asked for as a day, and comes back as its last millisecond. */
const END_OF_DAY = 'T23:59:59.999Z';

/** How much of the inbox was not seen. */
export function useUnseen(): number {
  const { data } = useQuery({
    queryKey: UNSEEN,
    queryFn: async ({ client: cache }) => {
      const read = await client.turned.list.query({ show: 'unseen', limit: 1 });
      return later(cache.getQueryData<UnseenCount>(UNSEEN), read);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.unseen ?? 0;
}

/** Stream and replies overtake one another: a count of an older inbox changes nothing. */
function setUnseen(cache: QueryClient, count: UnseenCount): void {
  cache.setQueryData<UnseenCount>(UNSEEN, (here) => later(here, count));
}

function later(here: UnseenCount | undefined, { revision, unseen }: UnseenCount): UnseenCount {
  return here !== undefined && here.revision > revision ? here : { revision, unseen };
}

/** Brings what is on the screen to what the stream says. */
export function useInboxEvents(event: InboxEvent | null): void {
  const cache = useQueryClient();
  const revision = event?.revision ?? null;
  useEffect(() => {
    if (event !== null) setUnseen(cache, event);
  }, [cache, event]);
  // Each new stream repeats the latest event: what is on the screen is read once for a revision.
  useEffect(() => {
    if (revision === null) return;
    void readAnew(cache, trpc.questions.pathFilter());
    const next = new AbortController();
    for (const show of SHOWS) void readFirst(cache, show, next.signal);
    return () => next.abort();
  }, [cache, revision]);
}

/** One read, however many pages are loaded. A list that is not on the screen begins with its first page again. */
async function readFirst(cache: QueryClient, show: Show, signal: AbortSignal): Promise<void> {
  const { queryKey } = listOf(show);
  cache.removeQueries({ queryKey, type: 'inactive' });
  const list = cache.getQueryCache().find({ queryKey });
  if (list === undefined) return;
  if (list.state.data === undefined) return readAnew(cache, { queryKey });
  const first = await client.turned.list.query({ show, limit: PAGE }, { signal }).catch(() => null);
  if (first === null || signal.aborted) return;
  changeListed<InboxPages>(cache, queryKey, (here) => withFirst(here, first));
}

export interface Inbox extends Paged<Turned> {
  readonly isRead: boolean;
}

type Show = (typeof SHOWS)[number];

function listOf(show: Show) {
  const forward = {
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  };
  return trpc.turned.list.infiniteQueryOptions({ show, limit: PAGE }, forward);
}

export function useInbox(show: Show): Inbox {
  const list = useInfiniteQuery(listOf(show));
  return {
    isRead: list.isSuccess,
    items: list.data?.pages.flatMap((page) => page.items) ?? [],
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
    problem: list.error === null ? null : messageOf(list.error),
  };
}

export function useSee() {
  const cache = useQueryClient();
  return useMutation({
    /** @param id null: all */
    mutationFn: async (id: string | null) => {
      if (id !== null) return client.turned.see.mutate({ ids: [id] });
      let last = await client.turned.see.mutate({});
      while (last.more) last = await client.turned.see.mutate({});
      return last;
    },
    // What the stream's event brings before the reply may be newer than what was marked: no other entries were.
    onMutate: (id) => new Set(id === null ? listedUnseen(cache) : [id]),
    onSuccess: (count, _, marked) => {
      const at = new Date().toISOString();
      for (const show of SHOWS) {
        changeListed<InboxPages>(cache, listOf(show).queryKey, (here) => withSeen(here, show, marked, at));
      }
      setUnseen(cache, count);
    },
    onError: () => void cache.invalidateQueries({ queryKey: UNSEEN }),
  });
}

function listedUnseen(cache: QueryClient): readonly string[] {
  return SHOWS.flatMap((show) => {
    const here = cache.getQueryData(listOf(show).queryKey);
    return here === undefined ? [] : unseenOf(here);
  });
}

export function useQuestions() {
  return useQuery(trpc.questions.list.queryOptions());
}

export function useUnwatch() {
  const cache = useQueryClient();
  const onSettled = (): void => {
    void cache.invalidateQueries({ queryKey: UNSEEN });
    void readAnew(cache, trpc.questions.pathFilter());
    for (const show of SHOWS) void cache.resetQueries({ queryKey: listOf(show).queryKey });
  };
  return useMutation(trpc.questions.unwatch.mutationOptions({ onSettled }));
}

export function useWatch() {
  const cache = useQueryClient();
  return useMutation(
    trpc.questions.watch.mutationOptions({
      onSuccess: () => readAnew(cache, trpc.questions.pathFilter()),
    }),
  );
}

/** The watched question that an answer is to; null where it is not watched. */
export function watchedOf(
  questions: readonly WatchedQuestion[],
  { q, as_of, corpus, mode }: Pick<ShownAnswer, 'q' | 'as_of' | 'corpus' | 'mode'>,
): WatchedQuestion | null {
  const day = (instant: string | null) => instant?.replace(END_OF_DAY, '') ?? null;
  const isSame = (one: WatchedQuestion) =>
    one.q.normalize('NFC').trim() === q && one.corpus === corpus.name && one.mode === mode;
  return questions.find((one) => isSame(one) && day(one.as_of) === day(as_of)) ?? null;
}
