import { describe, expect, it } from 'vitest';
import { summary } from './one-document.ts';

describe('a question that asks for several', () => {
  it.each([
    ['Which towns does the Calder line serve?', 'The Calder line serves Pelm, Harl, and the port of Dorn.'],
    [
      'Which countries are members of the Ocean Union?',
      'The members of the Ocean Union are Arn, Belm and Corrin.',
    ],
    ['What languages does the Sorrel app support?', 'The Sorrel app supports English, French and Tarnish.'],
    [
      'Who were the founders of Pelm College?',
      'Pelm College was founded by Aldo Frayne, Ida Merrow and Jon Quist.',
    ],
  ])('is answered by the whole list: %s', (q, text) => {
    expect(summary(q, text)).toBe(text);
  });

  it.each([
    [
      'of another thing',
      'Which towns does the Calder line serve?',
      'The Arn line serves Pelm, Harl and Dorn.',
    ],
    [
      'that says something else',
      'Which countries are members of the Ocean Union?',
      'The papers of the Ocean Union are long, dull and dear.',
    ],
    ['that is none', 'Which towns does the Calder line serve?', 'The Calder line is 40 kilometres long.'],
  ])('stays empty for a list %s', (_name, q, text) => {
    expect(summary(q, text)).toBe('');
  });
});
