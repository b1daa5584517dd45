import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opposites } from '../../../../engine/reading/words/lexicon.ts';
import { areOpposite } from '../../../../engine/reading/words/opposition.ts';
import { keyOf } from '../../../../engine/reading/words/stems.ts';

const opposite = (a: string, b: string) => areOpposite(keyOf(a), keyOf(b));
const entries = [...new Set(opposites.flat(2))];

describe('areOpposite', () => {
  it.each([
    ['open', 'close'],
    ['closed', 'open'],
    ['permit', 'ban'],
    ['increase', 'reduce'],
    ['employed', 'unemployed'],
    ['opened', 'shut down'],
    ['occupied', 'unoccupied'],
    ['build', 'pull down'],
    ['compulsory', 'voluntary'],
    ['rejected', 'approved'],
    ['navigable', 'unnavigable'],
  ])('sets %s against %s, either way round', (a, b) => {
    expect(opposite(a, b)).toBe(true);
    expect(opposite(b, a)).toBe(true);
  });

  it.each([
    ['open', 'opened'],
    ['increase', 'raise'],
    ['ban', 'forbid'],
    ['closed', 'shut down'],
    ['open', 'legal'],
    ['tall', 'narrow'],
    ['win', 'sell'],
    ['it', 'unit'],
    ['toString', 'constructor'],
    ['', ''],
    ['', 'open'],
  ])('does not set %j against %j', (a, b) => {
    expect(opposite(a, b)).toBe(false);
  });

  it('is symmetric and never reflexive', () => {
    const word = fc.constantFrom(...entries);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(opposite(a, b)).toBe(opposite(b, a));
        expect(opposite(a, a)).toBe(false);
      }),
    );
  });
});

describe('the listed opposites', () => {
  it.each(opposites.map((row) => [row] as const))('have two sides that share no entry: %j', (row) => {
    const [left = [], right = [], ...rest] = row;
    expect(rest).toEqual([]);
    expect(left.length * right.length).toBeGreaterThan(0);
    expect(left.filter((entry) => right.includes(entry))).toEqual([]);
  });
});
