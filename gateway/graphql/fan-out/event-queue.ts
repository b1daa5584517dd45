/**
 * What waits for one subscriber: bounded, so that a stalled one costs no memory (promises: slow consumer).
 * Past the bound only the latest transition of each answer is kept; past it even so, the queue is closed.
 */
import type { FindingRecord } from '../../graph/store.ts';

/** Transitions that wait for one subscriber at most. */
export const MAX_QUEUED = 256;
/** Bytes of transitions that wait for one subscriber at most, counted as their JSON text. */
export const MAX_QUEUED_BYTES = 1_000_000;

/** A transition with its size, measured once for all subscribers. */
export interface QueuedFinding {
  readonly record: FindingRecord;
  readonly bytes: number;
}

/** Measures a transition for the queues. */
export function queuedFinding(record: FindingRecord): QueuedFinding {
  return { record, bytes: JSON.stringify(record.body).length };
}

export class FindingsQueue {
  #items: QueuedFinding[] = [];
  #bytes = 0;
  #overflowed = false;

  get size(): number {
    return this.#items.length;
  }

  /** Whether it was full even after collapsing; it then holds nothing and takes nothing. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Adds the next transition by position. */
  push(item: QueuedFinding): void {
    if (this.#overflowed) return;
    this.#items.push(item);
    this.#bytes += item.bytes;
    if (this.#isFull()) this.#collapse();
    if (!this.#isFull()) return;
    this.#overflowed = true;
    this.clear();
  }

  /** Takes the oldest one. */
  take(): FindingRecord | undefined {
    const item = this.#items.shift();
    if (item !== undefined) this.#bytes -= item.bytes;
    return item?.record;
  }

  clear(): void {
    this.#items = [];
    this.#bytes = 0;
  }

  #isFull(): boolean {
    return this.#items.length > MAX_QUEUED || this.#bytes > MAX_QUEUED_BYTES;
  }

  #collapse(): void {
    const latest = new Map(this.#items.map((item) => [item.record.body.answer_id, item]));
    this.#items = this.#items.filter((item) => latest.get(item.record.body.answer_id) === item);
    this.#bytes = this.#items.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
