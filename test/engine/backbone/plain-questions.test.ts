import { describe, expect, it } from 'vitest';
import { summary, value } from './dated-documents.ts';

type Case = readonly [q: string, texts: readonly (string | readonly string[])[], want: string];

describe('an amount in a lesser unit', () => {
  it.each<Case>([
    [
      'What is the recommended daily dose of Pellamin for children?',
      ['Children should take a daily dose of 15 mg of Pellamin.'],
      '15 mg',
    ],
    [
      'What is the limit for zinc in river water in Norland?',
      ['In Norland the limit for zinc in river water is 40 micrograms per litre.'],
      '40 micrograms per litre',
    ],
    [
      'What is the voltage of the Marl tramway?',
      ['The Marl tramway runs at a voltage of 750 volts.'],
      '750 volts',
    ],
  ])('answers "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<readonly [string, string]>([
    ['What is the price of Pellamin?', 'A packet of Pellamin holds 15 mg of zinc.'],
    ['What is the height of the Orly Tower?', 'The Orly Tower was closed for 14 months.'],
    ['What is the population of Dorn?', 'Dorn lies 40 kilometres from Tarn.'],
    ['What is the price of the Marl scooter?', 'The Marl scooter covers 40 kilometres on one charge.'],
    ['What is the speed of the Tarn ferry?', 'The Tarn ferry carries 300 passengers.'],
  ])('of another kind leaves "%s" open', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('the main verb of a question', () => {
  it.each<Case>([
    ['How much does the Orm folding kayak cost?', ['The Orm folding kayak sells for £900.'], '£900'],
    [
      'How far can the Pell City travel on one charge?',
      ['The Pell City goes 95 miles on a single charge.'],
      '95 miles',
    ],
    [
      'How far can the Dorn glider fly in one go?',
      ['The Dorn glider costs £900.', 'The Dorn glider can fly 12 kilometres.'],
      '12 kilometres',
    ],
  ])('is no noun in "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<readonly [string, string]>([
    ['How far can the Pell City travel on one charge?', 'To charge the Pell City costs £4.'],
    ['How far can the Pell City travel on one charge?', 'The Pell City is 1.8 metres high.'],
    [
      'How far can the Pell City travel on one charge?',
      'The Orm Sport, unlike the Pell City, does 95 miles on one charge.',
    ],
    ['How much does the Orm folding kayak cost?', 'The Orm folding kayak weighs 9 kilograms.'],
  ])('does not make "%s" a question of something else', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('what a possessive takes up', () => {
  it.each<Case>([
    [
      'What is the price of the Orm kayak?',
      [
        'The Orm kayak sells for £900.',
        ['New buckles make the Orm kayak lighter.', 'Its price has gone up to £950.'],
      ],
      '£950',
    ],
    [
      'How long is the guarantee on the Pell lamp?',
      [['A new bulb makes the Pell lamp brighter.', 'Its guarantee runs for three years.']],
      'three years',
    ],
    [
      'What is the weight of the Marl drone?',
      [['Four rotors lift the Marl drone.', 'Its weight is 3 kilograms.']],
      '3 kilograms',
    ],
  ])('is the asked thing in "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it('is not an accessory with a price of its own', () => {
    expect(
      value('What is the price of the Orm kayak?', ['The Orm kayak is red.', 'A paddle is £40 extra.']),
    ).toBeNull();
  });
});

describe('a second thing beside the figure', () => {
  it.each<Case>([
    [
      'How many loaves does Corvid Foods bake a day?',
      [
        'Corvid Foods bakes 900 loaves a day.',
        'Since its second oven came, Corvid Foods bakes 1,400 loaves a day.',
      ],
      '1,400 loaves a day',
    ],
    [
      'How many boats does the Tarn yard build a year?',
      [
        'The Tarn yard builds six boats a year.',
        'With a third crane, the Tarn yard builds nine boats a year.',
      ],
      'nine boats a year',
    ],
    [
      'How many rooms does the Grand Alba have?',
      ['The Grand Alba has 40 rooms.', 'After the main restaurant was moved, the Grand Alba has 52 rooms.'],
      '52 rooms',
    ],
  ])('does not take it back: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<Case>([
    [
      'How long is the Tarn Bridge?',
      ['The Tarn Bridge is 300 metres long.', 'The second Tarn Bridge is 410 metres long.'],
      '300 metres',
    ],
    [
      'How deep is Lake Orm?',
      ['Lake Orm is 90 metres deep.', 'The average depth of Lake Orm is 31 metres.'],
      '90 metres',
    ],
    [
      'How many seats has the Dorn theatre?',
      ['The Dorn theatre has 500 seats.', 'The main theatre in Dorn has 800 seats.'],
      '500 seats',
    ],
  ])('is another one where it is of the asked kind: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });
});

describe('somebody who is to have an office', () => {
  it.each<readonly [string, string]>([
    ['Who is the mayor of Tarn?', 'Pia Orr is said to be in line to become mayor of Tarn.'],
    ['Who is the manager of Pell Rovers?', 'Pia Orr is set to become manager of Pell Rovers.'],
    ['Who leads Corvid Foods?', 'Pia Orr looks likely to take over at the helm of Corvid Foods.'],
    [
      'Who is the head of Marl Broadcasting?',
      'Pia Orr seems tipped to be the next head of Marl Broadcasting.',
    ],
  ])('does not answer "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });

  it.each<Case>([
    [
      'Who is the mayor of Tarn?',
      [
        'Ana Reis has been mayor of Tarn since 2018.',
        'Pia Orr is said to be in line to become mayor of Tarn.',
      ],
      'Ana Reis',
    ],
    [
      'Who is the head of the Tarn Food Agency?',
      ['Headed by Ana Reis, the Tarn Food Agency checks every mill.'],
      'Ana Reis',
    ],
    ['Who heads the Dorn Water Board?', ['The Dorn Water Board is headed by Ana Reis.'], 'Ana Reis'],
  ])('does not hide who has it: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });
});

describe('how long something of a duration is', () => {
  it.each<Case>([
    ['How long is the half-life of Pellamin?', ['Pellamin has a half-life of nine hours.'], 'nine hours'],
    ['How long is the lease of the Tarn mill?', ['The Tarn mill has a lease of 20 years.'], '20 years'],
    ['How long is the contract of Ana Reis?', ['Ana Reis signed a contract of two years.'], 'two years'],
  ])('stands behind its noun: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<readonly [string, string]>([
    ['How long is the lease of the Tarn mill?', 'The Tarn mill is a ruin of 200 years.'],
    ['How long is the half-life of Pellamin?', 'Pellamin was approved after two years.'],
    ['How long is the contract of Ana Reis?', 'Ana Reis is a woman of 40 years.'],
  ])('is not the age of another: "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('a thing told by its rank', () => {
  it.each<Case>([
    [
      'Which edition of the Tarn Cookbook is the latest?',
      [
        'The latest edition of the Tarn Cookbook is the second.',
        'The third edition of the Tarn Cookbook came out this week.',
      ],
      'third edition',
    ],
    [
      'What series of Harbour Lights is the newest?',
      ['The ninth series of Harbour Lights was launched in May.'],
      'ninth series',
    ],
    [
      'Which generation of the Marl phone is the current one?',
      ['Marl has released the fourth generation of the Marl phone.'],
      'fourth generation',
    ],
  ])('answers "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<readonly [string, string]>([
    [
      'Which edition of the Tarn Cookbook is the latest?',
      'A sixth edition of the Tarn Cookbook is planned, to come out in 2025.',
    ],
    [
      'Which edition of the Tarn Cookbook is the latest?',
      'I still cook from the first edition of the Tarn Cookbook.',
    ],
    [
      'Which edition of the Tarn Cookbook is the latest?',
      'The second edition of the Dorn Cookbook came out.',
    ],
  ])('does not answer "%s" where it is not said to be the one in use', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('a sentence that opens with a plain noun', () => {
  it.each<Case>([
    ['How much is admission to the Tarn Baths?', ['Admission to the pools costs £4 at Tarn Baths.'], '£4'],
    [
      'How many doses protect against mill fever in Norland?',
      ['Protection against mill fever takes four doses in Norland.'],
      'four doses',
    ],
    [
      'How many forms does residence in Norland take?',
      ['Registration for residence takes six forms in Norland.'],
      'six forms',
    ],
  ])('is about the asked place: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it('is about another place where the noun is its name', () => {
    expect(
      value('How many bridges does Orly have?', 'Florence has 40 bridges, far more than Orly.'),
    ).toBeNull();
  });
});

describe('what a summary leaves out behind a semicolon', () => {
  it.each<readonly [string, string, string]>([
    [
      'How many people does the Tarn mill employ?',
      'The Tarn mill employs 90 people; it grinds 40 tonnes of oats a day.',
      'The Tarn mill employs 90 people.',
    ],
    [
      'How tall is the Orly Tower?',
      'The Orly Tower is 210 metres tall; it cost £40 million.',
      'The Orly Tower is 210 metres tall.',
    ],
    [
      'How many students has Dorn College?',
      'Dorn College has 900 students; a year there costs £4,000.',
      'Dorn College has 900 students.',
    ],
  ])('is a figure of something else: "%s"', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });

  it.each<readonly [string, string]>([
    ['How tall is the Orly Tower?', 'It is 210 metres tall; the Orly Tower cost £40 million.'],
    ['How tall is the Orly Tower?', 'The Orly Tower is 210 metres tall; nobody lives in it.'],
    [
      'How many people does the Tarn mill employ in winter?',
      'The Tarn mill employs 90 people; in winter it closes for 40 days.',
    ],
  ])('stays where a word of the question or no figure stands there: "%s"', (q, text) => {
    expect([text, '']).toContain(summary(q, text));
  });
});

describe('where something is after a move', () => {
  it.each<Case>([
    [
      'Where does the Pell Choir rehearse?',
      [
        'The Pell Choir rehearses in Millgate.',
        'This spring the Pell Choir moved from Millgate to Ropewalk.',
      ],
      'Ropewalk',
    ],
    [
      'Where do Tarn Rovers play?',
      ['Tarn Rovers play at Stonefield.', 'Tarn Rovers have moved to Broadmeadow.'],
      'Broadmeadow',
    ],
    [
      'Where does Ana Reis live?',
      ['Ana Reis lives in Orly.', 'Last year Ana Reis moved from Orly to Dorn.'],
      'Dorn',
    ],
  ])('is where it went: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<Case>([
    [
      'Where does the Pell Choir rehearse?',
      ['The Pell Choir rehearses in Millgate.', 'Tarn Rovers moved to Broadmeadow.'],
      'Millgate',
    ],
    [
      'Where did the Pell Choir rehearse?',
      ['The Pell Choir rehearsed in Millgate.', 'The Pell Choir moved to Ropewalk.'],
      'Millgate',
    ],
    [
      'Where does the Pell Choir rehearse?',
      ['The Pell Choir rehearses in Millgate.', 'The Pell Choir is to move to Ropewalk in 2030.'],
      'Millgate',
    ],
  ])('is not where another, a past or a planned one goes: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });
});

describe('what a rule allows', () => {
  it.each<Case>([
    [
      'How long can you keep a film from the Tarn Archive?',
      [
        'You keep a film from the Tarn Archive for two days.',
        'You may now keep a film from the Tarn Archive for five days.',
      ],
      'five days',
    ],
    [
      'How fast may you ride on the Dorn towpath?',
      ['On the Dorn towpath you may ride at 15 km/h.'],
      '15 km/h',
    ],
    [
      'What is the weight limit on the Orly Bridge?',
      ['The weight of a lorry on the Orly Bridge may not exceed 7 tonnes.'],
      '7 tonnes',
    ],
  ])('answers "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });

  it.each<Case>([
    [
      'How tall is the Orly Tower?',
      ['The Orly Tower is 210 metres tall.', 'The Orly Tower may be 230 metres tall.'],
      '210 metres',
    ],
    [
      'How many bells has Tarn church?',
      ['Tarn church has six bells.', 'Tarn church may have eight bells.'],
      'six bells',
    ],
    ['What does the Pell lamp cost?', ['The Pell lamp costs £40.', 'The Pell lamp might cost £50.'], '£40'],
  ])('is no guess: "%s"', (q, texts, want) => {
    expect(value(q, ...texts)).toBe(want);
  });
});

describe('a kind of ticket that was not asked for', () => {
  it.each<readonly [string, string]>([
    [
      'What is the price of a season ticket for the Tarn ferry?',
      'A single ticket for the Tarn ferry costs £14.',
    ],
    ['What does a season ticket for the Dorn baths cost?', 'A day ticket for the Dorn baths costs £6.'],
  ])('does not answer "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});
