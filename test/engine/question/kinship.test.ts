import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areKin } from '../../../engine/question/kinship.ts';
import { stemOf } from '../../../engine/question/stems.ts';

const kin = (a: string, b: string) => areKin(stemOf(a, 'en'), stemOf(b, 'en'));

describe('areKin', () => {
  it.each([
    ['manage', 'manager'],
    ['conduct', 'conductor'],
    ['edit', 'editor'],
    ['employ', 'employees'],
    ['govern', 'governor'],
    ['deep', 'depth'],
    ['cost', 'price'],
    ['own', 'acquire'],
    ['open', 'opened'],
  ])('joins %s and %s', (a, b) => {
    expect(kin(a, b)).toBe(true);
  });

  it.each([
    ['may', 'mayor'],
    ['port', 'portion'],
    ['state', 'station'],
    ['part', 'party'],
    ['count', 'county'],
    ['high', 'long'],
    ['deep', 'high'],
    ['president', 'precedent'],
    ['found', 'start'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(kin(a, b)).toBe(false);
  });

  it('is symmetric and reflexive', () => {
    const word = fc.constantFrom(
      'manage',
      'manager',
      'deep',
      'depth',
      'cost',
      'price',
      'mayor',
      'station',
      'own',
      'buy',
    );
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(kin(a, b)).toBe(kin(b, a));
        expect(kin(a, a)).toBe(true);
      }),
    );
  });
});
