/** A page's stream with the events of the answers on its screen, which come at their own time. */

import type { BffContext, Visitor } from './bff-context.ts';
import type { WatchEvent } from './watch-event.ts';
import { type FrontAnswer, type FrontEvent, followFront } from './watch-front.ts';

/** The latest events of each answer, and which of them have not been sent. */
class Inbox {
  readonly #latest = new Map<string, FrontEvent>();
  readonly #unsent = new Set<string>();
  #arrival = Promise.withResolvers<void>();

  readonly add = (event: FrontEvent): void => {
    const key = `${event.type} ${event.answer_id}`;
    this.#latest.set(key, event);
    this.#unsent.add(key);
    this.#arrival.resolve();
  };

  arrived(): Promise<void> {
    return this.#arrival.promise;
  }

  /** What has not been sent; with `all` what was, too: a connection to the engine begins anew. */
  take(all: boolean): readonly FrontEvent[] {
    const keys = all ? [...this.#latest.keys()] : [...this.#unsent];
    this.#unsent.clear();
    this.#arrival = Promise.withResolvers();
    return keys.flatMap((key) => this.#latest.get(key) ?? []);
  }
}

/** While the stream is not live they wait: a connection to the engine that begins clears what was sent before. */
export async function* withFront(
  bff: BffContext,
  visitor: Visitor,
  stream: AsyncGenerator<WatchEvent, void, void>,
  inFront: readonly FrontAnswer[],
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const inbox = new Inbox();
  for (const one of inFront) void followFront(bff, visitor, one, inbox.add, either);
  try {
    let isLive = false;
    let next = asked(stream);
    while (true) {
      const step: Awaited<typeof next> | undefined = await (isLive
        ? Promise.race([next, inbox.arrived().then(nothing)])
        : next);
      if (step === undefined) {
        yield* inbox.take(false);
        continue;
      }
      if (step.done === true) return;
      next = asked(stream);
      const begins = !isLive && step.value.type === 'live';
      isLive = step.value.type === 'live' || (isLive && step.value.type === 'verdict');
      if (begins) yield* inbox.take(true);
      yield step.value;
    }
  } finally {
    ending.abort();
    await stream.return();
  }
}

const nothing = () => undefined;

/** A failure while the page takes an event is thrown at the next one. */
function asked(stream: AsyncGenerator<WatchEvent, void, void>): Promise<IteratorResult<WatchEvent, void>> {
  const next = stream.next();
  next.catch(() => undefined);
  return next;
}
