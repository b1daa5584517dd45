import type { QueryClient } from '@tanstack/react-query';
import { trpc } from '../trpc.ts';

/** What was read of the graph may not hold any more: it is read again where it is shown, now or later. */
export async function outdateGraphs(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ queryKey: ['explore'] });
  await cache.invalidateQueries(trpc.explore.pathFilter());
}
