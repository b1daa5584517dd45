import { describe, expect, it } from 'vitest';
import { agentSearchRequest } from '../../../gateway/wire/agent-search.ts';
import { askRequest, MAX_QUESTION_LENGTH } from '../../../gateway/wire/answers.ts';
import { engineSearchQuery } from '../../../gateway/wire/engine-search.ts';
import {
  carriesEvidence,
  evidenceRequest,
  MAX_ATTESTATIONS,
  MAX_EVIDENCE_ITEMS,
  MAX_REF_LENGTH,
} from '../../../gateway/wire/evidence.ts';
import { ledgerQuery } from '../../../gateway/wire/ledger.ts';
import { asOf, duration } from '../../../gateway/wire/scalars.ts';

const ITEM = { ref: 'https://a.example/1', hash: 'ab', kind: 'source' };

describe('an answer request', () => {
  it('has defaults for everything but the question', () => {
    expect(askRequest.parse({ q: 'Why?' })).toEqual({ q: 'Why?', k: 10, mode: 'verified' });
  });

  it.each<[string, object]>([
    ['the longest question', { q: 'x'.repeat(MAX_QUESTION_LENGTH) }],
    [
      'the longest question of characters that are two code units each',
      { q: '🪐'.repeat(MAX_QUESTION_LENGTH) },
    ],
    ['k of 1', { q: 'x', k: 1 }],
    ['k of 50', { q: 'x', k: 50 }],
    ['an empty freshness', { q: 'x', freshness: {} }],
    ['a window in days', { q: 'x', freshness: { max_snapshot_age: 'P14D' } }],
    ['a day', { q: 'x', as_of: '2020-06-01' }],
    ['a timestamp with an offset', { q: 'x', as_of: '2020-06-01T01:02:03+05:30' }],
  ])('takes %s', (_, body) => {
    expect(askRequest.safeParse(body).success).toBe(true);
  });

  it.each<[string, unknown]>([
    ['no question', {}],
    ['an empty question', { q: '' }],
    ['a question one too long', { q: 'x'.repeat(MAX_QUESTION_LENGTH + 1) }],
    ['a question one code point too long', { q: '🪐'.repeat(MAX_QUESTION_LENGTH + 1) }],
    ['k of 0', { q: 'x', k: 0 }],
    ['k of 51', { q: 'x', k: 51 }],
    ['k of 1.5', { q: 'x', k: 1.5 }],
    ['k as text', { q: 'x', k: '5' }],
    ['another mode', { q: 'x', mode: 'fast' }],
    ['another member', { q: 'x', corpus: 'lakes' }],
    ['another member of freshness', { q: 'x', freshness: { min: 1 } }],
    ['a list', []],
    ['null', null],
  ])('refuses %s', (_, body) => {
    expect(askRequest.safeParse(body).success).toBe(false);
  });
});

describe('a time', () => {
  it.each([
    '2020-02-29',
    '2020-01-01T00:00:00Z',
    '2020-01-01T00:00:00.123456789Z',
    '2020-01-01T00:00:00-08:00',
    '2020-01-01T00:00Z',
  ])('is %s', (text) => {
    expect(asOf.safeParse(text).success).toBe(true);
  });

  it.each([
    '',
    '2020',
    '2020-02-30',
    '2020-1-1',
    '2020-01-01T00:00:00',
    '2020-01-01T00Z',
    '01/02/2020',
    'now',
  ])('is not %j', (text) => {
    expect(asOf.safeParse(text).success).toBe(false);
  });
});

describe('a duration', () => {
  it.each(['P7D', 'PT24H', 'P1W', 'P1DT12H', 'PT0.5S', 'PT0S', 'PT0.5H', 'P1M', 'P1Y', 'P1Y2M3DT4H5M6S'])(
    'is %s',
    (text) => {
      expect(duration.safeParse(text).success).toBe(true);
    },
  );

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '7D',
    'P1D1M',
    'PT0.5H1M',
    'PT0.0001S',
    '-P1D',
    'P-1D',
    'P1.5D',
    'p7d',
    'P7D ',
  ])('is not %j', (text) => {
    expect(duration.safeParse(text).success).toBe(false);
  });
});

describe('evidence', () => {
  it.each<[string, unknown]>([
    ['one ref', { evidence: [ITEM] }],
    ['one ref among others without', { evidence: [{}, ITEM] }],
  ])('is carried by a body with %s', (_, body) => {
    expect(carriesEvidence(body)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['null for it', { evidence: null }],
    ['an empty list', { evidence: [] }],
    ['text for it', { evidence: 'https://a.example' }],
    ['items without ref', { evidence: [{ hash: 'ab', kind: 'source' }] }],
    ['an empty ref', { evidence: [{ ...ITEM, ref: '' }] }],
    ['a number as ref', { evidence: [{ ...ITEM, ref: 1 }] }],
    ['refs one level too high', { evidence: ITEM }],
  ])('is missing from a body with %s', (_, body) => {
    expect(carriesEvidence(body)).toBe(false);
  });

  it.each([null, 1, 'text', [], [ITEM]])('is missing from a body that is no object: %j', (body) => {
    expect(carriesEvidence(body)).toBe(false);
  });

  const EVENT = { kind: 'dispute', evidence: [ITEM] };
  it.each<[string, object]>([
    ['the longest ref', { evidence: [{ ...ITEM, ref: 'x'.repeat(MAX_REF_LENGTH) }] }],
    ['the most items', { evidence: Array.from({ length: MAX_EVIDENCE_ITEMS }, () => ITEM) }],
    ['the most attestations', { attestations: Array.from({ length: MAX_ATTESTATIONS }, () => 'x') }],
    ['a stake of 0', { stake: 0 }],
    ['an empty hash', { evidence: [{ ...ITEM, hash: '' }] }],
  ])('is taken with %s', (_, parts) => {
    expect(evidenceRequest.safeParse({ ...EVENT, ...parts }).success).toBe(true);
  });

  it.each<[string, object]>([
    ['a ref one too long', { evidence: [{ ...ITEM, ref: 'x'.repeat(MAX_REF_LENGTH + 1) }] }],
    ['an item too many', { evidence: Array.from({ length: MAX_EVIDENCE_ITEMS + 1 }, () => ITEM) }],
    ['an attestation too many', { attestations: Array.from({ length: MAX_ATTESTATIONS + 1 }, () => 'x') }],
    ['a hash of 257 characters', { evidence: [{ ...ITEM, hash: 'x'.repeat(257) }] }],
    ['another kind', { kind: 'support' }],
    ['another kind of item', { evidence: [{ ...ITEM, kind: 'rumour' }] }],
    ['a negative stake', { stake: -1 }],
    ['another member', { successor: 'x' }],
    ['another member of an item', { evidence: [{ ...ITEM, domain: 'a.example' }] }],
  ])('is refused with %s', (_, parts) => {
    expect(evidenceRequest.safeParse({ ...EVENT, ...parts }).success).toBe(false);
  });
});

describe('queries', () => {
  it('become numbers', () => {
    expect(engineSearchQuery.parse({ q: 'x', k: '50' })).toMatchObject({ k: 50 });
    expect(engineSearchQuery.parse({ q: 'x' })).toMatchObject({ k: 10 });
    expect(ledgerQuery.parse({ token_budget: '0' })).toEqual({ token_budget: 0 });
  });

  it.each(['0', '51', '1.5', '-1', '', ' 5', '5x', '0x5', '1e1', '9'.repeat(16)])('refuse k=%j', (k) => {
    expect(engineSearchQuery.safeParse({ q: 'x', k }).success).toBe(false);
  });

  it.each(['-1', '1.5', '', 'all'])('refuse token_budget=%j', (budget) => {
    expect(ledgerQuery.safeParse({ token_budget: budget }).success).toBe(false);
  });
});

describe('an agent’s search', () => {
  it.each<[string, unknown]>([
    ['no question', {}],
    ['top_k of 0', { q: 'x', top_k: 0 }],
    ['a negative budget', { q: 'x', token_budget: -1 }],
    ['another tier', { q: 'x', tier: 'full' }],
    ['an empty corpus', { q: 'x', corpus: '' }],
    ['another member', { q: 'x', k: 5 }],
  ])('refuses %s', (_, body) => {
    expect(agentSearchRequest.safeParse(body).success).toBe(false);
  });

  it('takes any top_k from 1 and a budget from 0', () => {
    const body = { q: 'x', top_k: 1_000_000, token_budget: 0, tier: 'epitome', corpus: 'lakes' };
    expect(agentSearchRequest.parse(body)).toEqual(body);
  });
});
