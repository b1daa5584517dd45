import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldIn } from '../../../../engine/retrieve/latent/fold-in.ts';
import { scan } from '../../../../engine/retrieve/latent/scan.ts';
import { trainLatent } from '../../../../engine/retrieve/latent/train-latent.ts';
import { blake3Hex } from '../../../../graph/digest.ts';

const documents = [
  'ship harbour sail sea captain',
  'sea ship captain crew wave',
  'harbour sail boat wave sea',
  'bread flour oven baker yeast',
  'oven baker dough flour bread',
  'yeast dough bread oven salt',
].map((text, index) => ({ id: `d${index}`, terms: text.split(' ') }));

const row = (vectors: Float32Array, index: number, dimensions: number) =>
  vectors.subarray(index * dimensions, (index + 1) * dimensions);
const length = (vector: Float32Array) => Math.hypot(...vector);

describe('trainLatent', () => {
  it('relates words that never stand in one document', () => {
    const { model, vectors, ids } = trainLatent(documents, { seed: 's', dimensions: 2 });
    const hits = scan(vectors, ids, foldIn(model, ['boat', 'crew', 'captain']), 3);
    expect(hits.map(({ id }) => id).sort()).toEqual(['d0', 'd1', 'd2']);
  });

  it('gives the same bytes for the same documents and seed, in any order', () => {
    const first = trainLatent(documents, { seed: 's', dimensions: 3 });
    const second = trainLatent(documents.toReversed(), { seed: 's', dimensions: 3 });
    expect(second.ids).toEqual(first.ids);
    expect(blake3Hex(second.bytes)).toBe(blake3Hex(first.bytes));
    expect(second.vectors).toEqual(first.vectors);
  });

  it('gives documents the vectors that folding them in gives', () => {
    const { model, vectors } = trainLatent(documents, { seed: 's', dimensions: 3 });
    documents.forEach(({ terms }, index) => {
      expect(row(vectors, index, model.dimensions)).toEqual(foldIn(model, terms));
    });
  });

  it('spans an orthonormal basis of no more dimensions than the rank', () => {
    const { model } = trainLatent(documents, { seed: 's', dimensions: 200 });
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

  it('keeps the products of documents at full rank', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 2, maxLength: 8 }), (texts) => {
        const input = texts.map((terms, index) => ({ id: `${index}`, terms }));
        const { model, vectors } = trainLatent(input, { seed: 's' });
        input.forEach((document, index) => {
          const known = document.terms.some((term) => model.vocabulary.has(term));
          expect(length(row(vectors, index, model.dimensions))).toBeCloseTo(known ? 1 : 0, 5);
        });
        const same = trainLatent([...input, { id: 'copy', terms: texts[0]! }], { seed: 's' });
        const copy = row(same.vectors, same.ids.indexOf('copy'), same.model.dimensions);
        expect(copy).toEqual(row(same.vectors, same.ids.indexOf('0'), same.model.dimensions));
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
    const { model, vectors, ids } = trainLatent(input, { seed: 's' });
    expect(model.dimensions).toBe(0);
    expect(vectors).toHaveLength(0);
    expect(scan(vectors, ids, foldIn(model, ['x']), 10)).toEqual([]);
  });

  it('gives a query of unknown terms no direction and no hits', () => {
    const { model, vectors, ids } = trainLatent(documents, { seed: 's', dimensions: 3 });
    const query = foldIn(model, ['quasar', 'constructor', '__proto__']);
    expect([...query]).toEqual([0, 0, 0]);
    expect(scan(vectors, ids, query, 10)).toEqual([]);
  });

  it('refuses an id that occurs twice', () => {
    expect(() => trainLatent([...documents, documents[0]!], { seed: 's' })).toThrow(RangeError);
  });
});

describe('scan', () => {
  const vectors = Float32Array.of(1, 0, 0, 1, -1, 0, 1, 0);
  const ids = ['b', 'c', 'd', 'a'];

  it('ranks by cosine, ties by id, without unlike vectors', () => {
    expect(scan(vectors, ids, Float32Array.of(0.8, 0.6), 10).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(scan(vectors, ids, Float32Array.of(0.8, 0.6), 1).map(({ id }) => id)).toEqual(['a']);
  });

  it('refuses vectors that are not one row for each id', () => {
    expect(() => scan(vectors, ids, Float32Array.of(1, 0, 0), 1)).toThrow(RangeError);
    expect(() => scan(vectors, ids.slice(1), Float32Array.of(1, 0), 1)).toThrow(RangeError);
  });
});
