import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import { compose } from '../../../../engine/reading/rank/compose.ts';
import { FEATURES } from '../../../../engine/reading/rank/features.ts';
import { findNear, MAX_NEAR } from '../../../../engine/reading/rank/near.ts';
import { rankViews, withShares } from '../../../../engine/reading/rank/ranking.ts';
import { decide } from '../../../../engine/reading/rank/read.ts';
import { policyName, READING_POLICY } from '../../../../engine/reading/rank/reading-policy.ts';
import { candidate, viewsOf } from './candidates.ts';

const QUESTION = 'How much does a monthly pass cost?';
const PASS = candidate('The monthly pass costs 62.00.', { document: 'fares', section: 'fares:0' });
const DAY = candidate('A day ticket costs 7.10.', { document: 'fares', section: 'fares:0' });
const HARBOUR = candidate('The harbour has two piers.', { document: 'harbour' });
const POOL = [HARBOUR, DAY, PASS];

function rank(question: string, pool: readonly Candidate[]) {
  return rankViews(viewsOf(question, pool), FEATURES, READING_POLICY.lexical.rank);
}

describe('the ranking', () => {
  it('puts the sentence that answers first', () => {
    expect(rank(QUESTION, POOL)[0]?.view.read.candidate.text).toBe(PASS.text);
  });

  it('is the same whatever the order of the candidates', () => {
    const idsOf = (pool: readonly Candidate[]) =>
      rank(QUESTION, pool).map(({ view, share }) => [view.read.candidate.id, share.toFixed(12)]);
    expect(idsOf(POOL.toReversed())).toEqual(idsOf(POOL));
  });

  it('gives shares that sum to 1', () => {
    const total = rank(QUESTION, POOL).reduce((sum, { share }) => sum + share, 0);
    expect(total).toBeCloseTo(1, 12);
    expect(withShares([])).toEqual([]);
  });

  it('prefers the newest of two twins', () => {
    const old = candidate('The monthly pass costs 58.00.', {
      document: 'old',
      effectiveAt: '2023-01-01T00:00:00.000Z',
    });
    expect(rank(QUESTION, [old, PASS])[0]?.view.read.candidate.text).toBe(PASS.text);
  });

  it('reads no more candidates closely than its bound', () => {
    const many = Array.from({ length: MAX_NEAR + 1 }, (_, i) =>
      candidate(`Pass number ${i} costs ${i}.00 a month.`),
    );
    expect(findNear(QUESTION, 'en', many).near).toHaveLength(MAX_NEAR);
  });

  it('takes an empty pool and an empty question', () => {
    expect(findNear(QUESTION, 'en', []).near).toEqual([]);
    expect(decide(findNear('?', 'en', []), null, [], READING_POLICY).outcome).toEqual({ kind: 'none' });
    expect(decide(findNear('?', 'en', POOL), null, [], READING_POLICY).passages).toEqual([]);
  });
});

describe('the composition', () => {
  const ranking = rank(QUESTION, POOL);

  it('takes no sentence of another document', () => {
    const documents = compose(ranking, { share: 0, most: 4 }).map(({ view }) => view.read.candidate.document);
    expect(new Set(documents)).toEqual(new Set(['fares']));
  });

  it('takes one sentence where no other is as likely', () => {
    expect(compose(ranking, { share: 1, most: 4 })).toHaveLength(1);
    expect(compose(ranking, { share: 0, most: 1 })).toHaveLength(1);
    expect(compose([], { share: 0, most: 1 })).toEqual([]);
  });
});

describe('the decision', () => {
  const near = findNear(QUESTION, 'en', POOL);
  const sure = (composed: number) => {
    const weights = { rank: READING_POLICY.lexical.rank, composed: { bias: composed, weights: {} } };
    const lexical = { ...weights, rules: { bias: -9, weights: {} } };
    return { ...READING_POLICY, lexical };
  };

  it('answers with sentences at the least confidence, and with none below it', () => {
    expect(
      decide(near, null, [], { ...sure(0), least: { sentences: 0.5, rules: 0.5 } }).outcome,
    ).toMatchObject({
      kind: 'sentences',
      confidence: 0.5,
    });
    expect(decide(near, null, [], { ...sure(0), least: { sentences: 0.5001, rules: 0.5 } }).outcome).toEqual({
      kind: 'none',
    });
  });

  it('shows at most five passages, the nearest first, none without a word of the question', () => {
    const many = Array.from({ length: 9 }, (_, i) => candidate(`A monthly pass for zone ${i} costs more.`));
    const { passages } = decide(findNear(QUESTION, 'en', [...many, HARBOUR]), null, [], sure(-9));
    expect(passages).toHaveLength(5);
    const probabilities = passages.map(({ probability }) => probability);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    expect(passages.map(({ id }) => id)).not.toContain(HARBOUR.id);
  });

  it('never answers a question for yes or no with sentences alone', () => {
    const asked = findNear('Does a monthly pass cost 62.00?', 'en', POOL);
    expect(decide(asked, null, [], sure(9)).outcome).toEqual({ kind: 'none' });
  });

  it('is pinned by a name that changes with its numbers', () => {
    expect(policyName(READING_POLICY)).toMatch(/^reading\/1\/[0-9a-f]{32}$/);
    expect(policyName({ ...READING_POLICY, rules_margin: 0.11 })).not.toBe(policyName(READING_POLICY));
  });
});
