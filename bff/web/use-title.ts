/** The browser's tab says what is shown. */
import { useEffect } from 'react';

/** Until what shows it goes away. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Adduce';
    };
  }, [title]);
}
