import { describe, expect, it } from 'vitest';
import { summary, value } from './dated-documents.ts';

describe('a newer statement of the same figure in other words', () => {
  it.each([
    [
      'How heavy may a van be on the Orly Causeway?',
      'The Orly Causeway can take vans of up to 9 tonnes.',
      ['The Orly Causeway has been mended.', 'The weight limit has risen to 12 tonnes.'],
      '12 tonnes',
    ],
    [
      'How many people work in the paper mill in Dorn?',
      ['The Kessel paper mill in Dorn has been extended.', 'It employs 640 people at present.'],
      'Kessel has cut 90 jobs, so that its mill in Dorn now employs 550 people.',
      '550 people',
    ],
    [
      'How many pupils does the school in Tarn Valley have?',
      'Tarn Valley Primary School began the term with 61 pupils and a new cook.',
      'There are 93 children on the roll at Tarn Valley this spring.',
      '93 children',
    ],
    [
      'What time does the market in Pell open?',
      'The market in Pell opens at 8.30.',
      'The stalls of the market in Pell now open at 7.45 instead.',
      '7.45',
    ],
  ] as const)('leads: %s', (q, older, newer, figure) => {
    expect(value(q, older, newer)).toBe(figure);
  });

  it.each([
    [
      'of another thing',
      'What does a swim at Dorn Baths cost?',
      'A swim at Dorn Baths costs £4.',
      'The sauna at Dorn Baths now costs £11.',
      '£4',
    ],
    [
      'of another kind of ticket',
      'What is the price of a day ticket for the Orly tram?',
      'A day ticket for the Orly tram costs £6.',
      'Season tickets for the Orly tram have risen to £240.',
      '£6',
    ],
    [
      'of another unit',
      'How heavy may a van be on the Orly Causeway?',
      'The Orly Causeway can take vans of up to 9 tonnes.',
      'The Orly Causeway is now 300 metres long.',
      '9 tonnes',
    ],
    [
      'that somebody only asks for',
      'What is the fare on the Pell ferry?',
      'The fare on the Pell ferry is £3.',
      'In the view of one islander, the fare on the Pell ferry should be £1.',
      '£3',
    ],
    [
      'of a group',
      'How much does an adult pay at Dorn Baths?',
      'An adult pays £4 at Dorn Baths.',
      'Children at Dorn Baths now pay £2.',
      '£4',
    ],
    [
      'of a ticket for many',
      'How much is a single swim at Dorn Baths?',
      ['Dorn Baths have opened.', 'A family ticket costs £11, a single swim £4.'],
      'A family ticket at Dorn Baths is now £14.',
      '£4',
    ],
    [
      'that is denied',
      'How many clubs play in the Tarn league?',
      'Twelve clubs play in the Tarn league.',
      ['The Tarn league met on Friday.', 'Its chairman does not think much of fourteen clubs.'],
      'Twelve clubs',
    ],
    [
      'that counts what went',
      'How many branches does Dorn Bank have?',
      'Dorn Bank has 31 branches.',
      'Dorn Bank has closed 6 branches since Easter.',
      '31 branches',
    ],
  ] as const)('leads not where it is one %s', (_, q, older, newer, figure) => {
    expect(value(q, older, newer)).toBe(figure);
  });

  it('takes no place in a question about the past', () => {
    const texts = [
      'The Pell ferry cost £3.',
      ['The Pell ferry runs again.', 'The fare has risen to £5.'],
    ] as const;
    expect(summary('What did the Pell ferry cost in 2020?', ...texts)).not.toContain('£5');
  });
});

describe('whoever came after the holder of an office', () => {
  it.each([
    [
      'as another calls the office',
      'Who is in charge of the Pell lifeboat?',
      'Otto Brandt is in charge of the Pell lifeboat as coxswain.',
      'Ana Reis has taken over from Otto Brandt as coxswain in Pell.',
      'Ana Reis',
    ],
    [
      'by a surname alone',
      'Who leads the Dorn town band?',
      'Jo Vane leads the Dorn town band as conductor.',
      'Piet Brandsma has succeeded Mrs Vane as conductor in Dorn.',
      'Piet Brandsma',
    ],
    [
      'by a pronoun',
      'Who looks after the Orly lighthouse?',
      'Sam Oakes looks after the Orly lighthouse as keeper.',
      ['Sam Oakes has left Orly.', 'Lena Holt has taken over from him as keeper.'],
      'Lena Holt',
    ],
    [
      'where the one who left is named in the sentence before',
      'Who manages Tarn Town?',
      ['Tarn Town have won.', 'Jo Vane, who took charge in July, was pleased.'],
      ['Jo Vane has left Tarn Town.', 'Piet Brandsma, until now her assistant, has stepped up.'],
      'Piet Brandsma',
    ],
  ] as const)('leads, %s', (_, q, older, newer, who) => {
    expect(value(q, older, newer)).toBe(who);
  });

  it.each([
    [
      'another office of the same person',
      'Jo Vane leads the Dorn town band as conductor.',
      'Piet Brandsma has succeeded Jo Vane as treasurer of the Dorn allotments.',
    ],
    [
      'another person',
      'Jo Vane leads the Dorn town band.',
      'Piet Brandsma has succeeded Otto Weiss in Dorn.',
    ],
    ['a plan', 'Jo Vane leads the Dorn town band.', 'Piet Brandsma will succeed Jo Vane in Dorn next year.'],
  ] as const)('leads not where it is %s', (_, older, newer) => {
    expect(value('Who leads the Dorn town band?', older, newer)).toBe('Jo Vane');
  });
});

describe('a place that was left for one without a name', () => {
  it.each([
    [
      'Where is Dorn market held?',
      'Dorn market is held in Bell Square.',
      'Dorn market has been moved from Bell Square to the old bus station.',
      'the old bus station',
    ],
    [
      'Where is the Pell archive?',
      'The Pell archive is in Corn Hall.',
      'The Pell archive has moved from Corn Hall into a former school.',
      'a former school',
    ],
    [
      'Where does the Orly choir meet?',
      'The Orly choir meets in Dock House.',
      'The Orly choir has switched from Dock House to the church hall.',
      'the church hall',
    ],
  ] as const)('is the newer one: %s', (q, older, newer, place) => {
    expect(value(q, older, newer)).toBe(place);
  });

  it.each([
    ['another thing went', 'The Dorn archive has been moved from Corn Hall to the old bus station.'],
    ['it is planned', 'Dorn market will be moved from Bell Square to the old bus station next year.'],
    ['nobody says where to', 'Dorn market was moved from Bell Square at short notice.'],
  ] as const)('is none where %s', (_, newer) => {
    expect(value('Where is Dorn market held?', 'Dorn market is held in Bell Square.', newer)).toBe(
      'Bell Square',
    );
  });
});

describe('an office that stands open in the sentence before', () => {
  it.each([
    [
      'Who is the mayor of Dorn?',
      ['Dorn has a new mayor.', 'Ana Reis, a baker, received the chain on Monday.'],
    ],
    [
      'Who is the coach of the Orly Otters?',
      ['The Orly Otters have found a new coach.', 'Ana Reis signed on Friday.'],
    ],
    ['Who is the vicar of Pell?', ['The bishop has sent Pell a vicar!', 'Ana Reis was welcomed on Sunday.']],
  ] as const)('is held by whom the next one begins with: %s', (q, text) => {
    expect(value(q, text)).toBe('Ana Reis');
  });

  it.each([
    ['the office was not filled', ['Dorn has not found a mayor.', 'Ana Reis, a baker, is sorry.']],
    ['the holder is named there', ['Otto Weiss is the new mayor of Dorn.', 'Ana Reis, a baker, is sorry.']],
    ['there was none', ['During the months without a mayor Ana Reis kept the chain of Dorn.']],
  ] as const)('is not where %s', (_, text) => {
    expect(value('Who is the mayor of Dorn?', text)).not.toBe('Ana Reis');
  });
});
