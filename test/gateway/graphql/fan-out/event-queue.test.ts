import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EventQueue,
  MAX_QUEUED,
  MAX_QUEUED_BYTES,
  type Queued,
} from '../../../../gateway/graphql/fan-out/event-queue.ts';

function event(seq: number, subject: number, bytes: number): Queued {
  return { seq, subject: `${subject}`, bytes };
}

function drain(queue: EventQueue<Queued>): number[] {
  const seqs: number[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) seqs.push(item.seq);
  return seqs;
}

describe('the queue of a subscriber', () => {
  it('keeps every event up to its bound', () => {
    const queue = new EventQueue<Queued>();
    for (let seq = 0; seq < MAX_QUEUED; seq += 1) queue.push(event(seq, 0, 1));
    expect(drain(queue)).toHaveLength(MAX_QUEUED);
  });

  it('keeps the latest of each subject, in order, one past its bound', () => {
    const queue = new EventQueue<Queued>();
    for (let seq = 0; seq <= MAX_QUEUED; seq += 1) queue.push(event(seq, seq % 3, 1));
    expect(drain(queue)).toEqual([MAX_QUEUED - 2, MAX_QUEUED - 1, MAX_QUEUED]);
    expect(queue.overflowed).toBe(false);
  });

  it('closes when one subject more than its bound has an event', () => {
    const queue = new EventQueue<Queued>();
    for (let seq = 0; seq < MAX_QUEUED; seq += 1) queue.push(event(seq, seq, 1));
    expect(queue.overflowed).toBe(false);
    queue.push(event(MAX_QUEUED, MAX_QUEUED, 1));
    expect(queue.overflowed).toBe(true);
    queue.push(event(MAX_QUEUED + 1, 0, 1));
    expect(queue.size).toBe(0);
  });

  it('collapses one byte past its bytes, and closes where that does not help', () => {
    const queue = new EventQueue<Queued>();
    queue.push(event(0, 0, MAX_QUEUED_BYTES - 1));
    queue.push(event(1, 1, 1));
    expect(queue.size).toBe(2);
    queue.push(event(2, 0, 1));
    expect(queue.size).toBe(2);
    queue.push(event(3, 2, MAX_QUEUED_BYTES));
    expect(queue.overflowed).toBe(true);
  });

  it('has room again for what was taken', () => {
    const queue = new EventQueue<Queued>();
    for (let seq = 0; seq < 3 * MAX_QUEUED; seq += 1) {
      queue.push(event(seq, seq, MAX_QUEUED_BYTES));
      expect(queue.take()?.seq).toBe(seq);
    }
  });

  it('never holds more than its bound, and ends on the latest of every subject while it is open', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 1_500 }), (answers) => {
        const queue = new EventQueue<Queued>();
        for (const [seq, answer] of answers.entries()) {
          queue.push(event(seq, answer, 150));
          expect(queue.size).toBeLessThanOrEqual(MAX_QUEUED);
        }
        const kept = drain(queue);
        expect(kept).toEqual([...kept].sort((a, b) => a - b));
        for (const answer of new Set(answers)) expect(kept).toContain(answers.lastIndexOf(answer));
      }),
    );
  });
});
