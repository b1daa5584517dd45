import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, unescapeText } from '../../../graph/postgres/sql-values.ts';

const text = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', '🪐') });

describe('texts in PostgreSQL', () => {
  it('come back as they were, and never hold U+0000', () => {
    fc.assert(
      fc.property(text, (original) => {
        expect(escapeText(original)).not.toContain('\u0000');
        expect(unescapeText(escapeText(original))).toBe(original);
      }),
    );
  });

  it('keep their order by code unit', () => {
    const plain = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a') });
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        expect(escapeText(one) < escapeText(other)).toBe(one < other);
      }),
    );
  });

  it('are sent as they are where nothing needs to be escaped', () => {
    for (const plain of ['', 'a', '\u0002', '\\', "'", '🪐\ud7ff']) expect(escapeText(plain)).toBe(plain);
  });
});
