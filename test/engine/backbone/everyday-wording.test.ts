import { describe, expect, it } from 'vitest';
import { answer, summary } from './one-document.ts';

describe('a time of day', () => {
  it.each([
    ['What time does the Pell museum open?', ['The Pell museum opens at 9.30.'], '9.30'],
    ['How late does the Orly bakery stay open?', ['The Orly bakery stays open until 6 pm.'], '6 pm'],
    ['When does the first train to Tarn leave?', ['The first train to Tarn leaves at 5.50.'], '5.50'],
    [
      'When does choir practice in Dorn begin?',
      ['Choir practice in Dorn begins at half past seven.'],
      'half past seven',
    ],
    ['What time does the Dorn pool close?', ['The Dorn pool closes at nine.'], 'nine'],
    ['Until when is the Tarn library open?', ['The Tarn library is open until 18.30.'], '18.30'],
  ] as const)('answers %s', (q, texts, time) => {
    expect(answer(q, ...texts)).toBe(time);
  });

  it.each([
    ['a measure', 'What time does the Pell weir open?', 'The Pell weir opens to 9.45 metres.'],
    ['a share', 'What time does the Dorn bank open?', 'The Dorn bank opens at 3.10 % for savers.'],
    ['a number of things', 'What time does the Orly show open?', 'The Orly show opens with five bands.'],
    ['an age', 'What time does the Orly show open?', 'The Orly show opens to eleven children.'],
  ] as const)('is no %s', (_, q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it('is the one that holds, not the one that is over', () => {
    const text = 'Lessons at Orly School start at 8.50 instead of 9.15.';
    expect(answer('What time do lessons at Orly School start?', text)).toBe('8.50');
  });
});

describe('a day of the week', () => {
  it.each([
    [
      'On what day does the Pell choir meet?',
      'The Pell choir meets on Tuesday evenings.',
      'Tuesday evenings',
    ],
    ['On which days is the Orly tip open?', 'The Orly tip is open on Saturdays.', 'Saturdays'],
    ['Which day is market day in Dorn?', 'Market day in Dorn is every Friday.', 'every Friday'],
  ] as const)('answers %s', (q, text, day) => {
    expect(answer(q, text)).toBe(day);
  });

  it('is no hour', () => {
    expect(answer('On which day does the Pell choir meet?', 'The Pell choir meets at 7.30.')).toBeNull();
  });
});

describe('an everyday question', () => {
  it.each([
    ['How many people can sit in the Dorn hall?', ['The Dorn hall seats 90 and has a stage.'], '90'],
    ['How much money did the Orly fair raise?', ['The Orly fair raised £800.'], '£800'],
    [
      'What does a day pass for the Tarn tram cost?',
      ['A pass for the Tarn tram costs £5 a day.'],
      '£5 a day',
    ],
    ['What interest does Dorn Bank pay on savings?', ['Dorn Bank pays 1.4 % on savings.'], '1.4 %'],
    [
      'What did mending the Pell organ cost?',
      ['The Pell organ has been mended.', 'The whole job cost £4,000.'],
      '£4,000',
    ],
    ['How much does a swim cost at the Lido in Tarn?', ['A swim at Tarn Lido costs £3.'], '£3'],
    [
      'How many books may I take home at once from Orly Library?',
      ['Readers at Orly Library can borrow nine books at once.'],
      'nine books',
    ],
    [
      'How long does the boat to Orly take?',
      ['There is a new ferry to Orly.', 'The Petrel needs 25 minutes for the crossing.'],
      '25 minutes',
    ],
    [
      'When does the last tram to Pell go?',
      ['Trams to Pell run later.', 'The last one leaves at 23.10.'],
      '23.10',
    ],
  ] as const)('is answered: %s', (q, texts, figure) => {
    expect(answer(q, ...texts)).toBe(figure);
  });

  it.each([
    [
      'How long does the boat to Orly take?',
      ['The boat to Orly is blue.', 'The boat to Tarn takes 25 minutes.'],
    ],
    ['How many people can sit in the Dorn hall?', ['The Dorn hall has 90 windows.']],
    ['What interest does Dorn Bank pay on savings?', ['Dorn Bank has 31 branches and pays its staff well.']],
    ['How much does a swim cost at the Lido in Tarn?', ['A swim at Pell Lido costs £3.']],
    ['How many books may I take home at once from Orly Library?', ['Orly Library has nine chairs.']],
  ] as const)('is not answered by what is said of another: %s', (q, texts) => {
    expect(answer(q, ...texts)).toBeNull();
  });

  it.each([
    [
      'How many people can sit in the Orly Odeon?',
      ['The Orly Odeon has two screens and 310 seats.'],
      '310 seats',
    ],
    [
      'How many people work at Dorn Brewery?',
      ['Dorn Brewery has a new owner.', 'The payroll has grown to 37.'],
      '37',
    ],
    [
      'How often is recycling collected in Pell?',
      ['In Pell recycling will be picked up every other week from now on.'],
      'every other week',
    ],
    ['How much would a sea wall at Orly cost?', ['A sea wall at Orly would cost £9 million.'], '£9 million'],
    ['How many otters live on the river Tarn?', ['Eleven otters live along the Tarn.'], 'Eleven otters'],
    [
      'How fast may you drive in Dorn High Street?',
      ['Dorn has new signs.', 'The speed limit in the High Street is 20 mph.'],
      '20 mph',
    ],
    ['When did the Pell bypass open?', ['The Pell bypass opened in May.'], 'in May'],
    ['What does a swim cost at the pool in Tarn?', ['A swim at Tarn Lido costs £3.'], '£3'],
    [
      'How much council tax does a household in Dorn pay?',
      ['In Dorn a household pays £900 in council tax.'],
      '£900',
    ],
    ['Who is the vicar of Pell?', ['The vicar, Ana Reis, wants to plant a tree in Pell.'], 'Ana Reis'],
    ['How late is the Dorn library open?', ['The Dorn library is open until 7 again.'], '7'],
    ['What was the turnout in Tarn?', ['Turnout in Tarn was 41 %.'], '41 %'],
  ] as const)('is answered by what comes to the same: %s', (q, texts, figure) => {
    expect(answer(q, ...texts)).toBe(figure);
  });

  it.each([
    ['by another event', 'When was the Pell bypass built?', 'The Pell bypass was closed 9 times last year.'],
    [
      'by a plan',
      'How often is recycling collected in Pell?',
      'In Pell recycling will be picked up daily next year.',
    ],
    [
      'by a supposition',
      'How much does the sea wall at Orly cost?',
      'A sea wall at Orly would cost £9 million.',
    ],
    [
      'by another street',
      'How fast may you drive in Dorn High Street?',
      'The speed limit in the High Street is 20 mph.',
    ],
    [
      'by what is elsewhere',
      'What does a pitch at the campsite in Dorn cost?',
      'Traders in Dorn pay £27 a day for a pitch.',
    ],
    [
      'by the thing beside it',
      'How tall is the tower of Pell church?',
      'The lime by Pell church is 24 metres high.',
    ],
    ['by whoever is above', 'Who is the deputy mayor of Tarn?', 'Ana Reis is the mayor of Tarn.'],
    ['by a newspaper', 'How many pools are there in Castlemoor?', 'The Castlemoor Echo has three pools.'],
  ] as const)('is not answered %s', (_, q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it('is answered without the place that was left, where "it" needs no telling', () => {
    const texts = ['After a century Kessel has left Dorn.', 'Its pens are now made in Pell.'];
    expect(summary('Where does Kessel make its pens?', ...texts)).toBe('Its pens are now made in Pell.');
  });
});
