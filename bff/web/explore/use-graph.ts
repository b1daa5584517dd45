/** The graph of the explorer's place. While it is open, steps that were read before are not read again. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExplorePlace } from '../explore-place.ts';
import { client, trpc } from '../trpc.ts';
import { type GraphReads, type Replayed, replay } from './replay.ts';

/** How long steps that nothing shows any more can be undone and redone without a call. */
const KEPT_MS = 1_800_000;

export interface ReadGraph extends Replayed {
  /** When the oldest part of it was read, epoch milliseconds: the log may have grown since. */
  readonly readAt: number;
}

export function useGraph(place: ExplorePlace) {
  const cache = useQueryClient();
  // Who comes back sees what holds then.
  useEffect(
    () => () => void cache.invalidateQueries({ queryKey: ['explore'], refetchType: 'none' }),
    [cache],
  );
  const { start, opened, from, to } = place;
  const scope = scopeOf(place);
  return useQuery({
    queryKey: ['explore', 'graph', scope, start, opened, from, to],
    queryFn: async ({ signal }): Promise<ReadGraph> => {
      let readAt = Date.now();
      const reads = readsOf(cache, scope, (at) => {
        readAt = Math.min(readAt, at);
      });
      const replayed = await replay(reads, { start: start ?? '', opened, from, to }, signal);
      return { ...replayed, readAt };
    },
    enabled: start !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // Thousands of nodes would be compared one by one.
    structuralSharing: false,
    // While a step is read, what was there stays: that of the same start and scope alone.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(2, 4)) === JSON.stringify([scope, start]) ? before : undefined,
  });
}

export function useFound({ corpus, asOf, find, start }: ExplorePlace) {
  const input = {
    ...(corpus !== null && { corpus }),
    ...(asOf !== null && { as_of: asOf }),
    ...(find !== '' && { q: find }),
  };
  return useQuery({ ...trpc.explore.find.queryOptions(input), enabled: start === null });
}

function scopeOf({ corpus, asOf, kinds }: ExplorePlace) {
  return {
    ...(corpus !== null && { corpus }),
    ...(asOf !== null && { as_of: asOf }),
    ...(kinds.length > 0 && { kinds: [...kinds] }),
  };
}

/** @param onRead gets when each part was read, epoch milliseconds */
function readsOf(
  cache: QueryClient,
  scope: ReturnType<typeof scopeOf>,
  onRead: (at: number) => void,
): GraphReads {
  const once = async <T>(key: readonly unknown[], queryFn: () => Promise<T>): Promise<T> => {
    const queryKey = ['explore', ...key, scope];
    const part = await cache.fetchQuery({
      queryKey,
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      gcTime: KEPT_MS,
    });
    onRead(cache.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now());
    return part;
  };
  return {
    start: (of) => once(['start', of], () => client.explore.start.query({ ...addressed(scope, of), of })),
    step: (of, corpus, after) =>
      once(['step', of, corpus, after], () => client.explore.step.query({ ...scope, corpus, of, after })),
    path: (from, to, corpus) =>
      once(['path', from, to, corpus], () => client.explore.path.query({ ...scope, corpus, from, to })),
  };
}

/** A full address names its corpus itself. */
function addressed(scope: ReturnType<typeof scopeOf>, of: string) {
  if (!of.startsWith('wx://')) return scope;
  const { corpus: _, ...rest } = scope;
  return rest;
}
