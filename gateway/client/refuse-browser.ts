/** Engine keys never go into client-side code (docs/spec/contract.md#ae-authentication). */

/** The members of a global scope that distinguish a browser's page or worker from a server. */
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

/** Headers that carry credentials, by words in their names. */
const CREDENTIAL_NAME = /auth|cookie|credential|key|password|secret|session|signature|token/i;
/** Not a credential: it is chosen for one write and has no value to anybody else. */
const NO_CREDENTIAL = /^idempotency-key$/i;
/** An organisation's key, or a scheme before a credential, under whatever name. */
const CREDENTIAL_VALUE = /\badk_|^\s*(?:basic|bearer|digest|dpop)\s/i;

/** A key may be in any header: by its name, or by what it holds. @throws {Error} in a browser, for headers with one */
export function refuseCredentials(
  headers: Readonly<Record<string, string>>,
  scope: GlobalScope = globalThis as GlobalScope,
): void {
  if (!isBrowser(scope)) return;
  const credential = Object.entries(headers).some(
    ([name, value]) =>
      (CREDENTIAL_NAME.test(name) && !NO_CREDENTIAL.test(name)) || CREDENTIAL_VALUE.test(value),
  );
  if (credential) refuseBrowser(scope);
}
