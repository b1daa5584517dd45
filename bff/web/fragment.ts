/** The value after `#name=` in the page's address; null where there is none. One that is not encoded well is taken as it is. */
export function fragmentValue(name: string): string | null {
  const { hash } = window.location;
  const start = `#${name}=`;
  if (!hash.startsWith(start) || hash === start) return null;
  const value = hash.slice(start.length);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Takes the fragment out of the address, without an entry in the browser's history. */
export function removeFragment(): void {
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}
