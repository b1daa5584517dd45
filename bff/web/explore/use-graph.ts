/** The graph of the explorer's place. Steps that were read before are not read again. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, trpc } from '../trpc.ts';
import type { ExplorePlace } from './place.ts';
import { type GraphReads, type Replayed, replay } from './replay.ts';

/** How long steps that nothing shows any more can be undone and redone without a call. */
const KEPT_MS = 1_800_000;

export function useGraph(place: ExplorePlace) {
  const cache = useQueryClient();
  const { start, opened, from, to } = place;
  const scope = scopeOf(place);
  return useQuery({
    queryKey: ['explore', 'graph', scope, start, opened, from, to],
    queryFn: ({ signal }): Promise<Replayed> =>
      replay(readsOf(cache, scope), { start: start ?? '', opened, from, to }, signal),
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

function readsOf(cache: QueryClient, scope: ReturnType<typeof scopeOf>): GraphReads {
  const once = <T>(key: readonly unknown[], queryFn: () => Promise<T>): Promise<T> =>
    cache.fetchQuery({
      queryKey: ['explore', ...key, scope],
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      gcTime: KEPT_MS,
    });
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
