import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_QUESTION_LENGTH, readQuestion } from '../../../engine/question/read-question.ts';

const read = (q: string) => readQuestion(q, 'en');
const names = (q: string) => read(q).names.map(({ surface }) => surface);
const terms = (q: string) => read(q).terms.map(({ surface }) => surface);

describe('readQuestion', () => {
  it.each([
    ['How many moons does Saturn have?', 'count'],
    ['What is the number of moons of Saturn?', 'count'],
    ['How deep is Lake Baikal?', 'measure'],
    ['What is the price of a stamp?', 'measure'],
    ['How much beer does Orly brew?', 'measure'],
    ['When did the bridge open?', 'date'],
    ['What year was Orly founded?', 'date'],
    ['Who is the mayor of Orly?', 'entity'],
    ['Where is the Harrow Press based?', 'entity'],
    ['What is the tallest building in the world?', 'entity'],
    ['What is the latest version of Python?', 'version'],
    ['Is the library open on Sundays?', 'yes-no'],
    ['Must cyclists wear a helmet?', 'yes-no'],
    ['Which is taller, Orly Tower or Vega Tower?', 'comparison'],
    ['Why is the sky blue?', 'open'],
    ['', 'open'],
    ['???', 'open'],
  ])('takes "%s" for %s', (q, form) => {
    expect(read(q).form).toBe(form);
  });

  it.each([
    ['Who runs it?', 'person'],
    ['Where is it?', 'place'],
    ['In which city is it?', 'place'],
    ['What is the capital of Orly?', 'thing'],
  ])('tells what kind of entity "%s" asks for', (q, kind) => {
    expect(read(q).entityKind).toBe(kind);
  });

  it.each([
    ['How deep is Lake Baikal?', 'depth', 'length'],
    ['How tall is the oak?', 'height', 'length'],
    ['How heavy is the panda?', 'weight', 'mass'],
    ['How much does the panda weigh?', 'weight', 'mass'],
    ['How much does a stamp cost?', 'price', 'money'],
    ['How long is the canal?', 'length', 'length'],
    ['How long does the ferry take?', 'time', 'duration'],
    ['How old is the oak?', 'age', 'duration'],
    ['How much of Orly is covered by forest?', 'share', 'percent'],
    ['What is the population of Orly?', 'population', 'count'],
  ])('finds what "%s" measures', (q, concept, dimension) => {
    expect(read(q).concept).toBe(concept);
    expect(read(q).dimensions[0]).toBe(dimension);
  });

  it.each([
    ['Who is the mayor of Orly?', ['Orly']],
    ['How many characters does Unicode 13.0 contain?', ['Unicode 13.0']],
    ['When did the 1915 Canakkale Bridge open?', ['1915 Canakkale Bridge']],
    ["How many beds does St Brannoc's Hospital have?", ['St Brannoc Hospital']],
    ['Who won the Battle of Orrin?', ['Battle', 'Orrin']],
    ['Is it open on Mondays in May?', []],
    ['Who is the CEO of Orly Steel?', ['Orly Steel']],
  ])('finds the names of "%s"', (q, expected) => {
    expect(names(q)).toEqual(expected);
  });

  it.each([
    ['How many books does the library hold?', ['books', 'library']],
    ['What is the current version of Python?', ['version']],
    ['Who is the CEO of Orly Steel?', ['chief', 'executive']],
    ['Who owns Orly?', ['owns']],
    ['What is it?', []],
  ])('keeps the words of "%s" that a text must share', (q, expected) => {
    expect(terms(q)).toEqual(expected);
  });

  it('reads the superlative with the noun that it grades', () => {
    const { superlative } = read('What is the longest suspension bridge in the world?');
    expect([superlative?.surface, superlative?.noun?.surface]).toEqual(['longest', 'bridge']);
    expect(read('What is the largest interest of the harvest guest?').superlative?.surface).toBe('largest');
    expect(read('What is the latest forest request?').superlative).toBeNull();
  });

  it('pairs a word with the one it narrows, never a name with its verb', () => {
    const pairs = read('What is the world record in the high jump?').modifications;
    expect(pairs.map(({ modifier, head }) => `${modifier.surface} ${head.surface}`)).toEqual([
      'world record',
      'high jump',
    ]);
  });

  it('reads years, but not the year inside a name', () => {
    expect(read('How many passengers were there in 2015?').years).toEqual(['2015']);
    expect(read('When did the 1915 Canakkale Bridge open?').years).toEqual([]);
  });

  it.each([
    ['Who was the mayor?', 'past'],
    ['Who is the mayor?', 'present'],
    ['When will it open?', 'future'],
  ])('reads the tense of "%s"', (q, tense) => {
    expect(read(q).tense).toBe(tense);
  });

  it('reads a Spanish question by its own words', () => {
    const question = readQuestion('¿Cuántas lunas tiene Saturno?', 'es');
    expect([question.form, question.names[0]?.surface, question.terms[0]?.surface]).toEqual([
      'count',
      'Saturno',
      'lunas',
    ]);
  });

  it('ignores what follows the longest question', () => {
    const filler = 'a '.repeat(MAX_QUESTION_LENGTH / 2);
    expect(read(`${filler}Orly`).names).toEqual([]);
    expect(read(`${filler.slice(5)}Orly`).names).toHaveLength(1);
  });

  it('reads any string without a fault, twice alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (q) => {
        expect(read(q)).toEqual(read(q));
      }),
      { numRuns: 100 },
    );
  });
});
