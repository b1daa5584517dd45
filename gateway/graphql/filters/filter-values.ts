/** Values of filters as arguments give them. */
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { endOfAsOf, parseInstant } from '../../../graph/time.ts';
import { refusalError } from '../refusal-error.ts';

/** Characters of a filter's text. */
export const MAX_FILTER_TEXT = 512;

/** A text of a filter, null where none was given. @throws {GraphQLError} `invalid:query` for one that is empty or too long */
export function readText(
  name: string,
  given: string | null | undefined,
  most: number = MAX_FILTER_TEXT,
): string | null {
  if (given == null) return null;
  if (given === '' || given.length > most) throw refused(`${name} has 1 to ${most} characters`);
  return given;
}

/** Kinds in one order, each once, whatever was given; undefined: all. */
export function readKinds<K extends string>(given: readonly K[] | null | undefined): K[] | undefined {
  return given == null ? undefined : [...new Set(given)].sort(byCodeUnit);
}

/** What distinguishes a list of some kinds from others. */
export function kindsName(kinds: readonly string[] | undefined): string | null {
  return kinds?.join(' ') ?? null;
}

/** The instants of `from` (a date: its first) and `to` (a date: its last). @throws {GraphQLError} `invalid:query` */
export function readTimes({
  from,
  to,
}: {
  from?: string | null | undefined;
  to?: string | null | undefined;
}): {
  readonly from: string | null;
  readonly to: string | null;
} {
  return { from: instant('from', from ?? null, parseInstant), to: instant('to', to ?? null, endOfAsOf) };
}

function instant(name: string, text: string | null, read: (text: string) => string | null): string | null {
  if (text === null) return null;
  const found = read(text);
  if (found === null) throw refused(`${name}: ${text} is neither an ISO 8601 date nor a timestamp`);
  return found;
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
