/** The explorer's place, and how it is changed: by its address. */
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ExplorePlace, exploreAddress, readExplorePlace } from '../explore-place.ts';

export interface ExploreTravel {
  readonly place: ExplorePlace;
  /** A new entry of the browser's history: what can be undone. */
  readonly go: (change: Partial<ExplorePlace>) => void;
  /** In the place of the present entry. */
  readonly replace: (change: Partial<ExplorePlace>) => void;
}

export function useExplorePlace(): ExploreTravel {
  const search = useSearch();
  const [, navigate] = useLocation();
  const place = useMemo(() => readExplorePlace(search), [search]);
  const go = useCallback(
    (change: Partial<ExplorePlace>) => navigate(exploreAddress({ ...place, ...change })),
    [navigate, place],
  );
  const replace = useCallback(
    (change: Partial<ExplorePlace>) => navigate(exploreAddress({ ...place, ...change }), { replace: true }),
    [navigate, place],
  );
  return { place, go, replace };
}

export const ExploreContext = createContext<ExploreTravel | null>(null);

/** @throws {Error} outside of the explorer */
export function useExploreTravel(): ExploreTravel {
  const travel = useContext(ExploreContext);
  if (travel === null) throw new Error('no place of the explorer is provided here');
  return travel;
}
