/** The page's place, and how it is changed: by its address. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressOf, type PagePlace, readPlace } from './address.ts';

export interface Travel {
  readonly place: PagePlace;
  /** A new entry of the browser's history. */
  readonly go: (next: PagePlace) => void;
  /** In the place of the present entry. */
  readonly replace: (next: PagePlace) => void;
}

export function usePlace(): Travel {
  const search = useSearch();
  const [, navigate] = useLocation();
  const place = useMemo(() => readPlace(search), [search]);
  const go = useCallback((next: PagePlace) => navigate(addressOf(next)), [navigate]);
  const replace = useCallback((next: PagePlace) => navigate(addressOf(next), { replace: true }), [navigate]);
  return { place, go, replace };
}
