import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_LIMITS } from '../../gateway/operations/request-limits.ts';
import { decodeCbor, encodeCanonical } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';
import { parseJson } from '../../graph/parse-json.ts';
import { cpuMs } from '../cpu-time.ts';

function parse(text: string | Uint8Array) {
  const parsed = parseJson(typeof text === 'string' ? Buffer.from(text) : text, REQUEST_LIMITS);
  return parsed.ok ? parsed.value : parsed.fault;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

describe('JSON from strangers', () => {
  it('reads what JSON.parse reads', () => {
    const noProto = (key: string) => key !== '__proto__';
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string().filter(noProto), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        expect(parse(JSON.stringify(value))).toEqual(value);
        expect(parse(JSON.stringify(value, null, 1))).toEqual(value);
      }),
    );
  });

  it.each([
    ['a repeated key', '{"a":1,"a":1}', 'an object repeats a key'],
    ['a repeated key spelled otherwise', '{"a":1,"\\u0061":2}', 'an object repeats a key'],
    ['a repeated key within', '[{"x":{"b":1,"c":2,"b":3}}]', 'an object repeats a key'],
    ['a __proto__ key', '{"__proto__":{"admin":true}}', 'a key may not be __proto__'],
    ['a __proto__ key in escapes', '{"\\u005f_proto__":1}', 'a key may not be __proto__'],
    ['half a surrogate pair', '["\\ud800"]', 'a string holds half a surrogate pair'],
    ['half a surrogate pair as key', '{"\\udc00":1}', 'a string holds half a surrogate pair'],
    ['a number past a double', '[1e999]', 'a number is not finite'],
    ['a byte order mark', '\ufeff{}', 'not JSON'],
    ['nothing', '', 'not JSON'],
    ['white space', ' ', 'not JSON'],
    ['NaN', '[NaN]', 'not JSON'],
    ['single quotes', "{'a':1}", 'not JSON'],
    ['a trailing comma', '[1,]', 'not JSON'],
    ['two values', '{}{}', 'not JSON'],
    ['a comment', '{}//', 'not JSON'],
  ])('refuses %s', (_, text, fault) => {
    expect(parse(text)).toBe(fault);
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(parse(Buffer.from([0x22, 0xff, 0x22]))).toBe('not UTF-8');
    expect(parse(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('not UTF-8');
  });

  it('lets the same key stand in two objects, and brackets in strings', () => {
    expect(parse('[{"a":1},{"a":"]}\\"{["}]')).toEqual([{ a: 1 }, { a: ']}"{[' }]);
    expect(parse('{"a":"x\\\\","b":1}')).toEqual({ a: 'x\\', b: 1 });
  });

  it('takes depth 32 and refuses 33', () => {
    expect(parse(nested(32))).not.toBeTypeOf('string');
    expect(parse(nested(33))).toBe('nesting passes 32');
  });

  it('takes 100,000 items and refuses one more', () => {
    expect(parse(JSON.stringify(Array(99_999).fill(0)))).toHaveLength(99_999);
    expect(parse(JSON.stringify(Array(100_000).fill(0)))).toBe('more than 100000 items');
  });

  it('takes 1,024 members and refuses one more, in one object or in many', () => {
    const members = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`a${from + i}:"{[`, ':']));
    expect(parse(JSON.stringify(members(0, 1_024)))).toEqual(members(0, 1_024));
    expect(parse(JSON.stringify(members(0, 1_025)))).toBe('more than 1024 members');
    const two = [members(0, 500), { b: members(500, 1_023) }];
    expect(parse(JSON.stringify(two, null, 2))).toEqual(two);
    expect(parse(JSON.stringify([...two, { c: 1 }]))).toBe('more than 1024 members');
  });

  it('counts items as CBOR does', () => {
    const json = fc
      .jsonValue({ maxDepth: 4, noUnicodeString: false })
      .filter((one) => typeof one === 'object')
      // Refused by either reader, which may come to it before or after the bound.
      .filter((one) => !JSON.stringify(one).includes('__proto__'));
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 40 }), (value, maxItems) => {
        const limits = { ...REQUEST_LIMITS, maxItems };
        const inJson = parseJson(Buffer.from(JSON.stringify(value, null, 1)), limits);
        const faultOf = () => {
          try {
            decodeCbor(encodeCanonical(value), limits);
            return null;
          } catch (error) {
            return error instanceof CanonicalError ? error.message : error;
          }
        };
        expect(inJson.ok ? null : inJson.fault).toBe(faultOf());
      }),
    );
  });

  it('takes a megabyte and refuses one byte more', () => {
    expect(parse(JSON.stringify('x'.repeat(1_048_574)))).toHaveLength(1_048_574);
    expect(parse(JSON.stringify('x'.repeat(1_048_575)))).toBe('more than 1048576 bytes');
  });

  it.each([
    ['half a million brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['half a million escapes', JSON.stringify('\n'.repeat(500_000))],
    ['a long run of backslashes', `"${'\\\\'.repeat(500_000)}"`],
    ['an open string', `"${'a'.repeat(1_000_000)}`],
    ['very many short strings', JSON.stringify(Array(90_000).fill('ab'))],
  ])('is done with %s in time', (_, text) => {
    expect(cpuMs(() => parse(text))).toBeLessThan(1_000);
  });
});
