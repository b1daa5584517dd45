import { epochMs } from '../time.ts';

const DAY_MS = 86_400_000;

/** The whole UTC day that holds an instant, both counted from 1970-01-01. */
export function utcDay(millis: number): number {
  return Math.floor(millis / DAY_MS);
}

/** The same of an instant as text. @throws {RangeError} if the text is not one */
export function utcDayOf(instant: string): number {
  return utcDay(epochMs(instant));
}
