/** Ranges of filters: both ends belong to them, and each may be left out. */
import type { Between, NumbersBetween } from '../../../graph/store/filters.ts';
import { endOfAsOf, parseInstant } from '../../../graph/time.ts';
import { builder } from '../builder/builder.ts';
import { refused } from './filter-join.ts';
import { readText } from './filter-values.ts';

export const TimeRangeType = builder.inputType('TimeRange', {
  description: 'A stretch of time, both ends included; one of them may be left out.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'At this timestamp or later; of a date its beginning.' }),
    to: t.field({ type: 'DateTime', description: 'At this timestamp or earlier; of a date its end.' }),
  }),
});

export const ConfidenceRangeType = builder.inputType('ConfidenceRange', {
  description: 'A stretch of confidences from 0 to 1, both ends included; one of them may be left out.',
  fields: (t) => ({
    from: t.float({ description: 'This or more, in four decimals.' }),
    to: t.float({ description: 'This or less, in four decimals.' }),
  }),
});

export const LogRangeType = builder.inputType('LogRange', {
  description: 'A stretch of the log, both ends included; one of them may be left out.',
  fields: (t) => ({
    from: t.field({ type: 'LogPosition', description: 'At this position or behind it.' }),
    to: t.field({ type: 'LogPosition', description: 'At this position or before it.' }),
  }),
});

export const NumberRangeType = builder.inputType('IntRange', {
  description: 'A stretch of whole numbers, both ends included; one of them may be left out.',
  fields: (t) => ({
    from: t.int({ description: 'This or more.' }),
    to: t.int({ description: 'This or less.' }),
  }),
});

export const DateRangeType = builder.inputType('DateRange', {
  description: 'A stretch of days, both ends included; one of them may be left out.',
  fields: (t) => ({
    from: t.field({ type: 'Date', description: 'On this day or later.' }),
    to: t.field({ type: 'Date', description: 'On this day or earlier.' }),
  }),
});

export const QuantityRangeType = builder.inputType('QuantityRange', {
  description:
    'Quantities of one unit between two numbers, both ends included; one of them may be left out. Numbers are compared as doubles; a bound beyond these is none.',
  fields: (t) => ({
    unit: t.string({
      defaultValue: '',
      description: 'As `StatementValue.unit` has it; empty: quantities without a unit.',
    }),
    from: t.float({ description: 'This or more.' }),
    to: t.float({ description: 'This or less.' }),
  }),
});

export interface GivenRange<T> {
  readonly from?: T | null | undefined;
  readonly to?: T | null | undefined;
}

/** Instants. @throws {GraphQLError} `invalid:query` for what is no time, has no end at all, or ends before it begins */
export function readTimeRange(
  name: string,
  given: GivenRange<string> | null | undefined,
): Between<string> | null {
  return rangeOf(name, given, (text, end) => {
    const instant = (end === 'from' ? parseInstant : endOfAsOf)(text);
    if (instant !== null) return instant;
    throw refused(`${name}.${end}: ${text} is neither an ISO 8601 date nor a timestamp`);
  });
}

/** Confidences are shown in four decimals, and held in micro. */
const SHOWN = 10_000;
const MICRO_OF_SHOWN = 100;

/** In micro: whatever is shown as a number of the range. @throws {GraphQLError} `invalid:query` also for what is not from 0 to 1 */
export function readConfidenceRange(
  name: string,
  given: GivenRange<number> | null | undefined,
): Between<number> | null {
  return rangeOf(name, given, (confidence, end) => {
    if (!(confidence >= 0 && confidence <= 1)) throw refused(`${name}.${end}: a confidence is from 0 to 1`);
    const shown = Math.round(confidence * SHOWN) * MICRO_OF_SHOWN;
    return end === 'from' ? shown - MICRO_OF_SHOWN / 2 : shown + MICRO_OF_SHOWN / 2 - 1;
  });
}

/** Whole numbers. @throws {GraphQLError} `invalid:query` also for a negative one */
export function readNumberRange(
  name: string,
  given: GivenRange<number> | null | undefined,
): Between<number> | null {
  return rangeOf(name, given, (number, end) => {
    if (number < 0) throw refused(`${name}.${end}: ${number} is negative`);
    return number;
  });
}

/** Of one unit. @throws {GraphQLError} `invalid:query` also for a unit that is too long */
export function readQuantityRange(
  name: string,
  given: (GivenRange<number> & { readonly unit?: string | null | undefined }) | null | undefined,
): NumbersBetween | null {
  const range = rangeOf(name, given, (number) => number);
  // The empty text says that there is no unit.
  return range && { ...range, unit: readText(`${name}.unit`, given?.unit || null) ?? '' };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days. @throws {GraphQLError} `invalid:query` also for what is none */
export function readDayRange(
  name: string,
  given: GivenRange<string> | null | undefined,
): Between<string> | null {
  return rangeOf(name, given, (text, end) => {
    if (DAY.test(text) && parseInstant(text) !== null) return text;
    throw refused(`${name}.${end}: ${text} is no day of ISO 8601`);
  });
}

function rangeOf<Given, T extends string | number>(
  name: string,
  given: GivenRange<Given> | null | undefined,
  read: (value: Given, end: 'from' | 'to') => T,
): Between<T> | null {
  if (given == null) return null;
  const from = given.from == null ? null : read(given.from, 'from');
  const to = given.to == null ? null : read(given.to, 'to');
  if (from === null && to === null) throw refused(`${name} has from, or to, or both`);
  if (from !== null && to !== null && from > to) throw refused(`${name} ends before it begins`);
  return { from, to };
}
