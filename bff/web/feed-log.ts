/** What a stream has said since it began, as few events as a window needs that comes later. Pure. */
import type { WatchEvent } from './trpc.ts';

export class FeedLog {
  /** By what the event replaces, in the order of the first. */
  #events = new Map<string, WatchEvent>();
  #lastAt = 0;

  /** @param at epoch milliseconds of this browser's clock */
  add(event: WatchEvent, at: number): void {
    this.#lastAt = at;
    // A connection to the engine begins or is lost: nothing of before counts.
    if (event.type === 'watching' || event.type === 'paused') this.#events.clear();
    const key = keyOf(event);
    // The last word on whether it is live comes last.
    if (event.type === 'live') this.#events.delete(key);
    this.#events.set(key, event);
  }

  /** The connection broke: nothing that it said is known to hold. */
  clear(): void {
    this.#events.clear();
  }

  /** When the last event came, epoch milliseconds. */
  get lastAt(): number {
    return this.#lastAt;
  }

  events(): readonly WatchEvent[] {
    return [...this.#events.values()];
  }
}

function keyOf(event: WatchEvent): string {
  switch (event.type) {
    case 'verdict':
      return `verdict ${event.transition.answerId}`;
    case 'state':
    case 'evidence':
      return `${event.type} ${event.answer_id}`;
    default:
      return event.type;
  }
}
