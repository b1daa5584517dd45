/**
 * Instants and durations, without a clock. An instant is RFC 3339 in UTC with milliseconds, years 0000 to 9999
 * (`2026-01-02T03:04:05.678Z`), so that instants compare as strings.
 */
import { Temporal } from 'temporal-polyfill';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_DURATION_LENGTH = 64;

/**
 * The instant of a date (its first millisecond) or of a timestamp with an offset (ISO 8601; seconds may be left out); null for other text,
 * for days that do not exist, for leap seconds (`:60`) and outside years 0000 to 9999. Digits past the millisecond
 * are dropped.
 */
export function parseInstant(text: string): string | null {
  if (DATE.test(text)) return midnight(text);
  const [, date, time, seconds = '00', fraction = '', sign, hours, minutes] = TIMESTAMP.exec(text) ?? [];
  if (date === undefined || midnight(date) === null) return null;
  const local = Date.parse(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = sign === undefined ? 0 : Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return format(sign === '-' ? local + offset : local - offset);
}

/** The last instant that `as_of` includes: a date means its last millisecond UTC, a timestamp itself; null as above. */
export function endOfAsOf(text: string): string | null {
  const instant = parseInstant(text);
  return instant !== null && DATE.test(text) ? endOfDay(instant) : instant;
}

/** The last millisecond of the instant's UTC day. @throws {RangeError} if the text is not an instant */
export function endOfDay(instant: string): string {
  epochMs(instant);
  return `${instant.slice(0, 10)}T23:59:59.999Z`;
}

/** How many UTC midnights lie between two instants; negative if `to` is earlier. @throws {RangeError} as `epochMs` */
export function daysBetween(from: string, to: string): number {
  return Math.floor(epochMs(to) / DAY_MS) - Math.floor(epochMs(from) / DAY_MS);
}

/**
 * An ISO 8601 duration in milliseconds. A day has 24 hours, a month 30 days and a year 365, so that no date is needed.
 * Null for other text, for negative ones and for fractions of a millisecond.
 */
export function parseDuration(text: string): number | null {
  const duration = durationOf(text);
  if (duration === null || duration.sign < 0) return null;
  if (duration.microseconds + duration.nanoseconds > 0) return null;
  const days = duration.years * 365 + duration.months * 30 + duration.weeks * 7 + duration.days;
  const clock = duration.hours * HOUR_MS + duration.minutes * MINUTE_MS + duration.seconds * 1_000;
  const total = days * DAY_MS + clock + duration.milliseconds;
  return Number.isSafeInteger(total) ? total : null;
}

/** The instant so many milliseconds later (earlier if negative). @throws {RangeError} outside years 0000 to 9999 */
export function addMilliseconds(instant: string, ms: number): string {
  return instantOf(epochMs(instant) + ms);
}

/** The instant of a count of milliseconds since 1970. @throws {RangeError} outside years 0000 to 9999 */
export function instantOf(ms: number): string {
  const instant = format(ms);
  if (instant === null) throw new RangeError('outside years 0000 to 9999');
  return instant;
}

/** Milliseconds since 1970 of an instant. @throws {RangeError} if the text is not an instant */
export function epochMs(instant: string): number {
  const ms = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  if (format(ms) !== instant) throw new RangeError('not an instant');
  return ms;
}

function midnight(date: string): string | null {
  // The parser rolls 30 February over into March: only a day that comes back unchanged exists.
  const instant = format(Date.parse(`${date}T00:00:00.000Z`));
  return instant?.startsWith(date) ? instant : null;
}

function format(ms: number): string | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return INSTANT.test(text) ? text : null;
}

function durationOf(text: string): Temporal.Duration | null {
  if (text.length > MAX_DURATION_LENGTH) return null;
  try {
    return Temporal.Duration.from(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
