import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSentenceVectors,
  encodeSentenceVectors,
  SentenceVectorsError,
} from '../../../../engine/retrieve/embed/sentence-blob.ts';
import { encodeVectors } from '../../../../engine/retrieve/latent/vector-blob.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

const good = { ids: ['a', 'b'], contents: ['x', 'y'], dimensions: 2, vectors: Float32Array.of(1, 0, 0, -1) };

describe('the blob of sentence vectors', () => {
  it('gives back what was put in, and the same bytes again', () => {
    const row = fc.tuple(fc.string(), fc.string(), fc.float({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const vectors = {
          ids: rows.map(([id]) => id),
          contents: rows.map(([, content]) => content),
          dimensions: 1,
          vectors: Float32Array.from(rows, ([, , value]) => value + 0),
        };
        const bytes = encodeSentenceVectors(vectors);
        expect(decodeSentenceVectors(bytes)).toEqual(vectors);
        expect(encodeSentenceVectors(decodeSentenceVectors(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['latent vectors', encodeVectors(good)],
    ['a row too few', encodeSentenceVectors({ ...good, ids: ['a', 'b', 'c'], contents: ['x', 'y', 'z'] })],
    ['a text too few', encodeSentenceVectors({ ...good, contents: ['x'] })],
    ['other dimensions', encodeSentenceVectors({ ...good, dimensions: 3 })],
    ['a map without members', encodeCanonical({ format: 'adduce-sentences/1' })],
    [
      'half a number',
      encodeCanonical({ format: 'adduce-sentences/1', ...good, vectors: new Uint8Array(15) }),
    ],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeSentenceVectors(bytes)).toThrow(SentenceVectorsError);
  });
});
