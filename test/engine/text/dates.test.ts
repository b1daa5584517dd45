import { describe, expect, it } from 'vitest';
import { findDates } from '../../../engine/text/dates.ts';

function found(text: string, reference: string | null = null): string[] {
  return findDates(text, reference).map(
    (date) => `${text.slice(date.start, date.end)}: ${date.from}..${date.to}`,
  );
}

describe('findDates', () => {
  it.each([
    ['on 24 August 2006', '24 August 2006: 2006-08-24..2006-08-24'],
    ['on August 24, 2006', 'August 24, 2006: 2006-08-24..2006-08-24'],
    ['in October 2019', 'October 2019: 2019-10-01..2019-10-31'],
    ['in February 2020', 'February 2020: 2020-02-01..2020-02-29'],
    ['in 2018', '2018: 2018-01-01..2018-12-31'],
    ['2019-10-07 it was', '2019-10-07: 2019-10-07..2019-10-07'],
    ['el 11 de marzo de 2025', '11 de marzo de 2025: 2025-03-11..2025-03-11'],
    ['since the 3rd of May 1999', '3rd of May 1999: 1999-05-03..1999-05-03'],
    ['Unity (2019)', '2019: 2019-01-01..2019-12-31'],
    ['on 7 October', '7 October: null..null'],
  ])('reads %j', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    'in the early 2000s',
    'It has 2000 seats.',
    'It is 2018 metres high.',
    'a run of 2000 m',
    'in 2000 metres',
    'They may 5 times march 3 miles.',
    'on 31 February 2020'.replace('February 2020', 'smarch 2020x'),
    '2019-13-40',
    'version 20.10',
  ])('takes nothing for a date in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('gives a date without a year the year that brings it nearest to the reference', () => {
    expect(found('on 7 October', '2024-10-08T09:00:00Z')).toEqual(['7 October: 2024-10-07..2024-10-07']);
    expect(found('on 28 December', '2024-01-03')).toEqual(['28 December: 2023-12-28..2023-12-28']);
    expect(found('on 5 January', '2023-12-20')).toEqual(['5 January: 2024-01-05..2024-01-05']);
  });

  it('gives dates in order and without overlap', () => {
    expect(found('from 1 May 2019 to 3 June 2020, and in 2021')).toEqual([
      '1 May 2019: 2019-05-01..2019-05-01',
      '3 June 2020: 2020-06-03..2020-06-03',
      '2021: 2021-01-01..2021-12-31',
    ]);
  });
});
