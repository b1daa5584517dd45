import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  HOME,
  INBOX_LISTS,
  MODES,
  PANELS,
  type PagePlace,
  readPlace,
  STANCES,
} from '../../../bff/web/address.ts';
import { dayOfMonth, labelsOf, monthOf, runAt, spanOf } from '../../../bff/web/answer/timeline-scale.ts';

const text = fc.string({ minLength: 1, unit: 'binary' });
const place: fc.Arbitrary<PagePlace> = fc.record({
  view: fc.constantFrom('ask', 'turn', 'check', 'add', 'turned', 'members'),
  q: fc.oneof(
    fc.constant(''),
    text.filter((q) => q.trim() !== ''),
  ),
  asOf: fc.option(text),
  corpus: fc.option(text),
  mode: fc.constantFrom(...MODES),
  answer: fc.option(text),
  before: fc.option(text),
  panel: fc.option(fc.constantFrom(...PANELS)),
  source: fc.option(fc.integer({ min: 1 })),
  contribute: fc.option(fc.constantFrom(...STANCES)),
  list: fc.constantFrom(...INBOX_LISTS),
  org: fc.option(text),
});

describe('the address of a place', () => {
  it('brings back the very place', () => {
    fc.assert(
      fc.property(place, (one) => {
        expect(readPlace(addressOf(one).slice(1))).toEqual(one);
      }),
    );
  });

  it.each(['?q=', '?q=%20', '?q=+%09+'])('asks nothing by %s: there is no word in it', (search) => {
    expect(readPlace(search)).toEqual(HOME);
  });

  it('is / for the first page, which whatever is not known leads to', () => {
    expect(addressOf(HOME)).toBe('/');
    for (const search of [
      '',
      '?',
      '?view=nowhere&mode=loud&panel=all&source=-1&list=none',
      '?source=1.5&source=x',
    ])
      expect(readPlace(search)).toEqual(HOME);
  });
});

const NOW = Date.parse('2026-11-26T12:00:00Z');
const run = (value: string, day: string) => ({
  ...{ value, number: null, text: value, statements: 1 },
  from: `${day}T09:00:00.000Z`,
});
const RUNS = [
  run('62', '2016-09-12'),
  run('82', '2019-10-08'),
  run('145', '2023-05-16'),
  run('146', '2023-06-08'),
];

describe('the timeline', () => {
  const span = spanOf(RUNS[0]?.from ?? null, NOW);

  it('begins in the month before the first value and ends today', () => {
    expect(dayOfMonth(0, span)).toBe('2016-08-01');
    expect(dayOfMonth(span.months - 1, span)).toBe('2026-11-01');
  });

  it('has at least one step where nothing is dated', () => {
    expect(spanOf(null, NOW).months).toBe(2);
  });

  it.each([
    ['2016-08-01', 0],
    ['2001-01-01', 0],
    ['2019-10-08', 38],
    ['2040-01-01', span.months],
  ])('has the day %s in its month %i', (day, month) => {
    expect(monthOf(day, span)).toBe(month);
  });

  it.each([
    [null, '146'],
    ['2016-09-11', undefined],
    ['2016-09-12', '62'],
    ['2019-10-07', '62'],
    ['2019-10-08', '82'],
    ['2023-06-07T23:59:59.999Z', '145'],
  ])('as known on %s says %s', (asOf, value) => {
    expect(runAt(RUNS, asOf)?.value).toBe(value);
  });

  it('puts values that are near each other under one label', () => {
    const labels = labelsOf(RUNS, span).map(({ runs }) => runs.map(({ value }) => value));
    expect(labels).toEqual([['62'], ['82'], ['145', '146']]);
  });
});
