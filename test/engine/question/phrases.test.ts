import { describe, expect, it } from 'vitest';
import { phraseVerb } from '../../../engine/question/phrases.ts';
import { tokenise } from '../../../engine/text/tokens.ts';

function verbs(sentence: string): (string | null)[] {
  const tokens = tokenise(sentence, 'en');
  return tokens.map((_, i) => phraseVerb(tokens, i)).filter((verb) => verb !== null);
}

describe('phraseVerb', () => {
  it.each([
    ['Ana set up the firm.', ['establish']],
    ['Ana passed away in May.', ['die']],
    ['The fair takes place in May.', ['hold']],
    ['Ana is in charge.', ['head']],
  ])('reads the two words as one verb: %s', (sentence, expected) => {
    expect(verbs(sentence)).toEqual(expected);
  });

  it.each([
    ['Ana set the table up.'],
    ['The charge is in euros.'],
    ['Ana takes her place.'],
    ['Ana passed the ball away.'],
    ['in'],
    [''],
  ])('reads nothing into words that stand apart: %j', (sentence) => {
    expect(verbs(sentence)).toEqual([]);
  });
});
