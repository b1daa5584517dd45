import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAIM_FEATURES, UNSTATED_KINDS } from '../../../engine/reading/claims/claim-policy.ts';
import { trainClaimPolicy } from '../../../eval/train/claim-policy.ts';
import { readRatedSentences } from '../../../eval/train/rated-sentences.ts';

const FILE = new URL('../../../engine/reading/claims/claim-policy.json', import.meta.url);
const line = (members: object) =>
  JSON.stringify({ rating: 'not', doc: 'd', kind: 'paragraph', title: 't', text: 'x', ...members });

describe('the claim policy', () => {
  const rated = readRatedSentences();

  it('is what training gives again, byte for byte', () => {
    expect(`${JSON.stringify(trainClaimPolicy(rated), null, 2)}\n`).toBe(readFileSync(FILE, 'utf8'));
  });

  it('is learned from several hundred sentences of each rating and of many documents', () => {
    const of = (rating: string) => rated.filter((one) => one.rating === rating).length;
    expect(Math.min(of('alone'), of('context'), of('not'))).toBeGreaterThan(100);
    expect(new Set(rated.map(({ doc }) => doc)).size).toBeGreaterThan(100);
  });

  it('is not learned from blocks that are never scored', () => {
    expect(rated.filter(({ sentence }) => UNSTATED_KINDS.has(sentence.kind))).toEqual([]);
  });

  it('weighs known features alone', () => {
    const names = new Set(CLAIM_FEATURES.map(({ name }) => name));
    const { english, other } = trainClaimPolicy(rated);
    for (const { weights } of [english.claim, english.alone, other.claim, other.alone]) {
      expect(Object.keys(weights).filter((name) => !names.has(name))).toEqual([]);
    }
  });
});

describe('a file of rated sentences', () => {
  it.each([
    ['an unknown rating', { rating: 'perhaps' }, /line 2: perhaps is no rating/],
    ['an unknown kind of block', { kind: 'footer' }, /line 2: footer is no kind of block/],
  ])('is refused for %s', (_what, members, fault) => {
    expect(() => readRatedSentences([line({}), line(members)])).toThrow(fault);
  });
});
