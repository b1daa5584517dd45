import { describe, expect, it } from 'vitest';
import { answer } from './one-document.ts';

describe('a question put in a roundabout way', () => {
  it.each([
    ['What number of pupils does Orly School have?', 'Orly School has 312 pupils.', '312 pupils'],
    ['What number of ships belongs to the Dorn fleet?', 'The Dorn fleet counts 14 ships.', '14 ships'],
    [
      'Until what time may guests stay at the Dorn baths?',
      'Guests may stay at the Dorn baths until 9 p.m.',
      '9 p.m.',
    ],
    ['At what time of day does the Orly market open?', 'The Orly market opens at 6 a.m. all week.', '6 a.m.'],
    [
      'In which town does Corvid Foods have its head office?',
      'Harl is the head office of Corvid Foods.',
      'Harl',
    ],
    ['In which city does the Orly Bank have its seat?', 'The seat of the Orly Bank is now Dorn.', 'Dorn'],
    [
      'Where is the ticket office of the Orly Zoo?',
      'The ticket office of the Orly Zoo is in the same Kell House.',
      'Kell House',
    ],
    [
      'How much money does the winner of the Harl Cup get?',
      'The Harl Cup carries 5,000 euros.',
      '5,000 euros',
    ],
    [
      'How much does the laureate of the Orly Medal receive?',
      'The Orly Medal is worth 900 euros.',
      '900 euros',
    ],
    [
      'Which version of the Marl app that customers should use is current?',
      'Marl 4.2 is the current version.',
      '4.2',
    ],
    ['What is the latest version of the Quill package?', 'The latest version of Quill is 2.8.', '2.8'],
    [
      'How long did Ana Reis work on the Orly Atlas?',
      'Ana Reis toiled at the Orly Atlas for nine years.',
      'nine years',
    ],
    [
      'On what day did Corvid Foods take the Pell lamp off the market?',
      'Corvid Foods withdrew the Pell lamp on 4 May 2019.',
      '4 May 2019',
    ],
    [
      'Who is the youngest lawyer ever to have been mayor of Dorn?',
      'Mary Holt is the youngest mayor of Dorn since the war.',
      'Mary Holt',
    ],
  ])('is answered: "%s"', (q, text, value) => {
    expect(answer(q, text)).toBe(value);
  });

  it.each([
    ['What number of pupils does Orly School have?', 'Orly School has 14 classrooms.'],
    [
      'Until what time may guests stay at the Dorn baths?',
      'Guests may stay at the Dorn baths until 4 May 2020.',
    ],
    ['At what time does the Orly market open?', 'The Orly market closes in June.'],
    [
      'In which town does Corvid Foods have its head office?',
      'Harl is the largest customer of Corvid Foods.',
    ],
    ['In which city does the Orly Bank have its seat?', 'The chair of the Orly Bank is now Dorn.'],
    ['How much money does the winner of the Harl Cup get?', 'The Harl Cup weighs 5 kilograms.'],
    ['What is the latest version of the Quill package?', 'Marl 2.8 is the latest version of Marl.'],
    ['How long did Ana Reis work on the Orly Atlas?', 'Ana Reis has owned the Orly Atlas for nine years.'],
    [
      'On what day did Corvid Foods take the Pell lamp off the market?',
      'Corvid Foods makes jam since 4 May 2019.',
    ],
    [
      'Who is the youngest lawyer ever to have been mayor of Dorn?',
      'Mary Holt is the youngest judge of Dorn.',
    ],
  ])('stays without an answer where the text tells something else: "%s"', (q, text) => {
    expect(answer(q, text)).toBeNull();
  });

  it('prefers the version in use to one that is being tried out', () => {
    const texts = [
      'Quill is an editor.',
      'Quill 3.0 is being tried out by a school.',
      'The current version of Quill is 2.8.',
    ];
    expect(answer('What is the latest version of the Quill app?', ...texts)).toBe('2.8');
  });
});
