/** The browser's tab says what is explored. */
import { useEffect } from 'react';

/** @param of empty while nothing is */
export function useTitle(of: string): void {
  useEffect(() => {
    document.title = [of, 'Explore', 'Adduce'].filter((part) => part !== '').join(' · ');
    return () => {
      document.title = 'Adduce';
    };
  }, [of]);
}
