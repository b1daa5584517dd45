import { encode as cborgEncode, rfc8949EncodeOptions } from 'cborg';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BODY_LIMITS, decodeCanonical, decodeCbor, encodeCanonical } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';
import { cpuMs } from '../cpu-time.ts';
import invalid from '../vectors/cbor_invalid.json' with { type: 'json' };
import valid from '../vectors/cbor_valid.json' with { type: 'json' };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

interface Vector {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly value?: unknown;
  readonly value_hex?: string;
  readonly canonical: string;
}

/** The file is our own, and every member of a case is compared below. */
const cases = valid.cases as readonly Vector[];

const givenBy = ({ value, value_hex }: Vector): unknown =>
  value_hex === undefined ? value : bytesOf(value_hex);

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof CanonicalError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** The number of these half-precision bits, null where they are none that we accept. */
function decodedHalf(bits: number): number | null {
  const value = codeOf(() => decodeCbor(halfItem(bits))) === 'accepted' ? decodeCbor(halfItem(bits)) : null;
  return typeof value === 'number' ? value : null;
}

const halfItem = (bits: number): Uint8Array => new Uint8Array([0xf9, bits >> 8, bits & 0xff]);

/** The second implementation does not shorten floats below 2^-14; those have a test of their own. */
const shared = (n: number): boolean => n === 0 || Math.abs(n) >= 2 ** -14;

/** Values with a canonical form that decoding gives back exactly; -0 is tested by itself. */
const jsonLike = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.integer({ min: -300, max: 70_000 }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter(shared)
      .map((n) => n + 0),
    fc
      .float({ noNaN: true, noDefaultInfinity: true })
      .filter(shared)
      .map((n) => n + 0),
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(
      fc.string({ unit: 'binary', maxLength: 40 }).filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 8, noNullPrototype: true },
    ),
  ),
})).value;

describe('encodeCanonical', () => {
  it.each(cases)('writes the published value: $name', (vector) => {
    expect(hex(encodeCanonical(givenBy(vector)))).toBe(vector.canonical);
  });

  it('agrees byte for byte with a second implementation', () => {
    fc.assert(
      fc.property(jsonLike, (value) => {
        expect(hex(encodeCanonical(value))).toBe(hex(cborgEncode(value, rfc8949EncodeOptions)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with a second implementation on floats near each width', () => {
    const exponents = fc.integer({ min: -14, max: 18 });
    fc.assert(
      fc.property(fc.integer({ min: -4_100, max: 4_100 }), exponents, (mantissa, exponent) => {
        const value = mantissa * 2 ** exponent + 0;
        expect(hex(encodeCanonical(value))).toBe(hex(cborgEncode(value, rfc8949EncodeOptions)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('writes every half-precision number that is no integer in three bytes, and its neighbours in more', () => {
    const wrong: string[] = [];
    for (let bits = 0; bits < 0x1_0000; bits += 1) {
      const value = decodedHalf(bits);
      if (value === null || Number.isInteger(value)) continue;
      const written = hex(encodeCanonical(value));
      const lengths = [12, 40].map((shift) => encodeCanonical(value * (1 + 2 ** -shift)).length);
      if (written !== hex(halfItem(bits)) || `${lengths}` !== '5,9') wrong.push(written);
    }
    expect(wrong).toEqual([]);
  });

  it('writes powers of two below half precision as singles, below those as doubles', () => {
    for (let exponent = -25; exponent >= -149; exponent -= 1) {
      expect(encodeCanonical(2 ** exponent)).toHaveLength(5);
    }
    for (const exponent of [-150, -151, -181, -182, -1_074]) {
      expect(encodeCanonical(2 ** exponent)).toHaveLength(9);
    }
  });

  it('gives the same bytes whatever order the members came in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 20 }), (keys) => {
        const forward = Object.fromEntries(keys.map((key) => [`k${key}`, key.length]));
        const backward = Object.fromEntries(keys.toReversed().map((key) => [`k${key}`, key.length]));
        expect(hex(encodeCanonical(backward))).toBe(hex(encodeCanonical(forward)));
      }),
    );
  });

  it('keeps its promises for more shapes and more members than it caches', () => {
    const shapes = Array.from({ length: 9_000 }, (_, i) => ({ [`m${i}`]: 1, a: 2 }));
    for (const shape of shapes) {
      expect(encodeCanonical(shape)).toEqual(new Uint8Array(cborgEncode(shape, rfc8949EncodeOptions)));
    }
    for (const size of [64, 65, 300]) {
      const wide = Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i * 7}`, i]));
      expect(hex(encodeCanonical(wide))).toBe(hex(cborgEncode(wide, rfc8949EncodeOptions)));
    }
  });

  it('leaves out members that are undefined, of one shape in every combination', () => {
    expect(hex(encodeCanonical({ b: undefined, a: 1 }))).toBe('a1616101');
    expect(hex(encodeCanonical({ b: 2, a: undefined }))).toBe('a1616202');
    expect(hex(encodeCanonical({ b: 2, a: 1 }))).toBe('a2616101616202');
    expect(hex(encodeCanonical({ b: undefined }))).toBe('a0');
  });

  it('writes -0 as 0, as JSON does', () => {
    expect(hex(encodeCanonical(-0))).toBe('00');
  });

  it.each([
    [0n, '00'],
    [-1n, '20'],
    [9_007_199_254_740_991n, '1b001fffffffffffff'],
    [9_007_199_254_740_992n, '1b0020000000000000'],
    [18_446_744_073_709_551_615n, '1bffffffffffffffff'],
    [-18_446_744_073_709_551_616n, '3bffffffffffffffff'],
  ])('writes the bigint %s as an integer', (value, expected) => {
    expect(hex(encodeCanonical(value))).toBe(expected);
  });

  it.each([2n ** 64n, -(2n ** 64n) - 1n])('refuses the bigint %s, which passes 64 bits', (value) => {
    expect(codeOf(() => encodeCanonical(value))).toBe('integer_range');
  });

  it('writes strings on either side of every length at which their head grows', () => {
    for (const unit of ['a', 'ü', '水', '😀']) {
      for (const length of [
        0, 1, 11, 12, 23, 24, 40, 41, 63, 64, 85, 86, 127, 128, 255, 256, 21_846, 65_535, 65_536,
      ]) {
        const text = unit.repeat(length);
        expect(Buffer.compare(encodeCanonical(text), cborgEncode(text, rfc8949EncodeOptions))).toBe(0);
      }
    }
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a set', new Set()],
    ['an instance of a class', new (class Thing {})()],
    ['an array with a hole', new Array(2)],
    ['an undefined array item', [undefined]],
    ['a boxed number', Object(1)],
    ['another typed array', new Uint16Array(2)],
    ['an array buffer', new ArrayBuffer(2)],
  ])('refuses %s', (_, value) => {
    expect(codeOf(() => encodeCanonical({ deep: [value] }))).toBe('type');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %s', (value) => {
    expect(codeOf(() => encodeCanonical(value))).toBe('number');
  });

  it.each(['\ud800', 'a\udc00', `${'x'.repeat(60)}\ud83d`, '\udc00\ud800'])(
    'refuses a lone surrogate',
    (text) => {
      expect(codeOf(() => encodeCanonical(text))).toBe('surrogate');
      expect(codeOf(() => encodeCanonical({ [text]: 1 }))).toBe('surrogate');
    },
  );

  it('refuses an own member named __proto__', () => {
    expect(codeOf(() => encodeCanonical(JSON.parse('{"__proto__": 1}')))).toBe('key_name');
  });

  it('accepts nesting of 32 and refuses 33, and so a cycle', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(codeOf(() => encodeCanonical(nested(32)))).toBe('accepted');
    expect(codeOf(() => encodeCanonical(nested(33)))).toBe('depth');
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(codeOf(() => encodeCanonical(cycle))).toBe('depth');
  });

  it('encodes rightly again after a value was refused half-way', () => {
    expect(codeOf(() => encodeCanonical({ a: 'x'.repeat(100), b: [Symbol('x')] }))).toBe('type');
    expect(hex(encodeCanonical([1]))).toBe('8101');
  });

  it('is not disturbed by a getter that encodes in turn', () => {
    const value = {
      a: 1,
      get b(): string {
        return hex(encodeCanonical('inner'));
      },
    };
    expect(decodeCbor(encodeCanonical(value))).toEqual({ a: 1, b: '65696e6e6572' });
  });
});

describe('decodeCbor', () => {
  it.each(cases)('reads the published bytes: $name', (vector) => {
    const value = decodeCbor(bytesOf(vector.hex));
    // JSON has one zero, and so have we.
    expect(value === 0 ? 0 : value).toEqual(givenBy(vector));
    expect(decodeCanonical(bytesOf(vector.canonical))).toEqual(givenBy(vector));
  });

  it.each(invalid.cases)('refuses for $fault: $name', ({ hex: bytes, fault }) => {
    expect(codeOf(() => decodeCbor(bytesOf(bytes)))).toBe(fault);
  });

  it('answers for every example of RFC 8949, appendix A', () => {
    const examples = [...cases, ...invalid.cases].filter(({ source }) => source === 'RFC 8949 appendix A');
    expect(new Set(examples.map((example) => example.hex)).size).toBe(81);
  });

  it('gives back what was encoded', () => {
    fc.assert(
      fc.property(jsonLike, (value) => {
        expect(decodeCanonical(encodeCanonical(value))).toEqual(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('ends in a value or a CanonicalError on any bytes, and what it accepts has a canonical form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const code = codeOf(() => decodeCanonical(encodeCanonical(decodeCbor(bytes))));
        expect(code).not.toBe('not_canonical');
      }),
      { numRuns: 20_000 },
    );
  });

  it('refuses every proper prefix of an item', () => {
    const whole = encodeCanonical({ a: [1, 2.5, '水', new Uint8Array(30)], b: { c: null, d: 70_000 } });
    for (let end = 0; end < whole.length; end += 1) {
      expect(codeOf(() => decodeCbor(whole.subarray(0, end)))).toBe('truncated');
    }
  });

  it('reads a view by its own bounds', () => {
    expect(decodeCbor(bytesOf('ff8101ff').subarray(1, 3))).toEqual([1]);
  });

  it('copies byte strings out of the input', () => {
    const input = bytesOf('43010203');
    const value = decodeCbor(input);
    input.fill(9);
    expect(value).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('keeps a byte order mark that a string begins with', () => {
    expect(decodeCbor(bytesOf('64efbbbf61'))).toBe('\ufeffa');
  });

  it('accepts a key that an object inherits, once', () => {
    expect(decodeCbor(encodeCanonical({ constructor: 1, toString: 2 }))).toEqual({
      constructor: 1,
      toString: 2,
    });
    expect(codeOf(() => decodeCbor(bytesOf('a268746f537472696e670168746f537472696e6702')))).toBe(
      'duplicate_key',
    );
  });

  it.each([
    ['at once', 'aa'],
    ['behind a greater one', 'aca'],
    ['behind a lesser one', 'acbc'],
    ['behind a longer one', 'a*a'],
    ['as the last of many in order', 'abcdefghijkla'],
  ])('refuses a key that comes again %s', (_, keys) => {
    const heads = [...keys].map((key) => (key === '*' ? '627a7a' : `61${key.charCodeAt(0).toString(16)}`));
    const map = `${(0xa0 + keys.length).toString(16)}${heads.map((key) => `${key}00`).join('')}`;
    // Twice: keys that were read before are known.
    for (let round = 0; round < 2; round += 1)
      expect(codeOf(() => decodeCbor(bytesOf(map)))).toBe('duplicate_key');
  });

  it('reads keys again as it read them at first, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 30 }), fc.nat(), { maxKeys: 20 }), (map) => {
        const own = Object.fromEntries(Object.entries(map).filter(([key]) => key !== '__proto__'));
        const bytes = encodeCanonical(own);
        expect(decodeCbor(bytes)).toEqual(own);
        expect(decodeCbor(bytes)).toEqual(own);
      }),
    );
    const proto = bytesOf('a1695f5f70726f746f5f5f00');
    for (let round = 0; round < 2; round += 1) expect(codeOf(() => decodeCbor(proto))).toBe('key_name');
  });

  it('accepts nesting of 32 and refuses 33, of arrays and of maps', () => {
    expect(codeOf(() => decodeCbor(bytesOf(`${'81'.repeat(32)}00`)))).toBe('accepted');
    expect(codeOf(() => decodeCbor(bytesOf(`${'81'.repeat(33)}00`)))).toBe('depth');
    expect(codeOf(() => decodeCbor(bytesOf(`${'a16161'.repeat(32)}00`)))).toBe('accepted');
    expect(codeOf(() => decodeCbor(bytesOf(`${'a16161'.repeat(33)}00`)))).toBe('depth');
  });

  it('counts depth, not siblings', () => {
    expect(codeOf(() => decodeCbor(encodeCanonical(Array.from({ length: 100 }, () => [[]]))))).toBe(
      'accepted',
    );
  });

  it('accepts 100,000 items and refuses one more, keys included', () => {
    const array = (length: number): Uint8Array => encodeCanonical(new Array<number>(length).fill(0));
    expect(codeOf(() => decodeCbor(array(99_999)))).toBe('accepted');
    expect(codeOf(() => decodeCbor(array(100_000)))).toBe('items');
    const map = (length: number): Uint8Array =>
      encodeCanonical(Object.fromEntries(Array.from({ length }, (_, i) => [`${i}`, 0])));
    expect(codeOf(() => decodeCbor(map(49_999)))).toBe('accepted');
    expect(codeOf(() => decodeCbor(map(50_000)))).toBe('items');
  });

  it('refuses maps by the members that they claim together, before it reads a key', () => {
    const limits = { ...BODY_LIMITS, maxMembers: 3 };
    const codeIn = (bytes: string) => codeOf(() => decodeCbor(bytesOf(bytes), limits));
    expect(codeIn('a3616100616200616300')).toBe('accepted');
    expect(codeIn('82a26161006162a0a1616300')).toBe('accepted');
    expect(codeIn('82a2616100616200a2616100616200')).toBe('members');
    expect(codeIn('a4000000')).toBe('truncated');
    expect(codeIn('a400000000000000')).toBe('members');
  });

  it('accepts 1 MB and refuses one byte more', () => {
    const sized = (size: number): Uint8Array => encodeCanonical(new Uint8Array(size - 5));
    expect(sized(BODY_LIMITS.maxBytes).length).toBe(1_048_576);
    expect(codeOf(() => decodeCbor(sized(BODY_LIMITS.maxBytes)))).toBe('accepted');
    expect(codeOf(() => decodeCbor(sized(BODY_LIMITS.maxBytes + 1)))).toBe('size');
  });

  it('reads a map of 49,999 members in time linear in its size', () => {
    const bytes = encodeCanonical(Object.fromEntries(Array.from({ length: 49_999 }, (_, i) => [`k${i}`, 0])));
    expect(cpuMs(() => decodeCbor(bytes))).toBeLessThan(2_000);
  });
});

describe('decodeCanonical', () => {
  const longer = cases.filter((vector) => vector.canonical !== vector.hex);

  it.each(longer)('refuses what is not the canonical form of its value: $name', ({ hex: bytes }) => {
    expect(codeOf(() => decodeCanonical(bytesOf(bytes)))).toBe('not_canonical');
  });

  it('passes the decoder’s own refusals on', () => {
    expect(codeOf(() => decodeCanonical(bytesOf('c100')))).toBe('tag');
  });
});
