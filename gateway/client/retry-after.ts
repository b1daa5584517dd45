/** `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date. */

/** @returns milliseconds from `nowMs`, never negative; null where the header is absent or not understood */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  // RFC 9110 dates name their weekday; Date.parse alone would take "-5" for a year.
  if (!/^[A-Z][a-z]{2,8},? /.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
