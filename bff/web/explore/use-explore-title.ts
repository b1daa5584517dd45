/** The browser's tab says what is explored. */
import { sayExplore } from '../catalogues/explore.ts';
import { useTitle } from '../use-title.ts';

/** @param of empty while nothing is */
export function useExploreTitle(of: string): void {
  useTitle([of, sayExplore('explore'), 'Adduce'].filter((part) => part !== '').join(' · '));
}
