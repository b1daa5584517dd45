/** What the server has changed is read again. */
import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** A first read that is under way may be from before the change, and would be waited for instead: it is given up. */
export async function readAnew(cache: QueryClient, filters: QueryFilters): Promise<void> {
  await cache.cancelQueries(filters);
  await cache.invalidateQueries(filters);
}
