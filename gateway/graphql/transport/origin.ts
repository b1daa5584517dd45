/**
 * Which pages may call: those of this very server and the listed ones; programs send no Origin
 * (docs/spec/promises.md#cors, #csrf).
 */

/**
 * @param origin the `Origin` header
 * @param host the `Host` header: what the page itself was loaded from has the same one
 * @param allowed further origins, such as `https://adduce.example`
 */
export function isAllowedOrigin(
  origin: string | null,
  host: string | null,
  allowed: readonly string[],
): boolean {
  if (origin === null || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
