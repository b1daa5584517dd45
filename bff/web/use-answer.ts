/** The answer of the page's place, from queries that are keyed by it: what comes late is another place's. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { HOME, type PagePlace, type Question, questionOf } from './address.ts';
import { client, type OpenedAnswer, type ShownAnswer, trpc } from './trpc.ts';
import { addNewest } from './use-lists.ts';
import type { Travel } from './use-place.ts';

/** A day is asked for as a day, and comes back as its last millisecond. */
const END_OF_DAY = 'T23:59:59.999Z';

const askKey = (question: Question) => ['ask', questionOf(question)] as const;

interface Asked {
  readonly answer: ShownAnswer;
  /** Epoch milliseconds. */
  readonly at: number;
}

async function ask(cache: QueryClient, { q, asOf, corpus, mode }: Question): Promise<Asked> {
  const input = { q, mode, ...(asOf !== null && { as_of: asOf }), ...(corpus !== null && { corpus }) };
  const answer = await client.ask.mutate(input);
  const asked = { answer, at: Date.now() };
  const opened = { ...answer, asked: { corpus, as_of: asOf } };
  cache.setQueryData(trpc.open.queryKey({ answer_id: answer.answer_id }), opened);
  cache.setQueryData(['answered', answer.answer_id], asked.at);
  void addNewest(cache);
  return asked;
}

export interface Front {
  /** Null while there is none. */
  readonly answer: ShownAnswer | null;
  /** It is the one of before, while another of the same question is read. */
  readonly isPast: boolean;
  readonly isBusy: boolean;
  /** What was thrown, null where nothing was. */
  readonly problem: unknown;
  /** When the answer was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
}

const isOpened = ({ answer }: PagePlace) => answer !== null;
const isAsked = (place: PagePlace) => place.view === 'ask' && !isOpened(place) && place.q.trim() !== '';

function asking(cache: QueryClient, place: PagePlace) {
  const staleTime = Number.POSITIVE_INFINITY;
  return { queryKey: askKey(place), queryFn: () => ask(cache, place), staleTime };
}

function opening({ answer }: PagePlace) {
  return { ...trpc.open.queryOptions({ answer_id: answer ?? '' }), staleTime: Number.POSITIVE_INFINITY };
}

/**
 * Asks for what the address names, before anything is drawn: a browser sends six requests at a time, and the first drawing asks
 * for more. The page gets the same queries.
 * @returns false where the address names no answer
 */
export function askFirst(cache: QueryClient, place: PagePlace): boolean {
  if (isOpened(place)) void cache.prefetchQuery(opening(place));
  else if (isAsked(place)) void cache.prefetchQuery(asking(cache, place));
  else return false;
  return true;
}

/** What was refused before the page was drawn is not asked again by drawing it. */
const ONCE = { retryOnMount: false } as const;

export function useFront({ place, replace }: Travel): Front {
  const cache = useQueryClient();
  const isOpen = isOpened(place);
  const asked = useQuery({
    ...asking(cache, place),
    ...ONCE,
    enabled: isAsked(place),
    // What was asked offline is asked when there is a connection.
    refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
  });
  const opened = useQuery({
    ...opening(place),
    ...ONCE,
    enabled: isOpen,
    placeholderData: (last) => (isSameQuestion(last, place) ? last : undefined),
  });
  const { data } = useQuery<number>({
    queryKey: ['answered', place.answer],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const given = isOpen ? undefined : asked.data;
  useEffect(() => {
    if (given !== undefined) replace(placeOf(given.answer, place));
  }, [given, place, replace]);
  const active = isOpen ? opened : asked;
  return {
    answer: opened.data ?? null,
    isPast: opened.isPlaceholderData,
    isBusy: active.fetchStatus === 'fetching' || given !== undefined,
    problem: active.fetchStatus === 'fetching' ? null : active.error,
    answeredAt: data ?? null,
  };
}

/** Of another day, perhaps: never that of another corpus. */
function isSameQuestion(last: OpenedAnswer | undefined, { q, corpus }: PagePlace): boolean {
  return last?.q === q && last.asked.corpus === corpus;
}

function placeOf(answer: ShownAnswer, place: PagePlace): PagePlace {
  const asOf = answer.as_of?.replace(END_OF_DAY, '') ?? null;
  return { ...place, q: answer.q, asOf, answer: answer.answer_id };
}

/** Asks anew, unless this very question is being asked. */
export function useAsk({ go }: Travel): (question: Question, before?: string | null) => void {
  const cache = useQueryClient();
  return useCallback(
    (question, before = null) => {
      const key = askKey(question);
      if (question.q.trim() === '' || cache.isFetching({ queryKey: key }) > 0) return;
      void cache.resetQueries({ queryKey: key });
      go({ ...HOME, ...questionOf(question), before });
    },
    [cache, go],
  );
}
