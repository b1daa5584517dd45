import { describe, expect, it } from 'vitest';
import { floatBytes, floatsOf } from '../../../../engine/retrieve/floats.ts';
import {
  decodeModel,
  encodeModel,
  LATENT_FORMAT,
  LatentModelError,
} from '../../../../engine/retrieve/latent/latent-model.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

const members = {
  format: LATENT_FORMAT,
  dimensions: 2,
  average_length: 3.5,
  terms: ['a', 'b'],
  rarity: floatBytes(Float32Array.of(1, 2)),
  basis: floatBytes(Float32Array.of(1, 0, 0, 1)),
};

describe('decodeModel', () => {
  it('reads back what was written, to the byte', () => {
    const bytes = encodeCanonical(members);
    const model = decodeModel(bytes);
    expect(model).toMatchObject({ dimensions: 2, averageLength: 3.5 });
    expect([...model.vocabulary]).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(model.basis).toEqual(Float32Array.of(1, 0, 0, 1));
    expect(encodeModel(model)).toEqual(bytes);
  });

  it.each([
    ['another format', { format: 'adduce-latent/2' }],
    ['a negative dimension', { dimensions: -1 }],
    ['a dimension that is no integer', { dimensions: 1.5 }],
    ['a length that is a text', { average_length: '3' }],
    ['terms that are no list', { terms: 'a b' }],
    ['a term twice', { terms: ['a', 'a'] }],
    ['a term that is a number', { terms: ['a', 1] }],
    ['a basis that is too short', { basis: floatBytes(Float32Array.of(1, 0, 0)) }],
    ['a basis that is cut within a number', { basis: new Uint8Array(15) }],
    ['a basis that is a text', { basis: 'x' }],
    ['a rarity that is no number', { rarity: floatBytes(Float32Array.of(1, Number.NaN)) }],
    ['no basis', { basis: undefined }],
  ])('refuses %s', (_, change) => {
    expect(() => decodeModel(encodeCanonical({ ...members, ...change }))).toThrow(LatentModelError);
  });

  it('refuses bytes that are cut, trailing, empty or no map', () => {
    const bytes = encodeCanonical(members);
    for (const bad of [
      bytes.subarray(0, -1),
      Uint8Array.of(...bytes, 0),
      new Uint8Array(0),
      encodeCanonical(null),
    ]) {
      expect(() => decodeModel(bad)).toThrow(LatentModelError);
    }
  });
});

describe('floatBytes', () => {
  it('writes little-endian numbers that read back, from any offset', () => {
    const bytes = floatBytes(Float32Array.of(1, -2.5));
    expect([...bytes]).toEqual([0, 0, 128, 63, 0, 0, 32, 192]);
    const shifted = Uint8Array.of(9, ...bytes).subarray(1);
    expect(floatsOf(shifted)).toEqual(Float32Array.of(1, -2.5));
    expect(floatsOf(bytes.subarray(1))).toBeNull();
  });
});
