import { describe, expect, it } from 'vitest';
import { coverGreedily, rankByBm25 } from '../../../eval/measure/sentence-baselines.ts';

const SENTENCES = [
  'The harbour is old.',
  'The harbour has a lighthouse of 41 metres.',
  'Ships pass.',
  'A keeper lived in the lighthouse until 1981.',
];

describe('BM25 within a document', () => {
  it('puts the sentence with the claim’s rare words first, and keeps all of them', () => {
    const order = rankByBm25('The lighthouse of the harbour is 41 metres tall', SENTENCES);
    expect(order[0]).toBe(1);
    expect(order.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it('finds other forms of a word', () => {
    expect(rankByBm25('keepers', SENTENCES)[0]).toBe(3);
  });

  it('prefers the shorter of two sentences that say it', () => {
    expect(rankByBm25('quay', ['A quay with many words around it.', 'The quay.'])).toEqual([1, 0]);
  });

  it('keeps the reading order where nothing matches', () => {
    expect(rankByBm25('zebra', SENTENCES)).toEqual([0, 1, 2, 3]);
    expect(rankByBm25('', SENTENCES)).toEqual([0, 1, 2, 3]);
    expect(rankByBm25('zebra', [])).toEqual([]);
  });
});

describe('greedy coverage', () => {
  it('takes one sentence after the other until the claim’s words are covered', () => {
    expect(coverGreedily('The keeper left 41 metres in 1981', SENTENCES)).toEqual([1, 3]);
  });

  it('leaves out a sentence that would add little', () => {
    // "old" is all that the first sentence would bring, a seventh of what the document has of the claim.
    const claim = 'The keeper lived in the lighthouse of the old harbour, 41 metres high, until 1981';
    expect(coverGreedily(claim, SENTENCES)).toEqual([3, 1]);
  });

  it('takes none where nothing matches', () => {
    expect(coverGreedily('zebra', SENTENCES)).toEqual([]);
    expect(coverGreedily('zebra', [])).toEqual([]);
  });
});
