/** The page's place, for every part that shows it or leads elsewhere. */
import { createContext, useContext } from 'react';
import type { Travel } from './use-place.ts';

export const TravelContext = createContext<Travel | null>(null);

/** @throws {Error} outside of the page */
export function useTravel(): Travel {
  const travel = useContext(TravelContext);
  if (travel === null) throw new Error('no place is provided here');
  return travel;
}
