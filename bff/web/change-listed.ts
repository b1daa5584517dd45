/** Changes what is listed here, whatever is being read meanwhile. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * A read on its way would end with what was there when it began, and so undo the change: it begins again.
 * @param queryKey of a list, or what the keys of several begin with
 */
export function changeListed<T>(cache: QueryClient, queryKey: QueryKey, change: (here: T) => T): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const { fetchStatus, fetchMeta } = query.state;
    const isReading = fetchStatus !== 'idle';
    if (isReading) void query.cancel({ revert: true });
    cache.setQueryData<T>(query.queryKey, (here) => here && change(here));
    // With what it was for: the next page, or all of them.
    if (isReading)
      void query.fetch(undefined, fetchMeta === null ? {} : { meta: fetchMeta }).catch(() => undefined);
  }
}
