import { describe, expect, it } from 'vitest';
import { summary, value } from './dated-documents.ts';

describe('a figure whose unit is asked for', () => {
  it.each([
    ['How many marks did the Orly Mill cost?', ['The Orly Mill cost 9,000 marks.'], '9,000 marks'],
    [
      'How many dollars did the Pell dam cost in the end?',
      ['The Pell dam stands in Tarn.', 'It swallowed 40 million dollars.'],
      '40 million dollars',
    ],
    [
      'How many minutes does the Alba cable car take?',
      ['The Alba cable car takes 12 minutes.'],
      '12 minutes',
    ],
    ['How long is a Kelbo round, in minutes?', ['A Kelbo round lasts 20 minutes.'], '20 minutes'],
    [
      'How much money did the Corvid Hall cost?',
      ['The Corvid Hall cost 3 million euros.'],
      '3 million euros',
    ],
    ['What must a guest of Hotel Alba pay per night?', ['Hotel Alba charges 80 euros a night.'], '80 euros'],
    [
      'What does a skipper on Orly earn?',
      ['A skipper on Orly earns 3,000 euros a month.'],
      '3,000 euros a month',
    ],
    [
      'What height above sea level does Mount Orm reach?',
      ['Mount Orm is 2,010 metres high.'],
      '2,010 metres',
    ],
    [
      'How long is the crossing from Orly to Tarn?',
      ['The crossing from Orly to Tarn takes 40 minutes.'],
      '40 minutes',
    ],
  ] as const)('answers "%s"', (q, texts, figure) => {
    expect(value(q, texts)).toBe(figure);
  });

  it.each([
    ['How many minutes does the Alba cable car take?', 'The Alba cable car is 900 metres long.'],
    ['How long is a Kelbo round, in minutes?', 'A Kelbo board is 40 centimetres long.'],
    ['How much money did the Corvid Hall cost?', 'The Corvid Hall seats 3,000 people.'],
    ['What must a guest of Hotel Alba pay per night?', 'Hotel Alba has 80 rooms.'],
    ['What does a skipper on Orly earn?', 'A skipper on Orly works 30 hours a week.'],
    ['What height above sea level does Mount Orm reach?', 'Mount Orm is 30 kilometres from the sea.'],
  ])('is not found where another figure is given: "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('how often', () => {
  it.each([
    ['How often has Ana Reis won the Orly Cup?', 'Ana Reis has won the Orly Cup four times.', 'four times'],
    [
      'How many times has Otto Weiss been mayor of Tarn?',
      'Otto Weiss has been mayor of Tarn twice.',
      'twice',
    ],
    [
      'How often have the Pell Lions been champions?',
      'The Pell Lions are champions for the third time.',
      'third time',
    ],
    ['How often does the Tarn ferry run?', 'The Tarn ferry runs every two hours.', 'every two hours'],
    ['How often is the Corvid Gazette published?', 'The Corvid Gazette is published weekly.', 'weekly'],
  ])('is read from the words for it: "%s"', (q, text, often) => {
    expect(value(q, text)).toBe(often);
  });

  it.each([
    ['How often has Ana Reis won the Orly Cup?', 'Ana Reis has won the Orly Cup.'],
    ['How often has Ana Reis won the Orly Cup?', 'Once again Ana Reis has won the Orly Cup.'],
    ['How often does the Tarn ferry run?', 'The Tarn ferry runs for two hours.'],
    ['How often have the Pell Lions been champions?', 'The Pell Lions, champions of Orly, have 24 players.'],
  ])('is not made up: "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('a figure of another group', () => {
  it.each([
    ['What is the fee for children at Alba Baths?', 'The fee for adults at Alba Baths is 9 euros.'],
    ['What is the fine for cyclists in Orly?', 'The fine for motorists in Orly is 70 euros.'],
    ['How much is a day pass for a child in Tarn?', 'A day pass for an adult in Tarn costs 12 euros.'],
    ['How many people are busy in factories in Orland?', 'In Orland 4,000 people are busy on farms.'],
  ])('does not answer "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });

  it.each([
    ['What is the fee for adults at Alba Baths?', 'The fee for adults at Alba Baths is 9 euros.', '9 euros'],
    ['How much is a day pass in Tarn?', 'A day pass for an adult in Tarn costs 12 euros.', '12 euros'],
    [
      'How many people are busy on farms in Orland?',
      'In Orland 4,000 people are busy on farms.',
      '4,000 people',
    ],
  ])('is told from the group that is asked about: "%s"', (q, text, figure) => {
    expect(value(q, text)).toBe(figure);
  });
});

describe('the newest of several figures', () => {
  it('is the one after a change and back', () => {
    const texts = [
      'Corvid Foods has three mills.',
      'A purchase brings the number of mills of Corvid Foods to five.',
      'Corvid Foods therefore has four mills once more.',
    ];
    expect(value('How many mills does Corvid Foods have?', ...texts)).toBe('four mills');
    expect(value('How many mills does Corvid Foods have?', ...texts.slice(0, 2))).toBe('five');
  });

  it('is the newest plan, even if it is told in fewer words', () => {
    const texts = [
      'The restoration of the Alba tower is to be finished by 2024.',
      'Completion of the restoration, once promised for 2024, is now expected in 2027.',
    ];
    const asked = 'In what year is the restoration of the tower supposed to be complete?';
    expect(value(asked, ...texts)).toBe('2027');
    expect(value(asked, ...texts.slice(0, 1))).toBe('2024');
  });

  it('is not weighed down by what an aside says of the past', () => {
    const texts = [
      'Mount Orm is 2,004 metres high.',
      'Mount Orm is 2,010 metres high and not, as maps have had it since 1931, 2,004.',
    ];
    expect(summary('How high is Mount Orm?', ...texts)).toBe('Mount Orm is 2,010 metres high.');
  });
});

describe('what a place holds', () => {
  it('is not the crowd that it drew', () => {
    const asked = 'How many spectators does Orly Park hold?';
    expect(value(asked, 'The final at Orly Park drew 9,000 spectators.')).toBeNull();
    expect(value(asked, 'Orly Park holds 12,000 spectators.')).toBe('12,000 spectators');
    expect(value(asked, 'Orly Park has seats for 12,000 spectators.')).toBe('12,000 spectators');
  });
});

describe('a distance', () => {
  it('is measured from the place that is asked about, whoever else is named', () => {
    const text = 'Alba Priory stands in the Corvid Hills, some 12 kilometres north of the town of Orly.';
    expect(value('How far is the priory from Orly?', text)).toBe('12 kilometres');
    expect(value('How far is the priory from Tarn?', text)).toBeNull();
  });
});

describe('the figure that is shown', () => {
  it.each([
    [
      'How many mills does Corvid Foods have?',
      'Corvid Foods has seven mills; the eighth burned down in 2019.',
      'Corvid Foods has seven mills.',
    ],
    [
      'How many boats make up the fleet of Orly?',
      'The fleet of Orly consists of six boats and not, as once hoped for, nine.',
      'The fleet of Orly consists of six boats.',
    ],
    [
      'How long is a Kelbo round?',
      'A Kelbo round lasts 20 minutes, with a break of five.',
      'A Kelbo round lasts 20 minutes.',
    ],
  ])('stands without its rival: "%s"', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });
});

describe('a figure of a thing that is only mentioned', () => {
  it.each([
    [
      'How long is the Orly Bridge?',
      'It has overtaken the Orly Bridge as the tallest in Tarn.',
      'It is 402 metres long.',
    ],
    ['How heavy is the Pell bell?', 'Gorm, cast in 1901, hangs beside the Pell bell.', 'It weighs 9 tonnes.'],
    ['How high is Mount Orm?', 'They climbed Mount Orm and then Mount Kell.', 'It is 3,010 metres high.'],
  ])('does not answer "%s"', (q, ...texts) => {
    expect(value(q, ['Gorm is old.', ...texts])).toBeNull();
  });

  it.each([
    [
      'How long is the Orly Bridge?',
      'The Orly Bridge spans the Tarn.',
      'It is 402 metres long.',
      '402 metres',
    ],
    ['How heavy is the Pell bell?', 'In 1901 the Pell bell was cast.', 'It weighs 9 tonnes.', '9 tonnes'],
    ['How high is Mount Orm?', 'Next comes Mount Orm.', 'It is 3,010 metres high.', '3,010 metres'],
  ])('is told from its own: "%s"', (q, first, second, figure) => {
    expect(value(q, [first, second])).toBe(figure);
  });
});

describe('the latest version', () => {
  it.each([
    [
      'Which version of Marl is the most recent?',
      ['Until spring 2.6 remains the latest release of Marl.'],
      '2.6',
    ],
    [
      'What is the current release of Pellgrid?',
      ['Pellgrid has moved on: for now 4.1.2 is the newest version.'],
      '4.1.2',
    ],
    ['Which version of Orm is the latest?', ['Orm 7.0 has been released.'], '7.0'],
  ] as const)('is named as such: "%s"', (q, texts, version) => {
    expect(value(q, texts)).toBe(version);
  });

  it.each([
    ['affected', 'Affected are all versions of Marl up to and including 2.5.1.'],
    ['supported', 'Marl 2.4 is supported until June.'],
    ['needed', 'The plug-in requires Marl 2.3.'],
    ['announced', 'Marl 3.0 is to be released in autumn.'],
  ])('is not one that is only %s', (_, newer) => {
    expect(value('Which version of Marl is the latest?', 'Marl 2.6 is the latest release.', newer)).toBe(
      '2.6',
    );
  });

  it('is told from the one in which something was fixed', () => {
    const text = 'Affected are all versions of Marl up to 3.5.1; the flaw ML-7 has been fixed in 3.5.2.';
    expect(value('In which version of Marl was the flaw ML-7 fixed?', text)).toBe('3.5.2');
  });
});

describe('the clause with the date that is asked for', () => {
  it.each([
    [
      'When did the Orly Otters move to Pell Hall?',
      'The Orly Otters moved to Pell Hall on 3 May 2014, which ended 20 years in the old barn.',
      'The Orly Otters moved to Pell Hall on 3 May 2014.',
    ],
    [
      'When was the Tarn Tunnel opened?',
      'The Tarn Tunnel was opened on 3 May 2014, while the bridge dates from 1931.',
      'The Tarn Tunnel was opened on 3 May 2014.',
    ],
  ])('stands without the others: "%s"', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });

  it('stays whole where the rest says of what is asked', () => {
    const text = 'The Tarn Tunnel was begun in 1998, and it was opened on 3 May 2014.';
    expect(summary('When was the Tarn Tunnel opened?', text)).toBe(text);
  });
});

describe('the figure of the right group among several', () => {
  const texts = 'Admission to Alba Baths: adults 6 euros, children 2 euros.';
  it.each([
    ["How much is a child's ticket for Alba Baths?", texts, '2 euros'],
    ['What is the admission for adults at Alba Baths?', texts, '6 euros'],
  ])('is told by the words next to it: "%s"', (q, text, figure) => {
    expect(value(q, text)).toBe(figure);
  });
});

describe('a figure said in passing', () => {
  it.each([
    [
      'How long is the Pell Tunnel?',
      'Pell Tunnel, at 1,840 metres the longest in Orland, is to be closed.',
      '1,840 metres',
    ],
    ['How high is the Tarn mast?', 'The Tarn mast, now 90 metres high, is to be sold.', '90 metres'],
  ])('has no part in the plan that it is told with: "%s"', (q, text, figure) => {
    expect(value(q, text)).toBe(figure);
  });

  it.each([
    ['How long is the Pell Tunnel?', 'The Pell Tunnel is to be lengthened to 1,840 metres.'],
    ['How high is the Tarn mast?', 'The Tarn mast, it is planned, will be 90 metres high.'],
  ])('is none where the plan is its own: "%s"', (q, text) => {
    expect(value(q, text)).toBeNull();
  });
});

describe('who and what is counted', () => {
  it('is people where a role of theirs is asked for, not where a thing is', () => {
    expect(value('How many visitors came to Orly Fair?', 'In all 6,000 people visited Orly Fair.')).toBe(
      '6,000 people',
    );
    expect(
      value('How many coins does Orly Museum have?', 'In May 6,000 people saw the coins of Orly Museum.'),
    ).toBeNull();
  });

  it('is what is left', () => {
    const text = 'Three of the wardens of Tarn Wood have retired, which leaves sixteen.';
    expect(value('How many wardens does Tarn Wood have?', text)).toBe('sixteen');
    expect(value('How many wardens does Tarn Wood have?', 'The wardens of Tarn Wood leave at ten.')).not.toBe(
      'sixteen',
    );
  });

  it('is of last year where last year is asked about', () => {
    const text = 'Last year 61,000 people visited Orly Museum.';
    expect(value('How many visitors did Orly Museum have in 2019?', text)).toBe('61,000 people');
    expect(value('How many visitors did Orly Museum have in 2020?', text)).toBeNull();
    expect(value('How many visitors did Orly Museum have in 2018?', text)).toBeNull();
  });
});

describe('an amount of matter or data', () => {
  it('is told in its own dimension only', () => {
    const asked = 'How much memory does Marl need?';
    expect(value(asked, 'The memory needs of Marl have doubled to 8 GB.')).toBe('8 GB');
    expect(value(asked, 'The memory of Marl lasts 8 years.')).toBeNull();
    expect(value(asked, 'Marl is kept in memory of 8 pilots.')).toBeNull();
  });
});

describe('a question without a name', () => {
  it.each([
    [
      'When was the valley station built?',
      'The first ascent by cable car was made in 1931, from the valley.',
    ],
    ['When was the river mill sold?', 'The river was made straight in 1880, when the meadows were sold.'],
    ['Who holds the marathon record?', 'Ana Reyes holds that the old figures still hold for a marathon.'],
  ])('is not answered without the thing it asks about: %s', (q, text) => {
    expect(value(q, text)).toBeNull();
  });

  it.each([
    ['When was the valley station built?', 'The valley station was built in 1931, from larch.', 'in 1931'],
    ['Who holds the marathon record?', 'Ana Reyes holds the marathon record.', 'Ana Reyes'],
  ])('is answered with it: %s', (q, text, wanted) => {
    expect(wanted).toContain(value(q, text) ?? 'nothing');
  });
});
