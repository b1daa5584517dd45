import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FusionWeights, fuse, type Lanes, sentenceFusion } from '../../../engine/retrieve/fuse.ts';

const WEIGHTS: FusionWeights = {
  id: 'test/1',
  rule: 'doubts',
  vector: 0.8,
  licence: 0.002,
  freshness: 0.002,
};
const rank = (lanes: Partial<Lanes>) => fuse({ text: [], vector: [], signals: [], ...lanes }, WEIGHTS);
const ids = (lanes: Partial<Lanes>) => rank(lanes).map(({ id }) => id);

const score = fc.double({ min: -5, max: 40, noNaN: true });
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const lanes = fc.record({
  text: fc.array(fc.record({ id, score })),
  vector: fc.array(fc.record({ id, cosine: fc.double({ min: -1, max: 1, noNaN: true }) })),
  signals: fc.uniqueArray(fc.record({ id, licence: fc.constantFrom(0, 1), freshness: fc.constant(0.5) }), {
    selector: (one) => one.id,
  }),
});

describe('fuse', () => {
  it('divides text scores by the best and lets the weighted cosine fill what is left', () => {
    const result = rank({
      text: [
        { id: 'a', score: 20 },
        { id: 'b', score: 15 },
      ],
      vector: [
        { id: 'b', cosine: 0.75 },
        { id: 'c', cosine: 1 / 3 },
      ],
      signals: [{ id: 'c', licence: 1, freshness: 0.5 }],
    });
    expect(result).toEqual([
      {
        id: 'a',
        rank: 1,
        score: 1,
        lanes: { text: { score: 20, rank: 1 }, vector: null, licence: 0, freshness: 0 },
      },
      {
        id: 'b',
        rank: 2,
        score: 0.9,
        lanes: { text: { score: 15, rank: 2 }, vector: { score: 0.75, rank: 1 }, licence: 0, freshness: 0 },
      },
      {
        id: 'c',
        rank: 3,
        score: 0.269667,
        lanes: { text: null, vector: { score: 0.333333333, rank: 2 }, licence: 1, freshness: 0.5 },
      },
    ]);
  });

  it('never lowers a candidate for being similar, and never lifts one above certainty', () => {
    const text = [
      { id: 'a', score: 10 },
      { id: 'b', score: 5 },
    ];
    const scores = (cosine: number) =>
      fuse({ text, vector: [{ id: 'b', cosine }], signals: [] }, { ...WEIGHTS, vector: 1 }).map(
        (one) => one.score,
      );
    expect(scores(0.5)).toEqual([1, 0.75]);
    expect(scores(1)).toEqual([1, 1]);
    expect(scores(1.0000001)).toEqual([1, 1]);
  });

  it('adds what a sentence model says to the words, within what the best of both can have', () => {
    const weights = sentenceFusion('minilm');
    const text = [
      { id: 'a', score: 10 },
      { id: 'b', score: 5 },
    ];
    const vector = [
      { id: 'b', cosine: 0.8 },
      { id: 'a', cosine: 0.2 },
      { id: 'c', cosine: 0.6 },
      { id: 'd', cosine: -0.5 },
    ];
    const ranked = fuse({ text, vector, signals: [] }, weights).map(({ id, score }) => [id, score]);
    expect(ranked).toEqual([
      ['b', 0.7],
      ['a', 0.466667],
      ['c', 0.4],
      ['d', 0],
    ]);
    const best = fuse({ text, vector: [{ id: 'a', cosine: 1 }], signals: [] }, weights)[0];
    expect(best).toMatchObject({ id: 'a', score: 1 });
  });

  it('has a policy for each measured model, and one for all others', () => {
    const ids = ['minilm', 'bge-small', 'remote/any', 'toString'].map((model) => sentenceFusion(model).id);
    expect(ids).toEqual(['fuse/minilm/1', 'fuse/bge-small/1', 'fuse/sentence/1', 'fuse/sentence/1']);
  });

  it('lets signals order only what the lanes hold for equal', () => {
    const signals = [{ id: 'b', licence: 1, freshness: 1 }];
    expect(
      ids({
        text: [
          { id: 'a', score: 9 },
          { id: 'b', score: 9 },
        ],
        signals,
      }),
    ).toEqual(['b', 'a']);
    expect(
      ids({
        text: [
          { id: 'a', score: 9 },
          { id: 'b', score: 8.9 },
        ],
        signals,
      }),
    ).toEqual(['a', 'b']);
  });

  it('counts a negative cosine as none and scores that are not positive as nothing', () => {
    expect(
      rank({
        vector: [{ id: 'a', cosine: -1 }],
        text: [
          { id: 'b', score: 0 },
          { id: 'c', score: -3 },
        ],
      }),
    ).toMatchObject([
      { id: 'a', score: 0 },
      { id: 'b', score: 0 },
      { id: 'c', score: 0 },
    ]);
  });

  it('keeps apart scores near nothing, as full text gives for words that all documents share', () => {
    expect(
      rank({
        text: [
          { id: 'a', score: 1.1e-6 },
          { id: 'b', score: 1.2e-6 },
        ],
      }).map((one) => one.score),
    ).toEqual([1, 0.916667]);
  });

  it('brings in no candidate by signals alone', () => {
    expect(rank({ signals: [{ id: 'a', licence: 1, freshness: 1 }] })).toEqual([]);
  });

  it('takes the better of two hits of one id', () => {
    const hits = [
      { id: 'a', score: 1 },
      { id: 'b', score: 2 },
      { id: 'a', score: 3 },
    ];
    expect(rank({ text: hits }).map((one) => [one.id, one.lanes.text?.rank])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses a score of %s', (bad) => {
    expect(() => rank({ text: [{ id: 'a', score: bad }] })).toThrow(RangeError);
    expect(() => rank({ vector: [{ id: 'a', cosine: bad }] })).toThrow(RangeError);
  });

  it('ranks alike whatever the order of its inputs, best first', () => {
    fc.assert(
      fc.property(lanes, (input) => {
        const result = rank(input);
        const { text, vector, signals } = input;
        expect(
          rank({ text: text.toReversed(), vector: vector.toReversed(), signals: signals.toReversed() }),
        ).toEqual(result);
        result.slice(1).forEach((one, index) => {
          expect(one.score).toBeLessThanOrEqual(result[index]?.score ?? 0);
        });
      }),
    );
  });

  it('gives the same ranking when text scores are on another scale', () => {
    fc.assert(
      fc.property(lanes, (input) => {
        const doubled = input.text.map((hit) => ({ ...hit, score: Math.round(hit.score) * 2 }));
        const halved = input.text.map((hit) => ({ ...hit, score: Math.round(hit.score) }));
        expect(ids({ ...input, text: doubled })).toEqual(ids({ ...input, text: halved }));
      }),
    );
  });
});
