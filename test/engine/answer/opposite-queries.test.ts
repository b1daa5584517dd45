import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oppositeQueries } from '../../../engine/answer/opposite-queries.ts';
import { terms } from '../../../graph/terms.ts';

const SATURN = {
  question: 'How many moons does Saturn have?',
  text: 'Saturn has 62 known moons.',
  value: '62',
  lang: 'en',
};

function termsOf(stated: typeof SATURN, kind: string): readonly string[] {
  return oppositeQueries(stated).find((one) => one.kind === kind)?.terms ?? [];
}

describe('queries for the opposite', () => {
  test('ask for the subject and the attribute without the value', () => {
    expect(termsOf(SATURN, 'other_value')).toEqual(expect.arrayContaining(terms('saturn known moons', 'en')));
    for (const { terms: asked } of oppositeQueries(SATURN)) expect(asked).not.toContain('62');
  });

  test('add negations and words of succession', () => {
    expect(termsOf(SATURN, 'negation')).toEqual(expect.arrayContaining(['no', 'longer', 'not', 'never']));
    expect(termsOf(SATURN, 'succession')).toEqual(expect.arrayContaining(terms('replaced successor', 'en')));
  });

  test('put the opposite in the place of a predicate that has one, and ask for none otherwise', () => {
    const open = {
      question: 'Is the castle open on Mondays?',
      text: 'The castle is open on Mondays.',
      value: 'open',
      lang: 'en',
    };
    const shut = { ...open, value: 'Mondays' };
    expect(termsOf(shut, 'antonym')).toEqual(expect.arrayContaining(terms('closed', 'en')));
    expect(termsOf(shut, 'antonym')).not.toContain('open');
    const bare = { ...SATURN, question: 'Which moons does Saturn have?', text: 'Saturn has 62 moons.' };
    expect(termsOf(bare, 'antonym')).toEqual([]);
  });

  test('are none where the statement has no words but its value', () => {
    expect(oppositeQueries({ question: '62', text: '62', value: '62', lang: 'en' })).toEqual([]);
    expect(oppositeQueries({ question: '', text: '?!', value: '', lang: 'en' })).toEqual([]);
  });

  test('are at most four of at most 64 terms, the same ones each time, whatever the words are', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(words, words, words, (question, text, value) => {
        const stated = { question, text, value, lang: 'en' };
        const queries = oppositeQueries(stated);
        expect(queries.length).toBeLessThanOrEqual(4);
        for (const one of queries) expect(one.terms.length).toBeLessThanOrEqual(64);
        expect(oppositeQueries(stated)).toEqual(queries);
      }),
    );
  });
});
