import { describe, expect, it } from 'vitest';
import type { Stance } from '../../../engine/stance/stance.ts';
import { countConfusion, macroF1, scoresOf, stanceOf } from '../../../eval/measure/confusion.ts';

function counted(...pairs: readonly (readonly [Stance, Stance])[]) {
  return countConfusion(pairs.map(([truth, stance]) => ({ truth, stance })));
}

describe('labels', () => {
  it.each<[label: string, stance: Stance]>([
    ['SUPPORT', 'SUPPORT'],
    ['SUPPORTS', 'SUPPORT'],
    ['Supported', 'SUPPORT'],
    ['entailment', 'SUPPORT'],
    ['CONTRADICT', 'CONTRADICT'],
    ['REFUTES', 'CONTRADICT'],
    ['contradiction', 'CONTRADICT'],
    ['NONE', 'NONE'],
    ['NEI', 'NONE'],
    ['NOT ENOUGH INFO', 'NONE'],
    [' neutral ', 'NONE'],
  ])('%j is %s', (label, stance) => {
    expect(stanceOf(label)).toBe(stance);
  });

  it.each(['', '-', 'maybe', 'SUPPORTSS', 'not supported', '1'])('%j is none', (label) => {
    expect(stanceOf(label)).toBeNull();
  });
});

describe('scores of a stance', () => {
  const confusion = counted(
    ['CONTRADICT', 'CONTRADICT'],
    ['CONTRADICT', 'CONTRADICT'],
    ['CONTRADICT', 'NONE'],
    ['CONTRADICT', 'SUPPORT'],
    ['SUPPORT', 'CONTRADICT'],
    ['NONE', 'NONE'],
  );

  it('counts truths by what they were judged to be', () => {
    expect(confusion.CONTRADICT).toEqual({ SUPPORT: 1, CONTRADICT: 2, NONE: 1 });
    expect(confusion.SUPPORT).toEqual({ SUPPORT: 0, CONTRADICT: 1, NONE: 0 });
  });

  it('are precision, recall and their harmonic mean', () => {
    const { precision, recall, f1 } = scoresOf(confusion, 'CONTRADICT');
    expect(precision).toBeCloseTo(2 / 3, 12);
    expect(recall).toBeCloseTo(1 / 2, 12);
    expect(f1).toBeCloseTo(4 / 7, 12);
  });

  it('average to the macro F1', () => {
    // NONE: precision 1/2, recall 1, F1 2/3. SUPPORT: nothing right.
    expect(macroF1(confusion)).toBeCloseTo((4 / 7 + 0 + 2 / 3) / 3, 12);
  });

  it('are 0 for a stance that never was and never was said', () => {
    expect(scoresOf(counted(['SUPPORT', 'SUPPORT']), 'NONE')).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  it('of a stance that the truth does not know are left out of the mean', () => {
    expect(macroF1(counted(['SUPPORT', 'SUPPORT'], ['CONTRADICT', 'CONTRADICT']))).toBe(1);
    expect(macroF1(counted(['SUPPORT', 'NONE']))).toBe(0);
    expect(macroF1(counted())).toBe(0);
  });
});
