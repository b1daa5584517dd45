import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../eval/train/reading/sample.ts';
import { swappedQuestions } from '../../../eval/train/reading/swapped.ts';
import { candidate, viewsOf } from '../../engine/reading/rank/candidates.ts';

const FERRY = candidate('The ferry carries bicycles.');

function sampleOf(q: string, part: Sample['part'] = 'whole'): Sample {
  return {
    corpus: 'x',
    group: 'older',
    part,
    golden: {
      q,
      asOf: null,
      want: ['yes'],
      never: [],
      evidence: null,
      kind: 'yesno',
      style: 'sentence',
      all: null,
    },
    views: viewsOf(q, [FERRY]),
    similarities: [0.5],
    labels: [1],
    documentOf: new Map(),
  };
}

describe('swapped questions', () => {
  const asked = ['Does the ferry carry bicycles?', 'Is the library closed?'].map((q) => sampleOf(q));

  it("have another question's noun in the place of one of their own, and no answer", () => {
    const swapped = swappedQuestions(asked);
    expect(swapped.map(({ golden }) => golden.q)).toEqual([
      'Does the library carry bicycles?',
      'Is the bicycles closed?',
    ]);
    for (const { part, golden, labels } of swapped)
      expect([part, golden.want, golden.kind, labels]).toEqual(['swapped', null, 'none', [0]]);
  });

  it('are read beside the same sentences by their own words', () => {
    const [first] = swappedQuestions(asked);
    expect(first?.views.map(({ read }) => read.candidate)).toEqual([FERRY]);
    expect(first?.views[0]?.pool.asked.text).toBe('Does the library carry bicycles?');
  });

  it('are made of whole questions for yes or no alone, and of none that has no other noun to take', () => {
    expect(swappedQuestions([])).toEqual([]);
    expect(swappedQuestions([sampleOf('Does the ferry carry bicycles?')])).toEqual([]);
    expect(swappedQuestions([sampleOf('Which ferry carries bicycles?'), sampleOf('What is open?')])).toEqual(
      [],
    );
    expect(swappedQuestions(asked.map(({ golden: { q } }) => sampleOf(q, 'few')))).toEqual([]);
  });
});
