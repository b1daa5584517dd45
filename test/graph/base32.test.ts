import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32 } from '../../graph/base32.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** The definition, bit by bit. */
function byBits(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('encodes %j as in RFC 4648 §10, in lower case and without padding', (text, expected) => {
    expect(base32(new TextEncoder().encode(text))).toBe(expected);
  });

  it('agrees with the definition on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(base32(bytes)).toBe(byBits(bytes));
      }),
    );
  });
});
