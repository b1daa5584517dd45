import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { indexable } from '../../../graph/neo4j/bolt-values.ts';

const LONGEST = 1_024;
const text = fc
  .tuple(
    fc.string({ minLength: 1, maxLength: 2 }),
    fc.constantFrom(1, LONGEST - 1, LONGEST, LONGEST + 1, 3_000),
  )
  .map(([part, length]) => part.repeat(length).slice(0, length));

it('indexes a text of 1,024 characters as it is, and a longer one within what an index takes', () => {
  expect(indexable('x'.repeat(LONGEST))).toBe('x'.repeat(LONGEST));
  for (const letter of ['x', 'ü', '語', '🪐']) {
    const indexed = indexable(letter.repeat(LONGEST + 1));
    expect(indexed.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(indexed)).toBeLessThanOrEqual(8_167 / 2);
  }
});

it('keeps texts apart and in order, also long ones that begin otherwise', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const sign = byCodeUnit(indexable(a), indexable(b));
      if (a === b || a.slice(0, LONGEST) !== b.slice(0, LONGEST)) expect(sign).toBe(byCodeUnit(a, b));
      else expect(sign).not.toBe(0);
    }),
  );
});

it('lets no text pass for a longer one', () => {
  const long = 'x'.repeat(LONGEST + 1);
  expect(indexable(indexable(long))).not.toBe(indexable(long));
});
