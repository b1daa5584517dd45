import { describe, expect, it } from 'vitest';
import { answer, summary } from './one-document.ts';

describe('an answer in other words than the question', () => {
  it.each([
    [
      'How long is the warranty on the Pell lamp?',
      ['The Pell lamp comes with a two-year warranty.'],
      'two-year',
    ],
    ['How much RAM does Marl need?', ['Marl is a server.', 'It needs at least 2 GB of RAM.'], '2 GB'],
    ['How old was Ana Reis when she died?', ['Ana Reis died in Orly at the age of 71.'], '71'],
    ['How many people work for Corvid Foods?', ['Corvid Foods employs 240 people.'], '240 people'],
    [
      'How fast is the Orly Express?',
      ['The Orly Express has a top speed of 60 metres per second.'],
      '60 metres per second',
    ],
    ['Which port does Marl use?', ['Marl is a server.', 'By default it listens on port 7420.'], '7420'],
    ['What was Orland called before?', ['Orland, formerly Brennia, is a kingdom.'], 'Brennia'],
    ['What is the former name of Orland?', ['In 2018 Brennia was renamed Orland.'], 'Brennia'],
    ['What is the largest file that Marl can open?', ['Marl opens files of up to 50 MB.'], '50 MB'],
    ['Who owns the Grand Alba?', ['The Castellan family has sold the Grand Alba to Meridian.'], 'Meridian'],
    ['Which country won the Orly Cup?', ['Norland won the Orly Cup.'], 'Norland'],
    ['How many moons does Kel have?', ['Kel has overtaken Orm: it now has 82 moons.'], '82 moons'],
  ])('is found for "%s"', (q, texts, value) => {
    expect(answer(q, ...texts)).toBe(value);
  });
});

describe('a near miss in other words', () => {
  it.each([
    [
      'the finder of another thing',
      'Who discovered Charon?',
      'It was discovered by Clyde Tombaugh, and its moon is Charon.',
    ],
    [
      'how long something has been shut',
      'How long is the Orly Bridge?',
      'The Orly Bridge has been shut for two years.',
    ],
    ['the age of a thing for its length', 'How long is the Orly Bridge?', 'The Orly Bridge is 90 years old.'],
    ['another label', 'Which port does Marl use?', 'Marl runs on platform 7.'],
    ['a present name', 'What was Orland called before?', 'Orland borders Brennia.'],
    [
      'a file of a given size',
      'What is the largest file that Marl can open?',
      'Marl opened a file of 50 MB.',
    ],
    ['an amount of something else', 'How much RAM does Marl need?', 'Marl needs 2 GB of disk space.'],
  ])('stays empty for %s', (_name, q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it('leaves the spouse of the governor of another place out', () => {
    const texts = ['Otis Vane, the governor of Tarn, was born in Dorn.', 'He is married to Mira Holt.'];
    expect(answer('Who is the governor of Dorn?', ...texts)).toBeNull();
  });

  it('does not give the limit of one road for another', () => {
    const texts = [
      'Norland has cut the speed limit on its motorways to 100 km/h.',
      'The speed limit on motorways in Norland was 120 km/h.',
    ];
    expect(answer('What is the speed limit in towns in Norland?', ...texts)).toBeNull();
    expect(answer('What is the speed limit on motorways in Norland?', ...texts)).toBe('100 km/h');
  });

  it('does not take the head who had gone before for the head', () => {
    const texts = ['Ana Reis is the chief executive of Corvid.', 'Otto Weiss had led Corvid since 2000.'];
    expect(answer('Who runs Corvid?', ...texts)).toBe('Ana Reis');
  });
});

describe('the clause that is shown', () => {
  it.each([
    [
      'Who is the mayor of Orly?',
      'Ana Reis became mayor of Orly in May, succeeding Otto Weiss.',
      'Ana Reis became mayor of Orly in May.',
    ],
    [
      'What is the latest version of Marl?',
      'The latest release is Marl 3.1, which supersedes 2.4.',
      'The latest release is Marl 3.1.',
    ],
    [
      'Who discovered Kel?',
      'Kel was found by Ana Reis, and its largest moon is Tarn.',
      'Kel was found by Ana Reis.',
    ],
    [
      'What is the tallest bridge in Norland?',
      'The Orly Viaduct is the tallest bridge in Norland, ahead of the Tarn Viaduct.',
      'The Orly Viaduct is the tallest bridge in Norland.',
    ],
    [
      'How many stations has the Orly Metro?',
      'With 12 stations more than in May, the Orly Metro has 64 stations.',
      'The Orly Metro has 64 stations.',
    ],
  ])('leaves the other value out: %s', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });

  it.each([
    [
      'no verb would be left',
      'Where is Corvid based?',
      'Corvid, which is based in Orly, has an office in Tarn.',
    ],
    [
      'the tail says what was asked',
      'Who is the mayor of Orly?',
      'Ana Reis won, succeeding Otto Weiss as mayor of Orly.',
    ],
    [
      'a past statement would lose its time',
      'How many stations had the Orly Metro?',
      'In May, with 12 stations shut, the Orly Metro had 64 stations.',
    ],
  ])('stays whole where %s', (_name, q, text) => {
    expect(summary(q, text)).toBe(text);
  });
});
