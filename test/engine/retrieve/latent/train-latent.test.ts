import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldIn } from '../../../../engine/retrieve/latent/fold-in.ts';
import { encodeModel } from '../../../../engine/retrieve/latent/latent-model.ts';
import type { LatentDocument } from '../../../../engine/retrieve/latent/term-weights.ts';
import { trainLatent } from '../../../../engine/retrieve/latent/train-latent.ts';

const documents = [
  'ship harbour sail sea captain',
  'sea ship captain crew wave',
  'harbour sail boat wave sea',
  'bread flour oven baker yeast',
  'oven baker dough flour bread',
  'yeast dough bread oven salt',
].map((text, index) => ({ id: `d${index}`, terms: text.split(' ') }));

const SEED = { seed: 's' };
const length = (vector: Float32Array) => Math.hypot(...vector);

/** Ids of the documents that are nearest to a query, best first; unlike ones left out. */
function nearest(input: readonly LatentDocument[], dimensions: number, query: readonly string[]): string[] {
  const model = trainLatent(input, { ...SEED, dimensions });
  const asked = foldIn(model, query);
  return input
    .map(({ id, terms }) => ({ id, cosine: cosine(foldIn(model, terms), asked) }))
    .filter((hit) => hit.cosine > 0)
    .sort((a, b) => b.cosine - a.cosine)
    .map(({ id }) => id);
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);

describe('trainLatent', () => {
  it('relates words that never stand in one document', () => {
    const hits = nearest(documents, 2, ['boat', 'crew', 'captain']);
    expect(hits.slice(0, 3).sort()).toEqual(['d0', 'd1', 'd2']);
  });

  it('gives the same bytes for the same documents and seed, in any order', () => {
    const first = trainLatent(documents, { ...SEED, dimensions: 3 });
    const second = trainLatent(documents.toReversed(), { ...SEED, dimensions: 3 });
    expect(encodeModel(second)).toEqual(encodeModel(first));
  });

  it('spans an orthonormal basis of no more dimensions than the rank', () => {
    const model = trainLatent(documents, { ...SEED, dimensions: 200 });
    const { dimensions, basis, vocabulary } = model;
    expect(dimensions).toBe(6);
    const column = (axis: number) =>
      Array.from({ length: vocabulary.size }, (_, term) => basis[term * dimensions + axis]!);
    for (let a = 0; a < dimensions; a += 1) {
      for (let b = 0; b < dimensions; b += 1) {
        const product = column(a).reduce((sum, value, term) => sum + value * column(b)[term]!, 0);
        expect(product).toBeCloseTo(a === b ? 1 : 0, 5);
      }
    }
  });

  it('gives documents of known terms the length 1, and others none', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 2, maxLength: 8 }), (texts) => {
        const input = texts.map((terms, index) => ({ id: `${index}`, terms }));
        const model = trainLatent(input, SEED);
        for (const { terms } of input) {
          const isKnown = terms.some((term) => model.vocabulary.has(term));
          expect(length(foldIn(model, terms))).toBeCloseTo(isKnown ? 1 : 0, 5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['no documents', []],
    ['one document', [{ id: 'a', terms: ['x', 'y'] }]],
    [
      'documents that share no term',
      [
        { id: 'a', terms: ['x'] },
        { id: 'b', terms: ['y'] },
      ],
    ],
    [
      'documents without terms',
      [
        { id: 'a', terms: [] },
        { id: 'b', terms: [] },
      ],
    ],
  ])('makes a model of no dimensions from %s', (_, input) => {
    expect(trainLatent(input, SEED).dimensions).toBe(0);
    expect(nearest(input, 200, ['x'])).toEqual([]);
  });

  it('gives a query of unknown terms no direction and no hits', () => {
    const unknown = ['quasar', 'constructor', '__proto__'];
    expect([...foldIn(trainLatent(documents, { ...SEED, dimensions: 3 }), unknown)]).toEqual([0, 0, 0]);
    expect(nearest(documents, 3, unknown)).toEqual([]);
  });

  it('refuses an id that occurs twice', () => {
    expect(() => trainLatent([...documents, documents[0]!], SEED)).toThrow(RangeError);
  });
});
