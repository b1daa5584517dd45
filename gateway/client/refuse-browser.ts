/** Engine keys never go into client-side code (contract: Authentication). */

/** What of a global scope tells a browser page or a browser's worker from a server. */
interface GlobalScope {
  readonly window?: { readonly document?: unknown };
  readonly importScripts?: unknown;
}

/** True in a page and in its workers; Node, Deno and Bun have neither a document nor `importScripts`. */
export function isBrowser(scope: GlobalScope): boolean {
  if (scope.window?.document !== undefined) return true;
  return typeof scope.importScripts === 'function';
}

/** @throws {Error} in a browser */
export function refuseBrowser(scope: GlobalScope = globalThis as GlobalScope): void {
  if (!isBrowser(scope)) return;
  throw new Error(
    '@adduce/client refuses to hold an API key in a browser: call your own server, which holds the key',
  );
}
