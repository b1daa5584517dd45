/**
 * What waits for one subscriber: bounded, so that a stalled one costs no memory (docs/spec/promises.md#slow-consumer).
 * Past the bound only the latest event of each subject is kept; past it even so, the queue is closed.
 */

/** Events that wait for one subscriber at most. */
export const MAX_QUEUED = 256;
/** Bytes of events that wait for one subscriber at most. */
export const MAX_QUEUED_BYTES = 1_000_000;

/** An event as it is delivered, the same to everybody who shares it. */
export interface Queued {
  readonly seq: number;
  readonly subject: string;
  readonly bytes: number;
}

/** An event as every member of a group gets it; `bytes` is what it weighs in a queue. */
export interface Rendered<T> extends Queued {
  readonly value: T;
  /** Whether it says of something that it failed: another time it may not. */
  readonly hasErrors: boolean;
}

export class EventQueue<Q extends Queued> {
  #items: Q[] = [];
  #bytes = 0;
  #overflowed = false;

  get size(): number {
    return this.#items.length;
  }

  /** Whether it was full even after collapsing; it then holds nothing and takes nothing. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Adds the next event by position. */
  push(item: Q): void {
    if (this.#overflowed) return;
    this.#items.push(item);
    this.#bytes += item.bytes;
    if (this.#isFull()) this.#collapse();
    if (!this.#isFull()) return;
    this.#overflowed = true;
    this.clear();
  }

  /** Takes the oldest one. */
  take(): Q | undefined {
    const item = this.#items.shift();
    if (item !== undefined) this.#bytes -= item.bytes;
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#bytes = 0;
  }

  #isFull(): boolean {
    return this.#items.length > MAX_QUEUED || this.#bytes > MAX_QUEUED_BYTES;
  }

  #collapse(): void {
    const latest = new Map(this.#items.map((item) => [item.subject, item]));
    this.#items = this.#items.filter((item) => latest.get(item.subject) === item);
    this.#bytes = this.#items.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
