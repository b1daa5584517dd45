import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type RelatedStatements,
  relateStatements,
  relationOf,
  SAME_TIME_DAYS,
  sourcePair,
} from '../../../../engine/reading/relate/relate-statements.ts';
import type { Statement } from '../../../../engine/reading/relate/statement.ts';
import { CONTRADICTIONS, SUPPORTED, TRAPS } from '../../../../eval/train/rated-statements.ts';
import { cpuMs } from '../../../cpu-time.ts';

const statement = (text: string, title = '', more: Partial<Statement> = {}): Statement => ({
  text,
  title,
  above: [],
  header: null,
  ...more,
});
const OTHERS = { samePublisher: false, days: 1 };
const relate = (a: string, b: string, title = ''): RelatedStatements =>
  relateStatements(statement(a, title), statement(b, title), OTHERS);

/** Traps that the policy falls into, by their first sentence: without a title, and under one. docs/quality.md names them. */
const FALLEN_INTO = {
  untitled: [
    'The port handled 40,000 containers in 2018.',
    'The Lumen phone with 256 GB costs 899 euros.',
    'The bridge in Arlen is painted red.',
    'The Lumen 3 weighs 410 grams without its lens.',
    'Maria Ruiz was born in France.',
    'The trial of zelatine enrolled 120 women.',
    'Lindt has climbed the third peak of the range.',
    'The company has an office in Lisbon.',
  ],
  titled: [
    'The port handled 40,000 containers in 2018.',
    'The Lumen phone with 256 GB costs 899 euros.',
    'The ports of Arlen and Boro have 9 cranes in total.',
    'The council of Arlen has 21 members of the Green Party.',
    'The river Sella is 120 km long in Boro county.',
    'The trial of zelatine enrolled 120 women.',
  ],
} as const;

describe('listed traps (docs/spec/decisions.md#9-traps) contradict nothing, whichever side speaks first', () => {
  for (const [trap, pairs] of Object.entries(TRAPS)) {
    test.each(pairs)(`${trap}: %s | %s`, (a, b) => {
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const { untitled, titled } = FALLEN_INTO;
        expect(relate(one, other, 'Arlen').relation).toBe(
          titled.some((text) => text === a) ? 'disputed' : null,
        );
        expect(relate(one, other).relation).toBe(untitled.some((text) => text === a) ? 'disputed' : null);
      }
    });
  }

  test.each(SUPPORTED)('nor does the same in other words: %s | %s', (a, b) => {
    expect(relate(a, b).relation).toBeNull();
  });
});

test('two thirds of plain contradictions at least are found, each with the words that differ', () => {
  const pairs = Object.values(CONTRADICTIONS).flat();
  const found = pairs.filter(([a, b]) => relate(a, b).relation === 'disputed');
  expect(found.length / pairs.length).toBeGreaterThan(0.66);
  for (const [a, b] of found) {
    const { differences, probability } = relate(a, b);
    expect(probability).toBeGreaterThan(0.6);
    const said = differences.filter(({ kind }) => kind !== 'denial');
    for (const { words, otherWords } of said)
      expect(a.slice(words.start, words.end)).not.toBe(b.slice(otherWords.start, otherWords.end));
  }
});

describe('the kind of a contradiction', () => {
  test.each([
    [{ samePublisher: true, days: 0 }, null],
    [{ samePublisher: true, days: 1 }, 'superseded'],
    [{ samePublisher: false, days: 0 }, 'disputed'],
    [{ samePublisher: false, days: SAME_TIME_DAYS }, 'disputed'],
    [{ samePublisher: false, days: SAME_TIME_DAYS + 1 }, 'superseded'],
  ])('of %j is %s', (sources, relation) => {
    expect(relationOf(sources)).toBe(relation);
  });

  test('counts whole days, in either direction', () => {
    const a = { publisher: 'a.example', observedAt: '2025-03-10T23:00:00Z' };
    const b = { publisher: 'b.example', observedAt: '2025-03-12T01:00:00Z' };
    expect(sourcePair(a, b)).toEqual({ samePublisher: false, days: 2 });
    expect(sourcePair(b, a)).toEqual(sourcePair(a, b));
  });
});

describe('what stands above a sentence', () => {
  const schedule = (model: string, hours: string) =>
    statement(`First oil change after 100 h, then every ${hours} h`, 'Service schedule for C30 and C45', {
      above: [model],
    });
  const row = statement('Oil change | 4,000 h', 'Handbook, chapter 9: compressed air', {
    above: ['9.2 Maintenance of the C30'],
    header: ['Work', 'Interval'],
  });

  test('tells two models apart', () => {
    expect(relateStatements(row, schedule('C30', '2,000'), OTHERS).relation).toBe('disputed');
    expect(relateStatements(row, schedule('C45', '3,000'), OTHERS).relation).toBeNull();
  });

  test('tells the rows of a table that a later document replaces', () => {
    const charge = (bylaw: string, cells: string) =>
      statement(cells, bylaw, { above: ['§ 3 Charges'], header: ['Permit', 'Annual charge'] });
    const relationOfRows = (before: string, after: string) =>
      relateStatements(
        charge("Bylaw 7/2019 on residents' parking", before),
        charge("Bylaw 3/2023 amending the bylaw on residents' parking", after),
        { samePublisher: true, days: 1_385 },
      ).relation;
    expect(relationOfRows('Each further vehicle | 84.00', 'Each further vehicle | 120.00')).toBe(
      'superseded',
    );
    expect(relationOfRows('Each further vehicle | 84.00', 'Each further vehicle | 84.00')).toBeNull();
    expect(relationOfRows('Each further vehicle | 84.00', 'First vehicle of a household | 60.00')).toBeNull();
  });
});

test.each([
  ['a denial beside another value', 'The Fennec is not a Danish series.', 'The Fennec is a French series.'],
  ['a denied number beside another', 'The bridge has no 12 arches.', 'The bridge has 13 arches.'],
  [
    'a decade beside a year of it',
    "Lindt began to paint in the late 1970's.",
    'Lindt began to paint in 1979.',
  ],
])('%s agree', (_, a, b) => {
  for (const title of ['', 'Bridge']) expect(relate(a, b, title).relation).toBeNull();
});

test.each([
  ['', ''],
  ['', 'The bridge has 12 arches.'],
  ['The bridge has 12 arches.', ''],
  ['12', '13'],
  ['!!! ??? ...', '--- ///'],
  ['| | |', '|||'],
  ['\u0000\u0001', '\ud800'],
  ['😀 😀 😀', '😀'],
  ['橋には十二のアーチがある。', '橋には十三のアーチがある。'],
  ['not not not', 'never never'],
])('says nothing of %j and %j', (a, b) => {
  for (const title of ['', 'Bridge']) expect(relate(a, b, title).relation).toBeNull();
});

const HOSTILE = {
  words: 'word ',
  'other words': 'abcde fghij ',
  digits: '9',
  numbers: '12 ',
  denials: 'not ',
  names: 'Aa ',
  commas: ', ',
  initials: 'A.',
  apostrophes: "a'",
  marks: '\u0301',
  spaces: ' ',
  cells: 'a | ',
};

test.each(Object.entries(HOSTILE))('is soon done with 100 kB of %s', (_, part) => {
  const long = part.repeat(Math.ceil(100_000 / part.length));
  const ms = cpuMs(() => {
    for (let round = 0; round < 5; round += 1) {
      expect(relate(long, long).relation).toBeNull();
      expect(relate('The bridge has 12 arches.', long).relation).toBeNull();
    }
  });
  expect(ms).toBeLessThan(2_000);
});

test('is symmetric, never contradicts a statement by itself, and never throws', () => {
  const words = fc.constantFrom(
    ...'the a is was not never 12 13 1990 more less than red blue German France May June only no increases reduces'.split(
      ' ',
    ),
    'Porto',
    'bridge',
    'arches',
    ',',
    '|',
    '.',
  );
  const list = fc.array(words, { maxLength: 30 }).map((found) => found.join(' '));
  const text = fc.oneof(list, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(relate(a, a).relation).toBeNull();
      expect(relate(a, b).probability).toBeCloseTo(relate(b, a).probability, 9);
    }),
  );
});
