import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

function sentence(text: string, before: readonly string[] = [], day = '2024-01-01'): CandidateSentence {
  return {
    id: `${day} ${text}`,
    artefact: text,
    title: '',
    text,
    before,
    heading: null,
    lang: 'en',
    effectiveAt: `${day}T00:00:00.000Z`,
    retrieval: 1,
    publisher: 'a.example',
  };
}

function answer(q: string, ...candidates: readonly (string | CandidateSentence)[]): string {
  const question = readQuestion(q, 'en');
  const read = candidates.map((one) => (typeof one === 'string' ? sentence(one) : one));
  return composeSummary(question, rankSentences(question, read)).text;
}

describe('a comparison of two', () => {
  it.each([
    [
      'Which is taller, Harl Tower or Vane House?',
      'Harl Tower is 61 metres tall.',
      'Vane House is 48 metres tall.',
    ],
    ['Do more people live in Pelm or in Harl?', 'Pelm has 9,100 inhabitants.', 'Harl has 8,400 inhabitants.'],
    [
      'Which is heavier, the Sorrel 5 or the Sorrel 6?',
      'The Sorrel 6 weighs 210 grams.',
      'The Sorrel 5 weighs 180 grams.',
    ],
    [
      'Which was built first, Harl Tower or Vane House?',
      'Vane House was built in 1871.',
      'Harl Tower was built in 1902.',
    ],
    [
      'Which is older, Harl Tower or Vane House?',
      'Vane House was built in 1871.',
      'Harl Tower was built in 1902.',
    ],
    ['Which lake is shorter: the Orm or the Tarn?', 'The Tarn is 900 metres long.', 'The Orm is 2 km long.'],
    ['Does Pelm or Harl have fewer schools?', 'Harl has four schools.', 'Pelm has 11 schools.'],
  ])('opens with the sentence of the winner and quotes both: %s', (q, winner, loser) => {
    expect(answer(q, winner, loser)).toBe(`${winner} ${loser}`);
    expect(answer(q, loser, winner)).toBe(`${winner} ${loser}`);
  });

  it.each([
    ['Which is taller, Harl Tower or Vane House?', 'Vane House is taller than Harl Tower.'],
    ['Which is deeper, Lake Orm or Lake Tarn?', 'Lake Orm is 80 metres deep, Lake Tarn 65 metres.'],
    ['Did Pelm or Harl get more votes?', 'Harl won by 1,906 votes to 1,544 for Pelm.'],
    [
      'Do more people live in Pelm or in Harl?',
      'Arn has 20,100 inhabitants, ahead of Harl (8,400) and Pelm (7,310).',
    ],
  ])('is answered by a sentence that states it: %s', (q, text) => {
    expect(answer(q, text)).toBe(text);
  });

  it('names the winner that the sentence only calls "it"', () => {
    const before = 'Vane House was finished in May.';
    const text =
      'At 61 metres it is the tallest building in Pelm, a title that Harl Tower (48 metres) had held.';
    expect(answer('Which is taller, Harl Tower or Vane House?', sentence(text, [before]))).toBe(
      `${before} ${text}`,
    );
  });

  it.each([
    ['Is Harl Tower taller than Vane House?', 'Yes'],
    ['Is Vane House taller than Harl Tower?', 'No'],
    ['Is Vane House shorter than Harl Tower?', 'Yes'],
  ])('says yes or no where one is said to be ahead: %s', (q, word) => {
    const said = answer(q, 'Harl Tower is 61 metres tall.', 'Vane House is 48 metres tall.');
    expect(said).toMatch(new RegExp(`^${word}\\. Harl Tower|^${word}\\. Vane House`));
  });

  it('takes the newest figure of each', () => {
    const said = answer(
      'Do more people live in Pelm or in Harl?',
      sentence('Pelm has 9,100 inhabitants.', [], '2001-01-01'),
      sentence('Pelm has 7,200 inhabitants.', [], '2021-01-01'),
      sentence('Harl has 8,400 inhabitants.', [], '2011-01-01'),
    );
    expect(said).toBe('Harl has 8,400 inhabitants. Pelm has 7,200 inhabitants.');
  });

  it.each([
    ['one figure is missing', 'Which is taller, Harl Tower or Vane House?', 'Harl Tower is 61 metres tall.'],
    [
      'the figures measure different things',
      'Which is taller, Harl Tower or Vane House?',
      'Harl Tower is 61 metres tall.',
      'Vane House is 48 metres long.',
    ],
    [
      'the figures are equal',
      'Which is taller, Harl Tower or Vane House?',
      'Harl Tower is 61 metres tall.',
      'Vane House is 61 metres tall.',
    ],
    [
      'only others are compared',
      'Do more people live in Pelm or in Harl?',
      'There are 1,100 more women than men.',
    ],
    [
      'it is a plan',
      'Which is taller, Harl Tower or Vane House?',
      'Vane House will be taller than Harl Tower.',
    ],
    [
      'another quality is compared',
      'Which is taller, Harl Tower or Vane House?',
      'Vane House is older than Harl Tower.',
    ],
    [
      'it is denied',
      'Which is taller, Harl Tower or Vane House?',
      'Vane House is not taller than Harl Tower.',
    ],
  ])('stays empty where %s', (_name, q, ...texts) => {
    expect(answer(q, ...texts)).toBe('');
  });

  it('leaves other questions with "or" and "than" alone', () => {
    for (const q of [
      'Is the museum open on Mondays or Tuesdays?',
      'Is Pelm larger than it was?',
      'How many people in Harl or Pelm work?',
    ])
      expect(readQuestion(q, 'en').comparison).toBeNull();
  });
});
