import { describe, expect, it } from 'vitest';
import { demonymsOf } from '../../../engine/text/demonyms.ts';

describe('demonymsOf', () => {
  it.each([
    ['denmark', 'danish'],
    ['dutch', 'netherlands'],
    ['swiss', 'switzerland'],
    ['welsh', 'wales'],
  ])('joins %s and %s', (one, other) => {
    expect(demonymsOf(one)).toContain(other);
    expect(demonymsOf(other)).toContain(one);
  });

  it.each(['pole', 'swede', 'scot', 'Denmark', 'orly', ''])('knows no country by "%s"', (word) => {
    expect(demonymsOf(word)).toEqual([]);
  });

  it('keeps countries apart', () => {
    expect(demonymsOf('slovakia')).not.toContain('slovene');
    expect(demonymsOf('finland')).not.toContain('swedish');
  });
});
