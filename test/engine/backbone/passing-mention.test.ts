import { describe, expect, it } from 'vitest';
import { answer } from './one-document.ts';

describe('a name that is only mentioned in passing', () => {
  it.each([
    [
      'the one displaced',
      'How heavy is the anchor of the Alba?',
      ['The Meridian was launched in May.', 'It has overtaken the Alba.', 'The anchor weighs nine tonnes.'],
    ],
    [
      'the one that the title had belonged to',
      'How long is the Kell Canal?',
      [
        'The Marl Canal is the longest in Norland, a title that had belonged to the Kell Canal.',
        'It is 90 km long.',
      ],
    ],
    [
      'the place of something else',
      'How many seats does the Dorn Arena have?',
      ['The concert was held at the Dorn Arena.', 'It drew 9,000 people, who filled 9,000 seats.'],
    ],
    [
      'where somebody came from',
      'Who heads the Penn Hollow hospital?',
      ['Ana Reis, formerly of the Penn Hollow hospital, heads the Orly clinic.'],
    ],
    [
      'where somebody was before',
      'Who leads the Penn Hollow choir?',
      ['Ana Reis, a former member of the Penn Hollow choir, leads the Orly orchestra.'],
    ],
    [
      'a part of another name',
      'Who runs the Penn Hollow harbour authority?',
      ['Ana Reis runs the bakery by Penn Hollow harbour.'],
    ],
  ])('is not what the text goes on about: %s', (_name, q, texts) => {
    expect(answer(q, ...texts)).toBeNull();
  });

  it.each([
    [
      'How heavy is the anchor of the Alba?',
      ['The Alba was launched in May.', 'The anchor weighs nine tonnes.'],
      'nine tonnes',
    ],
    [
      'How long is the Marl Canal?',
      ['The Marl Canal has overtaken the Kell Canal.', 'It is 90 km long.'],
      '90 km',
    ],
    ['How long is the Marl Canal?', ['Ana Reis opened the Marl Canal.', 'It is 90 km long.'], '90 km'],
    [
      'How many seats does the Dorn Arena have?',
      ['The Dorn Arena opened in May.', 'It has 9,000 seats.'],
      '9,000 seats',
    ],
    [
      'Who heads the Orly clinic?',
      ['Ana Reis, formerly of the Penn Hollow hospital, heads the Orly clinic.'],
      'Ana Reis',
    ],
  ])('is what the text goes on about where it is its subject or object: %s', (q, texts, figure) => {
    expect(answer(q, ...texts)).toBe(figure);
  });
});

describe('a superlative', () => {
  it.each([
    ['What is the most distant town in Norland?', ['The farthest town in Norland is Kell.'], 'Kell'],
    ['Which is the farthest town in Norland?', ['The most distant town in Norland is Kell.'], 'Kell'],
    ['What is the most popular game in Norland?', ['The most popular game in Norland is Quoits.'], 'Quoits'],
    ['Who holds the Norland record for most wins?', ['Jo Vane has the Norland record for wins.'], 'Jo Vane'],
    [
      'What is the longest canal in Norland called?',
      ['The longest canal in Norland is the Marl Canal.'],
      'Marl Canal',
    ],
    [
      'Which canal in Norland is the longest of all?',
      ['The longest canal in Norland is the Marl Canal.'],
      'Marl Canal',
    ],
    [
      'Which canal is the longest in Norland?',
      ['The Marl Canal was opened in May.', 'It is the longest canal in Norland.'],
      'It',
    ],
  ])('in other words is found: %s', (q, texts, name) => {
    expect(answer(q, ...texts)).toBe(name);
  });

  it.each([
    ['What is the most distant town in Norland?', ['The most popular town in Norland is Kell.']],
    ['What is the most distant town in Norland?', ['The nearest town in Norland is Kell.']],
    ['What is the most popular game in Norland?', ['Most people in Norland play a game like Quoits.']],
    ['What is the most popular game in Norland?', ['The second most popular game in Norland is Quoits.']],
    ['Which canal is the longest in Norland?', ['The Marl Canal is a canal in Norland.']],
  ])('that another sentence does not state is not found: %s', (q, texts) => {
    expect(answer(q, ...texts)).toBeNull();
  });
});

describe('a kind of answer that a text need not name', () => {
  it.each([
    ['Which programming language is Marl written in?', ['Marl is written in Sable.'], 'Sable'],
    [
      'Which mill owners founded the Orly Line?',
      ['The Orly Line was founded by Ana Reis, who wanted to sell cloth.'],
      'Ana Reis',
    ],
    ['What is the name of the capital of Norland?', ['The capital of Norland is Orly.'], 'Orly'],
  ])('is not demanded of it: %s', (q, texts, name) => {
    expect(answer(q, ...texts)).toBe(name);
  });

  it('does not make a wish a fact', () => {
    expect(answer('Which firm owns Marl?', 'Corvid wants to own Marl.')).toBeNull();
  });
});
