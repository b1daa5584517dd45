import { describe, expect, it } from 'vitest';
import { compareForms, type FormVerdict } from '../../../engine/claims/compare-forms.ts';
import { readClaims } from '../../../engine/claims/read-claims.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';
import type { ClaimForm } from '../../../graph/claim.ts';
import { compatiblePairs, conflictingPairs } from './more-pairs.ts';
import { agreements, compatible, type Pair, trueConflicts } from './pairs.ts';

function formsOf(text: string): ClaimForm[] {
  const doc = { title: '', text, layout: proseLayout(text), lang: 'en', published: null };
  return readClaims(doc).flatMap((sentence) => sentence.claims.map(({ form }) => form));
}

function verdictsOn([left, right]: Pair): FormVerdict[] {
  return formsOf(left).flatMap((a) => formsOf(right).map((b) => compareForms(a, b)));
}

describe('pairs of statements', () => {
  it.each([...compatible, ...compatiblePairs])('finds no contradiction between "%s" and "%s"', (...pair) => {
    expect(verdictsOn(pair)).not.toContain('contradicts');
  });

  it.each([...trueConflicts, ...conflictingPairs])(
    'finds the contradiction between "%s" and "%s"',
    (...pair) => {
      expect(verdictsOn(pair)).toContain('contradicts');
    },
  );

  it.each(agreements)('finds that "%s" and "%s" agree', (...pair) => {
    const verdicts = verdictsOn(pair);
    expect(verdicts).toContain('same');
    expect(verdicts).not.toContain('contradicts');
  });

  it.each([...trueConflicts, ...conflictingPairs, ...compatible, ...compatiblePairs])(
    'judges "%s" and "%s" alike in either order',
    (left, right) => {
      const forward = verdictsOn([left, right]).toSorted();
      expect(verdictsOn([right, left]).toSorted()).toEqual(forward);
    },
  );
});
