import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from '../../../engine/text/tokens.ts';

function words(sentence: string, lang = 'en'): string[] {
  return tokenise(sentence, lang).map((token) => token.text);
}

function tagOf(sentence: string, word: string): string | undefined {
  return tokenise(sentence, 'en').find((token) => token.text === word)?.pos;
}

describe('tokenise', () => {
  it.each([
    ['A first-class stamp costs 70p.', ['A', 'first-class', 'stamp', 'costs', '70', 'p', '.']],
    ["Ban Ki-moon's phone doesn't work", ['Ban', 'Ki-moon', "'s", 'phone', 'does', "n't", 'work']],
    ['Node.js 16, v18.2 and 256GB', ['Node.js', '16', ',', 'v18.2', 'and', '256', 'GB']],
    ['The U.S. ran 2:00:35 on the 12th', ['The', 'U.S.', 'ran', '2:00:35', 'on', 'the', '12th']],
    ['£1.25 or €12', ['£', '1.25', 'or', '€', '12']],
  ])('cuts %j', (sentence, expected) => {
    expect(words(sentence)).toEqual(expected);
  });

  it.each([
    ['A first-class stamp costs £1.25.', 'costs', 'VERB'],
    ['The stadium seats 40,000 fans.', 'seats', 'VERB'],
    ['A stamp has cost £1.65.', 'cost', 'VERB'],
    ['Britain is home to bees.', 'home', 'NOUN'],
    ['The lake is in Lund.', 'Lund', 'PROPN'],
  ])('in %j tags %j as %s', (sentence, word, pos) => {
    expect(tagOf(sentence, word)).toBe(pos);
  });

  it('leaves the words of other languages untagged but keeps numbers and marks', () => {
    const tags = tokenise('Saturno tiene 274 lunas.', 'es').map((token) => token.pos);
    expect(tags).toEqual(['X', 'X', 'NUM', 'X', 'PUNCT']);
  });

  it('covers every visible character exactly once, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (sentence) => {
        const tokens = tokenise(sentence, 'xx');
        for (const token of tokens) expect(sentence.slice(token.start, token.end)).toBe(token.text);
        expect(tokens.map((token) => token.text).join('')).toBe(sentence.replace(/\s/gu, ''));
      }),
    );
  });

  it('gives untagged tokens for a sentence too long for the tagger', () => {
    const tokens = tokenise('word '.repeat(1_000), 'en');
    expect(tokens).toHaveLength(1_000);
    expect(tokens[0]?.pos).toBe('X');
  });
});
