import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSentenceVectors,
  encodeSentenceVectors,
  quantised,
  SentenceVectorsError,
} from '../../../../engine/retrieve/embed/sentence-blob.ts';
import { encodeVectors } from '../../../../engine/retrieve/vectors/vector-blob.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

const good = { ids: ['a', 'b'], contents: ['x', 'y'], counts: [1, 2], dimensions: 2, rows: new Int8Array(6) };
const raw = { format: 'adduce-sentences/1', ...good, rows: new Uint8Array(6) };

describe('the blob of sentence vectors', () => {
  it('gives back what was put in, and the same bytes again', () => {
    const section = fc.tuple(fc.string(), fc.string(), fc.int8Array({ minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(section), (sections) => {
        const vectors = {
          ids: sections.map(([id]) => id),
          contents: sections.map(([, content]) => content),
          counts: sections.map(([, , rows]) => rows.length),
          dimensions: 1,
          rows: Int8Array.from(sections.flatMap(([, , rows]) => [...rows])),
        };
        const bytes = encodeSentenceVectors(vectors);
        expect(decodeSentenceVectors(bytes)).toEqual(vectors);
        expect(encodeSentenceVectors(decodeSentenceVectors(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['latent vectors', encodeVectors({ ids: ['a'], dimensions: 1, vectors: Float32Array.of(1) })],
    ['a row too few', encodeSentenceVectors({ ...good, rows: new Int8Array(4) })],
    ['a row too many', encodeSentenceVectors({ ...good, rows: new Int8Array(8) })],
    ['a text too few', encodeSentenceVectors({ ...good, contents: ['x'] })],
    ['a count too many', encodeSentenceVectors({ ...good, counts: [1, 1, 1] })],
    ['a section without a row', encodeSentenceVectors({ ...good, counts: [0, 3] })],
    ['half a row', encodeSentenceVectors({ ...good, counts: [1.5, 1.5] })],
    ['other dimensions', encodeSentenceVectors({ ...good, dimensions: 3 })],
    ['a number for an id', encodeCanonical({ ...raw, ids: [1, 2] })],
    ['rows that are no bytes', encodeCanonical({ ...raw, rows: [0, 0, 0, 0, 0, 0] })],
    ['another format', encodeCanonical({ ...raw, format: 'adduce-sentences/2' })],
    ['a map without members', encodeCanonical({ format: 'adduce-sentences/1' })],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeSentenceVectors(bytes)).toThrow(SentenceVectorsError);
  });

  it('keeps the direction of a vector, in bytes', () => {
    expect(quantised(Float32Array.of(0.5, -1, 0))).toEqual(Int8Array.of(64, -127, 0));
    expect(quantised(Float32Array.of(0, 0))).toEqual(Int8Array.of(0, 0));
    const component = fc.float({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(component, { minLength: 1, maxLength: 64 }), (values) => {
        const vector = Float32Array.from(values);
        const most = Math.max(...vector.map(Math.abs));
        for (const [at, value] of quantised(vector).entries()) {
          expect(Math.abs((value * most) / 127 - (vector[at] ?? 0))).toBeLessThanOrEqual(most / 127);
        }
      }),
    );
  });
});
