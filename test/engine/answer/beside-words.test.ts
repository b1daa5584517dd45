/** What a ranking with vectors adds to the one by words alone. */
import { describe, expect, it } from 'vitest';
import { readBesideWords, sureBesideWords } from '../../../engine/answer/beside-words.ts';
import type { Reading } from '../../../engine/reading/rank/read.ts';

/** A reading whose ranking has this sentence first; the sentence answers where the confidence is .5 or more. */
function reading(first: string, confidence: number): Reading {
  return {
    ranking: [{ id: first, share: 1 }],
    answering: confidence >= 0.5 ? [{ id: first, shown: { start: 0, end: 1 } }] : [],
    verdict: confidence >= 0.5 ? 'yes' : null,
    confidence,
    passages: [{ id: first, share: 1 }],
  };
}

describe('how sure an answer by meaning is', () => {
  it('is nothing where words rank another sentence first and one of the two is about another thing', () => {
    expect(sureBesideWords(1, 0, false)).toBe(0);
    expect(sureBesideWords(0, 1, false)).toBe(0);
    expect(sureBesideWords(0.9, 0, false)).toBe(0);
  });

  it('is the mean of both log-odds where words rank another sentence first', () => {
    expect(sureBesideWords(0.8, 0.2, false)).toBeCloseTo(0.5, 9);
    expect(sureBesideWords(0.8, 0.4, false)).toBeCloseTo(Math.sqrt(8 / 3) / (1 + Math.sqrt(8 / 3)), 9);
    expect(sureBesideWords(1, 1, false)).toBe(1);
  });

  it('is its own where words rank the same sentence first', () => {
    expect(sureBesideWords(0.6, 0.1, true)).toBe(0.6);
    expect(sureBesideWords(0.6, 0, true)).toBe(0.6);
  });
});

describe('a reading by meaning beside one by words', () => {
  it('answers nothing and says no verdict where it is not sure enough beside the words, and keeps its passages', () => {
    const byMeaning = reading('a', 0.7);
    expect(readBesideWords(byMeaning, reading('b', 0.2), 0.5)).toEqual({
      ...byMeaning,
      answering: [],
      verdict: null,
      confidence: 0.433,
    });
  });

  it('answers nothing where it would answer nothing by itself, however sure words are of another sentence', () => {
    const byMeaning = reading('a', 0.4);
    expect(readBesideWords(byMeaning, reading('b', 0.9), 0.5)).toMatchObject({
      answering: [],
      verdict: null,
    });
  });

  it('answers as it would by itself where words rank the same sentence first', () => {
    const byMeaning = reading('a', 0.6);
    expect(readBesideWords(byMeaning, reading('a', 0.1), 0.5)).toEqual(byMeaning);
  });

  it('answers where words rank another sentence first and doubt little', () => {
    const byMeaning = reading('a', 0.7);
    expect(readBesideWords(byMeaning, reading('b', 0.4), 0.5)).toEqual({ ...byMeaning, confidence: 0.555 });
  });
});
