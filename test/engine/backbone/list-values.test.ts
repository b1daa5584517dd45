import { describe, expect, it } from 'vitest';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

function answer(q: string, text: string): string {
  const question = readQuestion(q, 'en');
  const fixed = { title: '', before: [], heading: null, lang: 'en', retrieval: 1, publisher: 'a.example' };
  const candidate = { ...fixed, id: 'a', artefact: 'a', text, effectiveAt: '2024-01-01T00:00:00.000Z' };
  return composeSummary(question, rankSentences(question, [candidate])).text;
}

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
    expect(answer(q, text)).toBe(text);
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
    expect(answer(q, text)).toBe('');
  });
});
