import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCanonical, decodeCbor, encodeCanonical } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';

const RUNS = { numRuns: 2_000 };

/** Values with a canonical form, numbers and keys near every width at which their bytes grow. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false, '', [], {}),
    fc.maxSafeInteger(),
    fc.constantFrom(23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1).chain(signed),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.integer({ min: -70_000, max: 70_000 }).map((n) => n / 16),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.uint8Array({ maxLength: 30 }),
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 26 }).filter((key) => key !== '__proto__'),
      tie('any'),
      { maxKeys: 6, noNullPrototype: true },
    ),
  ),
})).any;

function signed(n: number) {
  return fc.constantFrom(n, -n);
}

function decoded(bytes: Uint8Array): { readonly value: unknown } | { readonly code: string } {
  try {
    return { value: decodeCbor(bytes) };
  } catch (error) {
    if (error instanceof CanonicalError) return { code: error.code };
    throw error;
  }
}

const same = (one: Uint8Array, two: Uint8Array): boolean => Buffer.compare(one, two) === 0;

/** Bytes that a head with this argument needs. */
const headBytes = (n: number): number => 1 + ([0, 1, 2, 4].find((size) => n < limitOf(size)) ?? 8);
const limitOf = (size: number): number => (size === 0 ? 24 : 2 ** (8 * size));

/** The fewest bytes in which a value of our profile can be written, by the document and not by the encoder. */
function fewestBytes(item: unknown): number {
  if (typeof item === 'string') return headBytes(Buffer.byteLength(item)) + Buffer.byteLength(item);
  if (item instanceof Uint8Array) return headBytes(item.length) + item.length;
  if (Array.isArray(item)) return headBytes(item.length) + sum(item.map(fewestBytes));
  if (typeof item === 'object' && item !== null) {
    const members = Object.entries(item);
    return headBytes(members.length) + sum(members.flat().map(fewestBytes));
  }
  if (typeof item !== 'number') return 1;
  if (Number.isSafeInteger(item)) return headBytes(item < 0 ? -1 - item : item);
  if (Math.f16round(item) === item) return 3;
  return Math.fround(item) === item ? 5 : 9;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Every object within a value, itself included. */
function objectsIn(item: unknown): object[] {
  if (typeof item !== 'object' || item === null || item instanceof Uint8Array) return [];
  const own = Array.isArray(item) ? [] : [item];
  return [...own, ...Object.values(item).flatMap(objectsIn)];
}

describe('the canonical form', () => {
  it('gives back the value, and the same bytes again', () => {
    fc.assert(
      fc.property(value, (given) => {
        const bytes = encodeCanonical(given);
        expect(decodeCanonical(bytes)).toEqual(given);
        expect(same(encodeCanonical(decodeCbor(bytes)), bytes)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is the shortest form there is', () => {
    fc.assert(
      fc.property(value, (given) => encodeCanonical(given).length === fewestBytes(given)),
      RUNS,
    );
  });

  it('lists the keys of every map in the bytewise order of their encoding', () => {
    fc.assert(
      fc.property(value, (given) => {
        for (const object of objectsIn(decodeCbor(encodeCanonical(given)))) {
          // Objects list keys that look like numbers first, so the bytes are looked at: each key behind the one before.
          const whole = Buffer.from(encodeCanonical(object));
          const keys = Object.keys(object).map((key) => Buffer.from(encodeCanonical(key)));
          const sorted = keys.toSorted(Buffer.compare);
          let at = headBytes(keys.length);
          for (const key of sorted) {
            expect(whole.subarray(at, at + key.length)).toEqual(key);
            at += key.length + encodeCanonical(memberOf(object, key)).length;
          }
          expect(at).toBe(whole.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is of one value only: any byte changed is refused or gives another value', () => {
    const change = fc.tuple(value, fc.nat(), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(change, ([given, place, mask]) => {
        const bytes = encodeCanonical(given);
        const changed = bytes.map((byte, index) => (index === place % bytes.length ? byte ^ mask : byte));
        const read = decoded(changed);
        return 'code' in read || !same(encodeCanonical(read.value), bytes);
      }),
      { numRuns: 10_000 },
    );
  });

  it('is the only form that is accepted where it is required', () => {
    const change = fc.tuple(value, fc.nat(), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(change, ([given, place, mask]) => {
        const bytes = encodeCanonical(given);
        const changed = bytes.map((byte, index) => (index === place % bytes.length ? byte ^ mask : byte));
        try {
          return same(encodeCanonical(decodeCanonical(changed)), changed);
        } catch (error) {
          return error instanceof CanonicalError;
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('has no proper prefix and no extension that is an item', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), (given, end, more) => {
        const bytes = encodeCanonical(given);
        expect(decoded(bytes.subarray(0, end % bytes.length))).toEqual({ code: 'truncated' });
        expect(decoded(Buffer.concat([bytes, more]))).toEqual({ code: 'trailing' });
      }),
      RUNS,
    );
  });
});

function memberOf(object: object, key: Uint8Array): unknown {
  const name = decodeCbor(key);
  return Object.entries(object).find(([own]) => own === name)?.[1];
}
