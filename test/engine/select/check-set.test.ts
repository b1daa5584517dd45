import { describe, expect, it } from 'vitest';
import { checkCover, checkNonRedundant } from '../../../engine/select/check-set.ts';

const covers = (claims: string) => [...claims].map((claim) => ({ claim, score: 1 }));
const base = { penalty: 0, independent: true };
const input = {
  claims: [
    { id: 'x', demand: 1 },
    { id: 'y', demand: 2 },
    { id: 'z', demand: 1 },
  ],
  artefacts: [
    { id: '1', hash: '1', publisher: 'p', ...base, covers: covers('xy') },
    { id: '2', hash: '2', publisher: 'p', ...base, covers: covers('y') },
    { id: '3', hash: '3', publisher: 'q', ...base, covers: covers('y') },
    { id: '4', hash: '4', publisher: 'r', ...base, independent: false, covers: covers('z') },
  ],
  policy: { minPublishers: 1, repeatedPublisher: 0, minScore: 0.5 },
};

describe('checkCover', () => {
  it('accepts a set that meets what is available', () => {
    expect(checkCover(input, ['1', '3'])).toEqual([]);
  });

  it('counts one publisher once and names what is missing', () => {
    expect(checkCover(input, ['1', '2'])).toEqual([{ claim: 'y', wanted: 2, found: 1 }]);
  });

  it('gives no credit to ids that the input does not hold', () => {
    expect(checkCover(input, ['gone'])).toEqual([
      { claim: 'x', wanted: 1, found: 0 },
      { claim: 'y', wanted: 2, found: 0 },
    ]);
  });
});

describe('checkNonRedundant', () => {
  it('accepts a set that needs each of its artefacts', () => {
    expect(checkNonRedundant(input, ['1', '3'])).toEqual([]);
  });

  it('names an artefact that another one makes superfluous, and a mirror', () => {
    expect(checkNonRedundant(input, ['1', '2', '3', '4'])).toEqual(['2', '4']);
  });

  it('judges a set that is no cover by the claims that it covers', () => {
    expect(checkNonRedundant(input, ['2', '3'])).toEqual([]);
    expect(checkNonRedundant(input, ['2', '4'])).toEqual(['4']);
  });
});
