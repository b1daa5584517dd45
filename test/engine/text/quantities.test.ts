import { describe, expect, it } from 'vitest';
import { findQuantities } from '../../../engine/text/quantities.ts';
import { tokenise } from '../../../engine/text/tokens.ts';
import { cpuMs } from '../../cpu-time.ts';

function found(sentence: string): string[] {
  return findQuantities(sentence, tokenise(sentence, 'en')).map((q) => {
    const flags = `${q.approximate ? ' approximate' : ''}${q.ordinal ? ' ordinal' : ''}`;
    return `${q.min}..${q.max} ${q.unit} (${q.dimension}) ${q.precision}${flags}`;
  });
}

describe('findQuantities', () => {
  it.each([
    ['It has 20,000 bees.', '20000..20000 bee (count) 4'],
    ['It took 9.58 seconds.', '9.58..9.58 second (duration) -2'],
    ['It is 1 642 m deep.', '1642..1642 metre (length) 0'],
    ['It holds 2.5 million books.', '2500000..2500000 book (count) 5'],
    ['It is a two-year warranty.', '2..2 year (duration) 0'],
    ['It moves at 343 metres per second.', '343..343 metre/second (speed) 0'],
    ['It moves at 5 m/s.', '5..5 metre/second (speed) 0'],
    ['It costs 70p.', '0.7..0.7 pound (money) -1'],
    ['It costs £1.25.', '1.25..1.25 pound (money) -2'],
    ['It made £2.5m.', '2500000..2500000 pound (money) 5'],
    ['They get 8.84 euros an hour.', '8.84..8.84 euro/hour (money) -2'],
    ['It prints thirty titles a year.', '30..30 title/year (count) 0'],
    ['He ran 2:00:35 there.', '7235..7235 second (duration) 0'],
    ['It rose 12 %.', '12..12 percent (percent) 0'],
    ['It rose 5 per cent.', '5..5 percent (percent) 0'],
    ['It has eleven official languages.', '11..11 official language (count) 0'],
    ['It is the twelfth language.', '12..12 language (count) 0 ordinal'],
    ['It has more than 250 species.', '250..null species (count) 1'],
    ['It has up to 40 seats.', 'null..40 seat (count) 1'],
    ['It has nearly 40 seats.', '40..40 seat (count) 1 approximate'],
    ['It is between 5 and 7 metres long.', '5..7 metre (length) 0'],
    ['It is a 5–7 km walk.', '5..7 kilometre (length) 0'],
    ['It goes at 300 km/h.', '300..300 kilometre/hour (speed) 2'],
    ['It covers twelve square kilometres.', '12..12 square kilometre (area) 0'],
    ['It has twenty-four clubs.', '24..24 club (count) 0'],
    ['It lasts three and a half hours.', '3.5..3.5 hour (duration) -1'],
    ['It cost two and a half million euros.', '2500000..2500000 euro (money) 5'],
    ['It has two and a bit clubs.', '2..2  (number) 0'],
    ['An eighty-three-year-old won.', '83..83 year (duration) 0'],
  ])('reads %j', (sentence, expected) => {
    expect(found(sentence)).toEqual([expected]);
  });

  it.each([
    'It opened on 24 August 2006.',
    'It is Node.js 16.',
    'The 1915 Canakkale Bridge is long.',
    'It opens at 7 a.m.',
    'There are none.',
    `It has ${'9'.repeat(31)} digits`,
  ])('takes nothing for a quantity in %j', (sentence) => {
    expect(found(sentence)).toEqual([]);
  });

  it('reads each of several quantities with its own unit', () => {
    expect(found('It is 5,895 m (19,341 ft) and has 4 lifts.')).toEqual([
      '5895..5895 metre (length) 0',
      '19341..19341 foot (length) 0',
      '4..4 lift (count) 0',
    ]);
  });
});

describe('a sentence of thousands of dates and numbers', () => {
  it.each(['from 2010 to 2012 ', 'in 2012, 7 moons, '])('is read in linear time: %j', (unit) => {
    const sentence = unit.repeat(100_000 / unit.length);
    const tokens = tokenise(sentence, 'en');
    expect(cpuMs(() => findQuantities(sentence, tokens))).toBeLessThan(1_500);
  });
});
