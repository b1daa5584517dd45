/** Colours of the drawing: the page's own, as its scheme has them now. */
import { useSyncExternalStore } from 'react';
import { COLOUR_NAMES, type Colours } from './scene.ts';

const DARK = '(prefers-color-scheme: dark)';

/** Anew when the reader's scheme changes. */
export function useColours(): Colours {
  const isDark = useSyncExternalStore(watchScheme, () => window.matchMedia(DARK).matches);
  return coloursOf(isDark);
}

function watchScheme(onChange: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const known = new Map<boolean, Colours>();

function coloursOf(isDark: boolean): Colours {
  const colours = known.get(isDark) ?? readColours();
  known.set(isDark, colours);
  return colours;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const values = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()] as const);
  // One value for each name.
  return Object.fromEntries(values) as Colours;
}
