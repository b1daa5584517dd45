import { expect, test } from 'vitest';
import { FEATURES } from '../../../../engine/reading/relate/features.ts';
import { type Pair, pairOf } from '../../../../engine/reading/relate/pair.ts';
import { RELATE_POLICY } from '../../../../engine/reading/relate/relate-policy.ts';
import { readStatement, type Statement } from '../../../../engine/reading/relate/statement.ts';

type Side = Partial<Statement> & Pick<Statement, 'text'>;

const valuesOf = (pair: Pair) => FEATURES.map(({ of }) => of(pair));

function measured(name: string, a: Side, b: Side, samePublisher = false): number {
  const [one, other] = [a, b].map((side) => readStatement({ title: '', above: [], header: null, ...side }));
  const feature = FEATURES.find((each) => each.name === name);
  if (feature === undefined || one === undefined || other === undefined)
    throw new Error(`no feature ${name}`);
  return feature.of(pairOf(one, other, samePublisher));
}

const said = (text: string, title = ''): Side => ({ text, title });
const row = (text: string, ...above: string[]): Side => ({ text, above, header: ['Item', 'Value'] });
const PASS = said('The monthly pass costs 54 euros.', 'Fares in Arlen');
const DEARER = said('The monthly pass costs 58 euros.', 'Fares in Arlen');
const BUS = said('Buses stop at the old harbour.', 'Timetable');

/** For each feature a pair that has it in full or nearly, and one that has not. */
const CASES: readonly (readonly [name: string, has: readonly [Side, Side], lacks: readonly [Side, Side]])[] =
  [
    ['least_known', [PASS, DEARER], [PASS, BUS]],
    ['most_known', [PASS, DEARER], [PASS, BUS]],
    ['least_shared', [PASS, DEARER], [PASS, BUS]],
    ['most_shared', [PASS, DEARER], [PASS, BUS]],
    ['shared_count', [PASS, DEARER], [PASS, BUS]],
    ['shared_one', [PASS, BUS], [PASS, DEARER]],
    ['topic', [PASS, DEARER], [PASS, BUS]],
    ['phrase', [PASS, DEARER], [PASS, BUS]],
    [
      'few_words',
      [said('Grease: lithium.'), said('Grease: polyurea.')],
      [
        row('the long red bridge carries old trams daily'),
        row('the long red bridge carries new trams daily'),
      ],
    ],
    [
      'lengths',
      [PASS, DEARER],
      [PASS, said(`${'A long sentence about nothing at all goes on and on, '.repeat(4)}.`)],
    ],
    ['titled', [PASS, DEARER], [PASS, said('It costs 58 euros.')]],
    ['one_titled', [PASS, said('It costs 58 euros.')], [PASS, DEARER]],
    [
      'title_length',
      [PASS, said('x', 'one two three four five six seven eight nine ten eleven twelve')],
      [said('x'), said('y')],
    ],
    ['title_shared', [PASS, DEARER], [PASS, BUS]],
    ['title_apart', [PASS, BUS], [PASS, DEARER]],
    ['title_known_most', [PASS, DEARER], [PASS, BUS]],
    ['title_known_least', [PASS, DEARER], [PASS, BUS]],
    ['context_shared', [row('Oil | 4 h', 'Pump C30'), row('Oil | 5 h', 'Pump C30')], [PASS, BUS]],
    [
      'names_shared',
      [said('x', 'Trams in Vell Orm Arlen'), said('In Vell, Orm and Arlen it rains.')],
      [PASS, BUS],
    ],
    ['names_none', [PASS, BUS], [PASS, DEARER]],
    ['names_apart', [said('The port of Arlen is old.'), said('The port of Boro is old.')], [PASS, DEARER]],
    ['names_clash', [said('The port of Arlen is old.'), said('The port of Boro is old.')], [PASS, DEARER]],
    ['title_names_apart', [said('x', 'Trams in Arlen'), said('y', 'Trams in Boro')], [PASS, DEARER]],
    ['name_extended', [said('It keeps 7 days.', 'Oxbow Lite'), said('Oxbow keeps 30 days.')], [PASS, DEARER]],
    ['ids_shared', [row('Oil | 4 h', 'Pump C30'), row('Oil | 5 h', 'Pump C30')], [PASS, DEARER]],
    ['ids_apart', [row('Oil | 4 h', 'Pump C30'), row('Oil | 5 h', 'Pump C45')], [PASS, DEARER]],
    [
      'label_shared',
      [row('Oil change | 4 h'), row('Oil change | 5 h')],
      [row('Oil change | 4 h'), row('Belt | 5 h')],
    ],
    [
      'label_same',
      [row('Oil change | 4 h'), row('Oil change | 5 h')],
      [row('Oil change | 4 h'), row('Oil | 5 h')],
    ],
    [
      'label_differs',
      [row('Oil change | 4 h'), row('Belt | 5 h')],
      [row('Oil change | 4 h'), row('Oil change | 5 h')],
    ],
    ['one_label', [row('Oil change | 4 h'), PASS], [PASS, DEARER]],
    ['number_differs', [PASS, DEARER], [PASS, PASS]],
    ['number_near', [PASS, DEARER], [PASS, PASS]],
    ['number_fit', [PASS, DEARER], [PASS, PASS]],
    ['number_topic', [PASS, DEARER], [PASS, PASS]],
    ['number_unit', [PASS, DEARER], [said('It costs 4.'), said('It costs 5.')]],
    [
      'date_differs',
      [said('It opens on 14 June 2025.'), said('It opens on 28 June 2025.')],
      [said('It opens in 2025.'), said('It opens on 28 June 2025.')],
    ],
    [
      'time_differs',
      [said('It opens at 9:00.'), said('It opens at 10:00.')],
      [said('It opens at 9:00.'), said('It opens at 9:00.')],
    ],
    ['name_differs', [said('It was built by Lindt.'), said('It was built by Moravec.')], [PASS, DEARER]],
    ['word_differs', [said('The wall is wide and cold.'), said('The wall is wide and wet.')], [PASS, PASS]],
    [
      'opposite_differs',
      [said('The bridge is open to cars.'), said('The bridge is closed to cars.')],
      [PASS, DEARER],
    ],
    ['exclusive_differs', [said('The flag is green.'), said('The flag is red.')], [PASS, DEARER]],
    [
      'denial_differs',
      [said('The bridge carries trams.'), said('The bridge does not carry trams.')],
      [PASS, DEARER],
    ],
    ['amounts_agree', [said('It has 4 doors, 5 rooms.'), said('With 4 doors and 5 rooms.')], [PASS, DEARER]],
    ['amounts_left', [said('1 a, 2 b, 3 c'), said('4 d, 5 e, 6 f')], [PASS, DEARER]],
    ['figures_agree', [said('It has 4 doors.'), said('There are four doors.')], [PASS, DEARER]],
    ['strong', [PASS, DEARER], [PASS, BUS]],
    ['strong_phrase', [PASS, DEARER], [PASS, PASS]],
    ['strong_title', [PASS, DEARER], [PASS, PASS]],
    [
      'strong_names',
      [
        said('Vell Metro of Vell Orm has 5 lines.', 'Vell Orm'),
        said('The Vell Orm Metro has 6 lines.', 'In Vell Orm'),
      ],
      [PASS, PASS],
    ],
    ['strong_known', [PASS, DEARER], [PASS, PASS]],
    ['equal', [PASS, PASS], [PASS, DEARER]],
    ['denied', [said('The bridge carries trams.'), said('The bridge does not carry trams.')], [PASS, DEARER]],
    [
      'denied_known',
      [said('The bridge carries trams.'), said('The bridge does not carry trams.')],
      [PASS, DEARER],
    ],
    [
      'denied_alone',
      [said('It was never seen.'), said('Trams run here.')],
      [said('The bridge carries trams.'), said('The bridge does not carry trams.')],
    ],
    ['planned', [said('The pass will cost 58 euros.'), PASS], [PASS, DEARER]],
    ['hedged', [said('A visitor claimed that it costs 58 euros.'), PASS], [PASS, DEARER]],
    [
      'hedged_strong',
      [said('A visitor claimed that the monthly pass costs 58 euros.'), PASS],
      [PASS, DEARER],
    ],
    [
      'other_subject',
      [said('The port of Arlen has 4 cranes.'), said('The port of Boro has 5 cranes.')],
      [PASS, DEARER],
    ],
    [
      'subject_left',
      [said('The port of Arlen has 4 cranes.'), said('The port has 5 cranes.')],
      [PASS, DEARER],
    ],
    ['first_unknown', [said('Ferries carry 40 cars.'), said('Trams carry 50 people.')], [PASS, DEARER]],
    [
      'first_unknown_strong',
      [said('The café is closed on Mondays.'), said('The castle is open on Mondays.')],
      [PASS, DEARER],
    ],
    ['other_edition', [said('Vela 2 is heavy.'), said('Vela 3 is heavy.')], [PASS, DEARER]],
    ['other_time', [said('In 2018 it had 40 ships.'), said('In 2024 it had 55 ships.')], [PASS, DEARER]],
    [
      'two_differences',
      [said('In 2018 the red line had 40 trams.'), said('In 2024 the green line had 55 trams.')],
      [PASS, DEARER],
    ],
    [
      'value_words_left',
      [
        said('The mill has 120 workers who are old, tired and happy.'),
        said('The mill has 240 workers, all of steel.'),
      ],
      [PASS, DEARER],
    ],
    ['value_none_left', [PASS, DEARER], [PASS, BUS]],
    [
      'value_word',
      [said('In winter it has 40 guests.'), said('In summer it has 90 guests.')],
      [PASS, DEARER],
    ],
    ['ranks_differ', [said('The third peak is high.'), said('The fifth peak is high.')], [PASS, DEARER]],
    [
      'value_and_name',
      [said('The port of Arlen has 4 cranes.'), said('The port of Boro has 5 cranes.')],
      [PASS, DEARER],
    ],
    [
      'value_and_word',
      [said('A pale ticket costs 30 euros.'), said('A plain ticket costs 18 euros.')],
      [PASS, DEARER],
    ],
    [
      'more_differences',
      [said('In 2018 the red line had 40 trams.'), said('In 2024 the green line had 55 trams.')],
      [PASS, DEARER],
    ],
    [
      'tense_differs',
      [said('The mill employed 120 people.'), said('The mill employs 240 people.')],
      [PASS, DEARER],
    ],
    [
      'value_tense',
      [said('The mill employed 120 people.'), said('The mill employs 240 people.')],
      [PASS, DEARER],
    ],
    ['former', [said('The pass formerly cost 58 euros.'), PASS], [PASS, DEARER]],
    ['pointing', [said('This pass costs 58 euros.'), PASS], [PASS, DEARER]],
    ['pointing_apart', [said('This pass costs 58 euros.', 'Timetable'), PASS], [PASS, DEARER]],
  ];

test.each(CASES)('%s is greater where the pair has it', (name, has, lacks) => {
  expect(measured(name, ...has)).toBeGreaterThan(measured(name, ...lacks));
});

test('a publisher that both have is a feature, and so is its title', () => {
  for (const name of ['same_publisher', 'same_publisher_title']) {
    expect(measured(name, PASS, DEARER, true)).toBe(1);
    expect(measured(name, PASS, DEARER)).toBe(0);
  }
});

test('every feature but the shapes of a kind of difference has a case', () => {
  const shapes = /^(?:date|time|name|word|opposite|exclusive|denial)_(?:near|fit|topic)$/;
  const tested = new Set([...CASES.map(([name]) => name), 'same_publisher', 'same_publisher_title']);
  expect(FEATURES.map(({ name }) => name).filter((name) => !tested.has(name) && !shapes.test(name))).toEqual(
    [],
  );
});

test('every feature is between 0 and 1 and symmetric', () => {
  for (const [, has, lacks] of CASES) {
    for (const sides of [has, lacks]) {
      const [a, b] = sides.map((side) => readStatement({ title: '', above: [], header: null, ...side }));
      if (a === undefined || b === undefined) continue;
      const values = valuesOf(pairOf(a, b, false));
      expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
      const turned = valuesOf(pairOf(b, a, false));
      for (const [at, value] of values.entries())
        expect(turned[at], FEATURES[at]?.name).toBeCloseTo(value, 9);
    }
  }
});

test('the policy weighs features of the table alone, and most of them', () => {
  const names = FEATURES.map(({ name }) => name);
  for (const { weights } of [RELATE_POLICY.titled, RELATE_POLICY.bare]) {
    expect(Object.keys(weights).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(weights).length).toBeGreaterThan(names.length / 2);
  }
});

test('a number in a row counts what the header of its column or the label of the row names', () => {
  const setting = (label: string, value: string): Side => ({
    text: `${label} | ${value} | per node`,
    header: ['Setting', 'Default', 'Notes'],
  });
  const unit = (a: Side, text: string) => measured('number_unit', a, said(text, 'Managed Corvid'));
  expect(unit(setting('max_sessions', '500'), 'It accepts 200 sessions per node.')).toBe(1);
  expect(unit(setting('max_sessions', '500'), 'The default of 200 is enough.')).toBeGreaterThan(0);
  expect(unit(setting('max_sessions', '500'), 'It accepts 200 queues per node.')).toBe(0);
  expect(unit(setting('max_sessions', '500'), 'It accepts 500 sessions per node.')).toBe(0);
  // A unit beside the number says what it counts, whatever the label is.
  expect(unit(setting('max_sessions', '500 queues'), 'It accepts 200 sessions per node.')).toBe(0);
  // A number in the label itself counts nothing of the table.
  expect(unit({ text: '500 | sessions', header: ['Default', 'Of'] }, 'It accepts 200 defaults.')).toBe(0.5);
});
