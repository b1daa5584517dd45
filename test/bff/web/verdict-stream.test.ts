import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SharedFeed } from '../../../bff/web/shared-feed.ts';
import type { WatchEvent } from '../../../bff/web/trpc.ts';
import { VerdictStream } from '../../../bff/web/verdict-stream.ts';

const SCOPE = { answer_ids: ['ans_1'], saved: 0, history: 0 };
const REPLAYED: readonly WatchEvent[] = [
  { type: 'watching', at: 0, answer_ids: ['ans_1'] },
  { type: 'live', at: 0, watched: 1, degraded_since: null },
];
/** Since when the events are replayed, epoch milliseconds: too long ago for a stream that is live. */
const LONG_AGO = 1;

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

/** Replays old events before `subscribe` returns, unless it is to begin anew. */
function replayingFeed() {
  const open = new Set<number>();
  let subscriptions = 0;
  const subscribe: SharedFeed['subscribe'] = (_scope, { onEvent }, renew) => {
    subscriptions += 1;
    const own = subscriptions;
    open.add(own);
    if (!renew) for (const event of REPLAYED) onEvent(event, LONG_AGO);
    return () => open.delete(own);
  };
  return { subscribe, open: () => [...open] };
}

it('a subscription that is replaced while it is made is ended, and the one that replaces it later', () => {
  const feed = replayingFeed();
  const stream = new VerdictStream(feed);
  const stop = stream.start();
  stream.watch(SCOPE);
  expect(feed.open()).toEqual([2]);
  expect(stream.snapshot().stream.phase).toBe('lost');
  stop();
  expect(feed.open()).toEqual([]);
});
