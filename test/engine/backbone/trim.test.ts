import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

describe('the words shown of a sentence that names the old value too', () => {
  it.each([
    [
      'leave out the clause about the one replaced',
      'Who conducts the Orly Orchestra?',
      ['Ana Reis conducts the Orly Orchestra, where she has replaced Otto Weiss.'],
      'Ana Reis conducts the Orly Orchestra.',
    ],
    [
      'leave out whose place it was',
      'Who edits the Dorn Echo?',
      ['Piet Brandsma now edits the Dorn Echo, in place of Ida Lund.'],
      'Piet Brandsma now edits the Dorn Echo.',
    ],
    [
      'leave out who held the title',
      'Which is the longest canal in Norland?',
      [
        'The Marl Canal was opened in May.',
        'It is the longest canal in Norland, a title that had belonged to the Kell Canal.',
      ],
      'The Marl Canal was opened in May. It is the longest canal in Norland.',
    ],
    [
      'leave out the one overtaken, though another name stays',
      'What is the longest-running play at the Tarl?',
      ['Dark Winter by Petra Sand has become the longest-running play at the Tarl, overtaking Old Summer.'],
      'Dark Winter by Petra Sand has become the longest-running play at the Tarl.',
    ],
    [
      'leave out who handed over, where the rest speaks of the holder',
      'Who is head of the Kell Museum?',
      [
        'Ida Lund, head of the Kell Museum, has handed over to Lev Stone, a painter, who took up the post in May.',
      ],
      'Lev Stone, a painter, who took up the post in May.',
    ],
    [
      'leave out the sentence before, where it names the one who left',
      'Who is the captain of the Harriers?',
      ['Jo Vane has resigned as captain of the Harriers.', 'Her successor is Mia Holt.'],
      'Her successor is Mia Holt.',
    ],
    [
      'are of a sentence that does not name it, where there is one',
      'Who is the captain of the Harriers?',
      [
        'Mia Holt has replaced Jo Vane as captain of the Harriers.',
        'Holt is the youngest captain of the Harriers.',
      ],
      'Holt is the youngest captain of the Harriers.',
    ],
  ])('%s', (_name, q, texts, shown) => {
    expect(summary(q, ...texts)).toBe(shown);
  });

  it.each([
    [
      'nothing is cut that says what was asked',
      'Who chairs the board of Corvid Foods?',
      ['Ida Lund has moved up, where she has replaced Lev Stone as chair of the board of Corvid Foods.'],
      'Ida Lund has moved up, where she has replaced Lev Stone as chair of the board of Corvid Foods.',
    ],
    [
      'no clause stands alone',
      'Who chairs Corvid Foods?',
      ['Ida Lund has replaced Lev Stone as chair of Corvid Foods.'],
      'Ida Lund has replaced Lev Stone as chair of Corvid Foods.',
    ],
    [
      'the rest says nothing of the office',
      'Who is head of the Kell Museum?',
      ['Ida Lund, head of the Kell Museum, has handed over to Lev Stone, who lives in Dorn.'],
      'Ida Lund, head of the Kell Museum, has handed over to Lev Stone, who lives in Dorn.',
    ],
    [
      'no other value is named',
      'Who conducts the Orly Orchestra?',
      ['Ana Reis conducts the Orly Orchestra, where she also plays the viola.'],
      'Ana Reis conducts the Orly Orchestra, where she also plays the viola.',
    ],
    [
      'the pronoun is what answers',
      'Which is the longest canal in Norland?',
      ['Ana Reis opened the Marl Canal.', 'It has overtaken the Kell Canal as the longest canal in Norland.'],
      'Ana Reis opened the Marl Canal. It has overtaken the Kell Canal as the longest canal in Norland.',
    ],
  ])('stay whole where %s', (_name, q, texts, shown) => {
    expect(summary(q, ...texts)).toBe(shown);
  });
});
