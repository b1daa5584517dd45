import { describe, expect, it } from 'vitest';
import {
  type CheckableAnswer,
  type CheckableReceipt,
  checkAnswerReceipt,
  checkReceipt,
} from '../../../gateway/client/check-receipt.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';

const STATED = {
  answer_id: 'ans_1',
  summary: '274 moons',
  sentences: [{ text: 'Saturn has 274 moons.', claims: ['c'], citations: [] }],
  evidence_set: { set_id: 'es_1', artefact_ids: ['a1'], optimality: 'proved' },
  claim_clusters: [{ claim_cluster_id: 'cl_1', coverage: [{ score: 0.7059 }], counterfactuals: [] }],
};

function receiptOf(content: unknown): CheckableReceipt {
  return { receipt_id: 'rc_1', hash: blake3Hex(encodeCanonical(content)), content };
}

function answerOf(receipt: CheckableReceipt): CheckableAnswer {
  return { ...STATED, receipt: { receipt_id: receipt.receipt_id, hash: receipt.hash } };
}

describe('checkAnswerReceipt', () => {
  const receipt = receiptOf({ ...STATED, v: 1 });

  it('passes an answer that says what its receipt says, after a trip through JSON', () => {
    const sent = JSON.parse(JSON.stringify(receipt));
    expect(checkAnswerReceipt(answerOf(receipt), sent)).toEqual({ ok: true });
  });

  it.each([
    ['summary_differs', { summary: '275 moons' }],
    ['sentences_differ', { sentences: [] }],
    ['evidence_set_differs', { evidence_set: { ...STATED.evidence_set, artefact_ids: ['a2'] } }],
    ['clusters_differ', { claim_clusters: [] }],
    ['other_answer', { answer_id: 'ans_2' }],
    ['other_receipt', { receipt: { receipt_id: 'rc_2', hash: receipt.hash } }],
    ['other_receipt', { receipt: { receipt_id: 'rc_1', hash: '0'.repeat(64) } }],
  ])('finds %s', (fault, change) => {
    expect(checkAnswerReceipt({ ...answerOf(receipt), ...change }, receipt)).toEqual({ ok: false, fault });
  });

  it('finds a changed member anywhere in the content, also one that the answer does not repeat', () => {
    const altered = { ...receipt, content: { ...STATED, v: 2 } };
    expect(checkAnswerReceipt(answerOf(receipt), altered)).toEqual({ ok: false, fault: 'hash_mismatch' });
  });

  it('finds a member that was added', () => {
    const content = JSON.parse('{"v":1,"__proto__x":1}');
    expect(checkReceipt({ ...receiptOf({ v: 1 }), content })).toEqual({ ok: false, fault: 'hash_mismatch' });
  });

  it.each([
    ['a lone surrogate', { summary: '\ud800' }],
    ['a __proto__ member', JSON.parse('{"__proto__":1}')],
    ['nesting past the limit', Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 0)],
  ])('does not trip over %s', (_, content) => {
    expect(checkReceipt({ receipt_id: 'rc_1', hash: '0'.repeat(64), content })).toEqual({
      ok: false,
      fault: 'content_unreadable',
    });
  });

  it.each([null, 'text', 7])('refuses %s as a content, whatever its hash', (content) => {
    const odd = receiptOf(content);
    expect(checkAnswerReceipt(answerOf(odd), odd)).toEqual({ ok: false, fault: 'content_unreadable' });
  });
});
