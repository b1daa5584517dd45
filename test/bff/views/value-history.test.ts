import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../../bff/views/examples.ts';
import { contentWords } from '../../../bff/views/missing-words.ts';
import type { ReadClaim } from '../../../bff/views/statements.ts';
import { runsOf } from '../../../bff/views/value-history.ts';

const stated = (...values: readonly string[]) =>
  values.map((value, at) => ({ value, number: null, at: `20${10 + at}-01-01T00:00:00.000Z`, text: value }));
const valuesOf = (...values: readonly string[]) => runsOf(stated(...values)).map((run) => run.value);

describe('the values over time', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['are none of nothing', [], []],
    ['are one where all say the same', ['a', 'a', 'a'], ['a']],
    ['change where a document says otherwise', ['a', 'a', 'b'], ['a', 'b']],
    ['leave out a late word for what was replaced', ['62', '82', '62', '82'], ['62', '82']],
    ['keep a value that returns for good', ['a', 'b', 'b', 'a', 'a'], ['a', 'b', 'a']],
    ['keep the last return, which nothing contradicts', ['a', 'b', 'a'], ['a', 'b', 'a']],
    ['keep a value that was not there before', ['a', 'x', 'a', 'a'], ['a', 'x', 'a']],
    ['keep two late words: one could be an echo', ['a', 'b', 'a', 'a', 'b'], ['a', 'b', 'a', 'b']],
  ])('%s', (_, given, expected) => {
    expect(valuesOf(...given)).toEqual(expected);
  });

  it('of one instant go on as before, then in the order of their numbers', () => {
    const at = '2023-06-08T09:00:00.000Z';
    const given = [
      { value: '145', number: 145, at: '2023-05-16T00:00:00.000Z', text: '145' },
      ...['147', '145', '146'].map((value) => ({ value, number: Number(value), at, text: value })),
    ];
    expect(runsOf(given).map(({ value }) => value)).toEqual(['145', '146', '147']);
  });

  it('count the statements of what goes on behind an echo together', () => {
    const [, last] = runsOf(stated('62', '82', '62', '82', '82'));
    expect(last).toMatchObject({ value: '82', from: '2011-01-01T00:00:00.000Z', statements: 3 });
  });
});

function claim(subject: string, attribute: string, value: string, day: string, more = {}): ReadClaim {
  const number = /^\d+$/.test(value) ? Number(value) : null;
  return {
    text: `${subject} ${value}`,
    effectiveAt: `${day}T00:00:00.000Z`,
    lang: 'en',
    statement: {
      role: 'CURRENT',
      subject: { key: subject.toLowerCase(), text: subject },
      attribute: { name: attribute, dimension: number === null ? 'entity' : 'count' },
      value: { kind: 'X', text: value, number, unit: number === null ? null : attribute },
    },
    ...more,
  };
}

describe('the examples of a corpus', () => {
  it('are what changed, most often first, then last changed first, as questions', () => {
    const examples = examplesOf([
      claim("Bulgaria's currency", 'currency', 'euro', '2026-01-01'),
      claim('Saturn', 'moon', '274', '2025-03-11'),
      claim('The capital of Kazakhstan', 'capital', 'Astana', '2022-09-17'),
      claim("Bulgaria's currency", 'currency', 'lev', '2021-01-01'),
      claim('The capital of Kazakhstan', 'capital', 'Nur-Sultan', '2019-03-23'),
      claim('Saturn', 'moon', '82', '2019-10-08'),
      claim('Saturn', 'moon', '62', '2016-09-12'),
      claim('Mars', 'moon', '2', '2016-01-01'),
    ]);
    expect(examples.map(({ question, runs }) => [question, runs.map(({ value }) => value)])).toEqual([
      ['How many moons does Saturn have?', ['62', '82', '274']],
      ["What is Bulgaria's currency?", ['lev', 'euro']],
      ['What is the capital of Kazakhstan?', ['Nur-Sultan', 'Astana']],
    ]);
  });

  it('are none of a language whose questions are not known here, of claims without a reading, and of nothing', () => {
    const german = { lang: 'de' };
    expect(
      examplesOf([
        claim('Saturn', 'Mond', '274', '2025-03-11', german),
        claim('Saturn', 'Mond', '82', '2019-10-08', german),
        claim('Mars', 'moon', '2', '2019-10-08', { statement: null }),
      ]),
    ).toEqual([]);
    expect(examplesOf([])).toEqual([]);
  });
});

describe('the words of a question that an index could have', () => {
  it.each<[string, readonly string[]]>([
    ['How many moons does Neptune have?', ['moons', 'Neptune']],
    ['Wie viele Monde hat der Neptun?', ['Monde', 'Neptun']],
    ['¿Cuántas lunas tiene Neptuno?', ['lunas', 'Neptuno']],
    ['Is it so?', []],
    ['', []],
    ['Node.js 16. Node.js 16.', ['Node.js']],
    ['one two three four five six seven eight', ['one', 'two', 'three', 'four', 'five', 'six']],
  ])('of “%s”', (q, expected) => {
    expect(contentWords(q)).toEqual(expected);
  });
});
