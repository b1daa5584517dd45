import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMilliseconds,
  daysBetween,
  endOfAsOf,
  endOfDay,
  epochMs,
  instantOf,
  parseDuration,
  parseInstant,
} from '../../graph/time.ts';

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const DAY = 86_400_000;
const ms = fc.integer({ min: FIRST, max: LAST });
const instant = ms.map(instantOf);

const NOT_INSTANTS = [
  '',
  '2023',
  '2023-02',
  '2023-02-30',
  '2023-02-29',
  '1900-02-29',
  '2023-04-31',
  '2023-00-10',
  '2023-13-01',
  '2023-01-00',
  '2023-01-32',
  '10000-01-01',
  '+002023-01-01',
  '-000001-01-01',
  '23-01-01',
  ' 2023-01-01',
  '2023-01-01\n',
  '2023-01-01T10',
  '2023-01-01T10Z',
  '2023-01-01T10:00:00',
  '2023-01-01 10:00:00Z',
  '2023-01-01T24:00:00Z',
  '2023-01-01T10:60:00Z',
  '2016-12-31T23:59:60Z',
  '2023-02-30T10:00:00Z',
  '2023-01-01T10:00:00.Z',
  '2023-01-01T10:00:00.1234567890Z',
  '2023-01-01T10:00:00+24:00',
  '2023-01-01T10:00:00+01:60',
  '2023-01-01T10:00:00+0100',
  '2023-01-01T10:00:00Z+01:00',
  '9999-12-31T23:59:59-00:01',
  '0000-01-01T00:00:00+00:01',
  '２０２３-01-01',
  'Jan 1, 2023',
];

describe('parseInstant', () => {
  it.each([
    ['2023-02-28', '2023-02-28T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2023-01-01T10:00:00Z', '2023-01-01T10:00:00.000Z'],
    ['2023-01-01T10:00+02:00', '2023-01-01T08:00:00.000Z'],
    ['2023-01-01t10:00:00z', '2023-01-01T10:00:00.000Z'],
    ['2023-01-01T10:00:00.5Z', '2023-01-01T10:00:00.500Z'],
    ['2023-01-01T10:00:00.123999999Z', '2023-01-01T10:00:00.123Z'],
    ['2023-01-01T00:30:00+01:00', '2022-12-31T23:30:00.000Z'],
    ['2024-02-29T23:59:59-01:30', '2024-03-01T01:29:59.000Z'],
    ['2023-01-01T10:00:00-00:00', '2023-01-01T10:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  it.each(NOT_INSTANTS)('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull();
    expect(endOfAsOf(text)).toBeNull();
  });

  it('keeps an instant as it is', () => {
    fc.assert(
      fc.property(instant, (text) => {
        expect(parseInstant(text)).toBe(text);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0129-:TZ+.'), maxLength: 30 }), (text) => {
        const parsed = parseInstant(text);
        if (parsed !== null) expect(parseInstant(parsed)).toBe(parsed);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('endOfAsOf', () => {
  it('takes a date to its last millisecond, and a timestamp as it is', () => {
    expect(endOfAsOf('2023-02-28')).toBe('2023-02-28T23:59:59.999Z');
    expect(endOfAsOf('2023-02-28T00:00:00Z')).toBe('2023-02-28T00:00:00.000Z');
  });
});

describe('endOfDay', () => {
  it('is the last instant of the same day', () => {
    fc.assert(
      fc.property(instant, (text) => {
        const end = endOfDay(text);
        expect(end >= text).toBe(true);
        expect(daysBetween(text, end)).toBe(0);
        fc.pre(epochMs(end) < LAST);
        expect(daysBetween(text, addMilliseconds(end, 1))).toBe(1);
      }),
    );
  });
});

describe('daysBetween', () => {
  it.each([
    ['2023-01-01T00:00:00.000Z', '2023-01-01T23:59:59.999Z', 0],
    ['2023-01-01T23:59:59.999Z', '2023-01-02T00:00:00.000Z', 1],
    ['2024-02-28T12:00:00.000Z', '2024-03-01T12:00:00.000Z', 2],
    ['2023-01-02T00:00:00.000Z', '2023-01-01T23:59:59.999Z', -1],
    ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', 1],
    ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', 3_652_424],
  ])('counts the midnights from %s to %s', (from, to, expected) => {
    expect(daysBetween(from, to)).toBe(expected);
  });

  it('adds up over any instant between, and turns its sign with the direction', () => {
    fc.assert(
      fc.property(instant, instant, instant, (a, b, c) => {
        expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c));
      }),
    );
  });
});

describe('parseDuration', () => {
  it.each([
    ['P14D', 14 * DAY],
    ['P7D', 7 * DAY],
    ['PT24H', DAY],
    ['PT12H', DAY / 2],
    ['P1W', 7 * DAY],
    ['P1DT2H3M4S', DAY + 7_384_000],
    ['PT0.5S', 500],
    ['PT0.001S', 1],
    ['PT1.5H', 5_400_000],
    ['PT0S', 0],
    ['p1d', DAY],
    ['P1M', 30 * DAY],
    ['P1Y1D', 366 * DAY],
  ])('reads %s as %d ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    '',
    'P',
    'PT',
    'P1',
    '14D',
    'P1D1Y',
    '-P1D',
    'P-1D',
    'P1.5D',
    'PT0.0001S',
    'PT0.000000001S',
    'P1D ',
    'P1H',
    'PT1D',
    'P99999999999D',
    `P${'9'.repeat(400)}D`,
    `P${'0'.repeat(64)}1D`,
    '1 day',
    '__proto__',
  ])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it('reads any count of days and seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (days, seconds) => {
          expect(parseDuration(`P${days}DT${seconds}S`)).toBe(days * DAY + seconds * 1_000);
        },
      ),
    );
  });
});

describe('addMilliseconds', () => {
  it('goes back as far as it went', () => {
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        expect(addMilliseconds(instantOf(a), b - a)).toBe(instantOf(b));
      }),
    );
  });

  it('stays within years 0000 to 9999', () => {
    expect(() => addMilliseconds('9999-12-31T23:59:59.999Z', 1)).toThrow(RangeError);
    expect(() => addMilliseconds('0000-01-01T00:00:00.000Z', -1)).toThrow(RangeError);
    expect(() => addMilliseconds('2023-01-01T00:00:00.000Z', Number.NaN)).toThrow(RangeError);
  });
});

describe('instants', () => {
  it('compare as strings as they do in time', () => {
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        expect(instantOf(a) < instantOf(b)).toBe(a < b);
      }),
    );
  });

  it.each(['2023-01-01', '2023-01-01T00:00:00Z', '2023-02-30T00:00:00.000Z', '', ...NOT_INSTANTS])(
    'must be whole and exist: %j is none',
    (text) => {
      expect(() => epochMs(text)).toThrow(RangeError);
      expect(() => endOfDay(text)).toThrow(RangeError);
      expect(() => daysBetween(text, '2023-01-01T00:00:00.000Z')).toThrow(RangeError);
    },
  );
});
