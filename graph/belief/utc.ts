/** Instants and whole UTC days, as integers. */

const MS_PER_DAY = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds since 1970-01-01T00:00Z of an RFC 3339 instant.
 *
 * @throws RangeError when the text is no RFC 3339 instant with at most millisecond precision
 */
export function utcMillis(instant: string): number {
  const millis = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(millis)) throw new RangeError(`not an RFC 3339 instant: ${JSON.stringify(instant)}`);
  return millis;
}

/** The whole UTC day that holds an instant, counted from 1970-01-01. */
export function utcDay(millis: number): number {
  return Math.floor(millis / MS_PER_DAY);
}
