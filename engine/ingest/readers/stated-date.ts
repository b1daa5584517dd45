const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** A date as a document states it. */
export interface StatedDate {
  /** The day as stated, or the instant as RFC 3339 UTC with ms. */
  readonly stated: string;
  /** RFC 3339 UTC with ms; a day begins at midnight UTC. */
  readonly instant: string;
}

/** Reads a calendar day or an RFC 3339 timestamp (§5.6; leap seconds are refused); null for anything else. */
export function parseStatedDate(value: string): StatedDate | null {
  if (DAY.test(value)) {
    return isCalendarDay(value) ? { stated: value, instant: `${value}T00:00:00.000Z` } : null;
  }
  const instant = parseInstant(value);
  return instant === null ? null : { stated: instant, instant };
}

function parseInstant(value: string): string | null {
  const [, day, hour, minute, second, fraction = '', zone] = INSTANT.exec(value) ?? [];
  if (day === undefined || zone === undefined || !isCalendarDay(day)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || !isOffset(zone)) return null;
  const millis = fraction.slice(0, 4).padEnd(4, fraction === '' ? '.000' : '0');
  const at = Date.parse(`${day}T${hour}:${minute}:${second}${millis}${zone.toUpperCase()}`);
  if (Number.isNaN(at)) return null;
  const utc = new Date(at).toISOString();
  return utc.length === '0000-00-00T00:00:00.000Z'.length ? utc : null;
}

/** `Date.parse` rolls 31 June over into July: only a day that survives the round trip exists. */
function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

function isOffset(zone: string): boolean {
  if (zone.length === 1) return true;
  return Number(zone.slice(1, 3)) <= 23 && Number(zone.slice(4)) <= 59;
}
