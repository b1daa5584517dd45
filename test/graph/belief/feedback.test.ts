import { describe, expect, it } from 'vitest';
import { feedbackOf, scoreDeltaMicro } from '../../../graph/belief/feedback.ts';
import { fold } from '../../../graph/belief/fold.ts';
import { FOLD_POLICY } from '../../../graph/belief/policy.ts';
import type { AnnotationVoice } from '../../../graph/belief/result.ts';
import { BARE, corroborate, day, dispute, ledgerOf } from './ledgers.ts';

const voices = (contestedBy: number, helpfulBy: number, contestedByUnweighted = contestedBy) => ({
  contestedBy,
  contestedByUnweighted,
  helpfulBy,
});

function annotation(
  kind: AnnotationVoice['kind'],
  actor_root: string,
  standing = 700,
  checked = true,
): AnnotationVoice {
  return { kind, actor_root, standing, checked };
}

describe('feedback', () => {
  it.each([
    [0, 0, 'none', 0],
    [1, 0, 'none', 0],
    [2, 0, 'penalty', -60_000],
    [2, 1, 'penalty', -60_000],
    [2, 2, 'none', 0],
    [3, 2, 'penalty', -75_000],
    [0, 1, 'none', 0],
    [0, 2, 'boost', 60_000],
    [1, 2, 'none', 0],
    [0, 1_000_000, 'boost', 149_999],
  ] as const)('of %i against and %i for is %s', (against, helpful, applied, delta) => {
    expect(feedbackOf(voices(against, helpful), FOLD_POLICY).applied).toBe(applied);
    expect(scoreDeltaMicro(voices(against, helpful), FOLD_POLICY)).toBe(delta);
  });

  it('has every member of docs/spec/contract.md#ap-feedback', () => {
    expect(feedbackOf(voices(2, 1, 9), FOLD_POLICY)).toEqual({
      contested_by: 2,
      contested_by_unweighted: 9,
      helpful_by: 1,
      applied: 'penalty',
      max_score_delta: 0.15,
      negative_state_min_actors: 2,
    });
  });

  it('never applies to unvetted voices alone', () => {
    expect(feedbackOf(voices(0, 0, 1000), FOLD_POLICY).applied).toBe('none');
  });

  it('counts each root once over ledger and annotations, and only who still stands', () => {
    const ledger = ledgerOf(
      corroborate('nasa'),
      corroborate('esa'),
      dispute('esa', { on: 1 }),
      dispute('sybil', { standing: 499 }),
      corroborate('fan', { standing: 499 }),
    );
    const annotations = [
      annotation('correction', 'esa'),
      annotation('correction', 'esa'),
      annotation('correction', 'jaxa', 500),
      annotation('correction', 'anon', 499),
      annotation('correction', 'sybil', 499),
      annotation('context', 'nasa'),
      annotation('context', 'isro', 500),
      annotation('context', 'csa', 500, false),
      annotation('context', 'anon', 499),
    ];
    const result = fold(ledger, day(1), { ...BARE, annotations });
    expect(result?.voices).toEqual({ contestedBy: 2, contestedByUnweighted: 4, helpfulBy: 2 });
  });
});
