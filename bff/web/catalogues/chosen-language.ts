/** The reader's choice of a language, as the address, this tab and this browser have it. */
import { useSyncExternalStore } from 'react';
import {
  type Language,
  type LanguageTag,
  languageFor,
  onLanguage,
  speak,
  spokenLanguage,
} from './language.ts';

const KEY = 'adduce.language';
const PARAMETER = 'lang';

/** Draws its component anew when the language changes; all components that are drawn by it speak the new one. */
export function useLanguage(): LanguageTag {
  return useSyncExternalStore(onLanguage, () => spokenLanguage().tag);
}

/** Before the page is drawn. Words that cannot be loaded leave it in English. */
export async function speakFirst(): Promise<void> {
  const address = new URLSearchParams(window.location.search).get(PARAMETER);
  if (address !== null) write(() => sessionStorage, address);
  const tag = languageFor({
    address,
    tab: read(() => sessionStorage),
    stored: read(() => localStorage),
    browser: navigator.languages,
  });
  if (tag !== 'en') await speak(tag).catch(() => false);
}

/** For this browser, until the reader chooses again; an address that names another language does so no more. */
export async function chooseLanguage(tag: Language): Promise<void> {
  if (!(await speak(tag))) return;
  write(() => localStorage, tag);
  write(() => sessionStorage, tag);
  const address = new URL(window.location.href);
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}

/** Null also where the browser lets the page store nothing. */
function read(store: () => Storage): string | null {
  try {
    return store().getItem(KEY);
  } catch {
    return null;
  }
}

function write(store: () => Storage, tag: string): void {
  try {
    store().setItem(KEY, tag);
  } catch {
    // The next page asks the browser again.
  }
}
