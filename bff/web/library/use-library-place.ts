/** The library's place, and how it is changed: by its address. */
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type LibraryPlace, libraryAddress, readLibraryPlace } from './place.ts';

export interface LibraryTravel {
  readonly place: LibraryPlace;
  /** A new entry of the browser's history. */
  readonly go: (change: Partial<LibraryPlace>) => void;
  /** In the place of the present entry. */
  readonly replace: (change: Partial<LibraryPlace>) => void;
}

export function useLibraryPlace(): LibraryTravel {
  const search = useSearch();
  const [, navigate] = useLocation();
  const place = useMemo(() => readLibraryPlace(search), [search]);
  const go = useCallback(
    (change: Partial<LibraryPlace>) => navigate(libraryAddress({ ...place, ...change })),
    [navigate, place],
  );
  const replace = useCallback(
    (change: Partial<LibraryPlace>) => navigate(libraryAddress({ ...place, ...change }), { replace: true }),
    [navigate, place],
  );
  return useMemo(() => ({ place, go, replace }), [place, go, replace]);
}

export const LibraryContext = createContext<LibraryTravel | null>(null);

/** @throws {Error} outside of the library */
export function useLibraryTravel(): LibraryTravel {
  const travel = useContext(LibraryContext);
  if (travel === null) throw new Error('no place of the library is provided here');
  return travel;
}
