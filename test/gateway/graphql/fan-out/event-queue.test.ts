import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FindingsQueue,
  MAX_QUEUED,
  MAX_QUEUED_BYTES,
  queuedFinding,
} from '../../../gateway/graphql/findings-queue.ts';
import type { FindingRecord } from '../../../graph/store.ts';
import { answerId } from './graphql-server.ts';

function finding(seq: number, answer: number): FindingRecord {
  return {
    seq,
    at: '2026-10-01T12:00:00.000Z',
    tenant: 'local',
    corpus: 'c',
    body: {
      type: 'findings.changed',
      answer_id: answerId(`${answer}`),
      from: 'PASS',
      to: 'WARN',
      reasons: [],
      evaluated_seq: 0,
    },
  };
}

function drain(queue: FindingsQueue): number[] {
  const seqs: number[] = [];
  for (let record = queue.take(); record !== undefined; record = queue.take()) seqs.push(record.seq);
  return seqs;
}

describe('the queue of a subscriber', () => {
  it('keeps every transition up to its bound', () => {
    const queue = new FindingsQueue();
    for (let seq = 0; seq < MAX_QUEUED; seq += 1) queue.push({ record: finding(seq, 0), bytes: 1 });
    expect(drain(queue)).toHaveLength(MAX_QUEUED);
  });

  it('keeps the latest of each answer, in order, one past its bound', () => {
    const queue = new FindingsQueue();
    for (let seq = 0; seq <= MAX_QUEUED; seq += 1) queue.push({ record: finding(seq, seq % 3), bytes: 1 });
    expect(drain(queue)).toEqual([MAX_QUEUED - 2, MAX_QUEUED - 1, MAX_QUEUED]);
    expect(queue.overflowed).toBe(false);
  });

  it('closes when one answer more than its bound has turned', () => {
    const queue = new FindingsQueue();
    for (let seq = 0; seq < MAX_QUEUED; seq += 1) queue.push({ record: finding(seq, seq), bytes: 1 });
    expect(queue.overflowed).toBe(false);
    queue.push({ record: finding(MAX_QUEUED, MAX_QUEUED), bytes: 1 });
    expect(queue.overflowed).toBe(true);
    queue.push({ record: finding(MAX_QUEUED + 1, 0), bytes: 1 });
    expect(queue.size).toBe(0);
  });

  it('collapses one byte past its bytes, and closes where that does not help', () => {
    const queue = new FindingsQueue();
    queue.push({ record: finding(0, 0), bytes: MAX_QUEUED_BYTES - 1 });
    queue.push({ record: finding(1, 1), bytes: 1 });
    expect(queue.size).toBe(2);
    queue.push({ record: finding(2, 0), bytes: 1 });
    expect(queue.size).toBe(2);
    queue.push({ record: finding(3, 2), bytes: MAX_QUEUED_BYTES });
    expect(queue.overflowed).toBe(true);
  });

  it('has room again for what was taken', () => {
    const queue = new FindingsQueue();
    for (let seq = 0; seq < 3 * MAX_QUEUED; seq += 1) {
      queue.push({ record: finding(seq, seq), bytes: MAX_QUEUED_BYTES });
      expect(queue.take()?.seq).toBe(seq);
    }
  });

  it('never holds more than its bound, and ends on the latest of every answer while it is open', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 1_500 }), (answers) => {
        const queue = new FindingsQueue();
        for (const [seq, answer] of answers.entries()) {
          queue.push(queuedFinding(finding(seq, answer)));
          expect(queue.size).toBeLessThanOrEqual(MAX_QUEUED);
        }
        const kept = drain(queue);
        expect(kept).toEqual([...kept].sort((a, b) => a - b));
        for (const answer of new Set(answers)) expect(kept).toContain(answers.lastIndexOf(answer));
      }),
    );
  });
});
