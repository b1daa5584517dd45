/** The browser's tab says what is explored. */
import { useEffect } from 'react';
import { sayExplore } from '../catalogues/explore.ts';

/** @param of empty while nothing is */
export function useTitle(of: string): void {
  const title = [of, sayExplore('explore'), 'Adduce'].filter((part) => part !== '').join(' · ');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Adduce';
    };
  }, [title]);
}
