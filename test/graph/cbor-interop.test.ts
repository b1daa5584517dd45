import { isDeepStrictEqual } from 'node:util';
import { Decoder, Encoder } from 'cbor-x';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCbor, encodeCanonical } from '../../graph/canonical.ts';

const decoder = new Decoder({ mapsAsObjects: true, useRecords: false });
const encoder = new Encoder({ mapsAsObjects: true, useRecords: false, tagUint8Array: false });

/** Values of our subset that cbor-x writes without tags: integers of 32 bits, since it writes larger ones as floats. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.integer(),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__'),
      tie('any'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).any;

describe('CBOR between cbor-x and us', () => {
  test('is read alike when we write it', () => {
    const same = (given: unknown) => isDeepStrictEqual(decoder.decode(encodeCanonical(given)), given);
    fc.assert(fc.property(value, same));
  });

  test('is read alike when cbor-x writes it', () => {
    const same = (given: unknown) => isDeepStrictEqual(decodeCbor(encoder.encode(given)), given);
    fc.assert(fc.property(value, same));
  });

  test('differs where cbor-x reads what has no place in our subset', () => {
    const tagged = Uint8Array.from([0xc2, 0x41, 0x01]);
    expect(decoder.decode(tagged)).toBe(1n);
    expect(() => decodeCbor(tagged)).toThrow();
  });
});
