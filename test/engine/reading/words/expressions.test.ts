import { describe, expect, it } from 'vitest';
import { findExpressions } from '../../../../engine/reading/words/expressions.ts';
import { readWords } from '../../../../engine/reading/words/stems.ts';
import { tokenise } from '../../../../engine/text/tokens.ts';

const keys = (sentence: string) => findExpressions(tokenise(sentence, 'en')).map(({ key }) => key);

describe('findExpressions', () => {
  it.each([
    ['Ana set up the firm.', ['set up']],
    ['Ana set it up in May.', ['set up']],
    ['Ana passed away in May.', ['pass away']],
    ['The fair takes place in May.', ['take place']],
    ['Ana is in charge.', ['in charge']],
    ['The mill was shut down, then pulled down.', ['shut down', 'pull down']],
  ])('reads the words as one: %s', (sentence, expected) => {
    expect(keys(sentence)).toEqual(expected);
  });

  it.each([
    ['Ana set the table up.'],
    ['The charge is in euros.'],
    ['Ana takes her place.'],
    ['Ana passed the ball away.'],
    ['in'],
    ['constructor __proto__'],
    [''],
  ])('reads nothing into words that stand apart: %j', (sentence) => {
    expect(keys(sentence)).toEqual([]);
  });
});

describe('readWords', () => {
  it('gives the expression to the word that carries it', () => {
    const words = readWords('Ana set up the firm.', 'en');
    expect(words[1]).toMatchObject({ text: 'set', keys: ['set', 'set up'], expression: { key: 'set up' } });
    expect(words[2]).toMatchObject({ text: 'up', keys: ['up'], expression: 'part' });
  });

  it('gives it to every content word where each keeps its sense', () => {
    const words = readWords('The main office of the firm.', 'en');
    expect(words[1]).toMatchObject({ text: 'main', keys: ['main', 'main office'] });
    expect(words[2]).toMatchObject({ text: 'office', keys: ['offic', 'main office'] });
  });

  it('reads no English expression in another language', () => {
    expect(readWords('in charge', 'es').every(({ expression }) => expression === undefined)).toBe(true);
  });
});
