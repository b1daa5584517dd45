import { describe, expect, it } from 'vitest';
import type { WatchEvent } from '../../../bff/watch-event.ts';
import {
  CONNECTING,
  type Currency,
  currencyOf,
  healthOf,
  noticeOf,
  SILENCE_MS,
  type StreamHealth,
  type StreamState,
  type Surroundings,
  withEvent,
  withLoss,
} from '../../../bff/web/current.ts';

const T = 1_000_000;
const ONLINE: Surroundings = { now: T, offlineSince: null, isWidening: false };

const watching = (...answer_ids: string[]): WatchEvent => ({ type: 'watching', at: 0, answer_ids });
const live = (degraded_since: number | null = null): WatchEvent => ({
  type: 'live',
  at: 10,
  watched: 1,
  degraded_since,
});
const paused = (degraded_since: number | null = null): WatchEvent => ({
  type: 'paused',
  at: 10,
  since: 7,
  degraded_since,
});
const unevaluated = (...answer_ids: string[]): WatchEvent => ({ type: 'unevaluated', answer_ids });
const verdict = (answerId: string, seq: number): WatchEvent => ({
  type: 'verdict',
  transition: { answerId, seq, from: 'UNKNOWN', to: 'PASS', at: '2026-10-01T12:00:00.000Z', reasons: [] },
});

/** The state after these events, all received at `at`. */
function stateAfter(events: readonly WatchEvent[], at = T): StreamState {
  return events.reduce((stream, event) => withEvent(stream, event, at), CONNECTING);
}

const LIVE = stateAfter([watching('a'), verdict('a', 5), live()]);

describe('a verdict', () => {
  it.each<[string, Currency, StreamState, Partial<Surroundings>, number]>([
    ['received on a live stream', 'current', LIVE, {}, -1],
    ['that the stream confirmed', 'current', LIVE, {}, 5],
    ['before the first event', 'checking', CONNECTING, {}, 5],
    ['before the stream is live', 'checking', stateAfter([watching('a'), verdict('a', 5)]), {}, 5],
    ['of which no state was sent', 'checking', stateAfter([watching('a'), live()]), {}, 5],
    [
      'that the engine has no state of',
      'unevaluated',
      stateAfter([watching('a'), unevaluated('a'), live()]),
      {},
      5,
    ],
    [
      'that came after it was declared missing',
      'current',
      stateAfter([watching('a'), unevaluated('a'), live(), verdict('a', 5)]),
      {},
      -1,
    ],
    ['later than what the stream sent', 'checking', LIVE, {}, 6],
    ['that is not watched', 'unwatched', stateAfter([watching('b'), verdict('b', 5), live()]), {}, 5],
    [
      'sent although it is not watched',
      'unwatched',
      stateAfter([watching('b'), verdict('a', 5), live()]),
      {},
      5,
    ],
    [
      'that a further stream may watch',
      'checking',
      stateAfter([watching('b'), verdict('b', 5), live()]),
      { isWidening: true },
      5,
    ],
    ['on a stream that never said what it watches', 'checking', stateAfter([verdict('a', 5), live()]), {}, 5],
    ['while the engine is out of reach', 'paused', withEvent(LIVE, paused(), T), {}, 5],
    [
      'when the engine is back, before its state',
      'checking',
      [paused(), watching('a')].reduce((s, e) => withEvent(s, e, T), LIVE),
      {},
      5,
    ],
    [
      'that only an earlier connection sent',
      'checking',
      [paused(), watching('a'), live()].reduce((s, e) => withEvent(s, e, T), LIVE),
      {},
      5,
    ],
    [
      'that only the server’s connection before sent',
      'checking',
      [watching('a'), live()].reduce((s, e) => withEvent(s, e, T), LIVE),
      {},
      5,
    ],
    ['on a broken connection', 'lost', withLoss(LIVE), {}, 5],
    ['on a broken connection that goes on talking', 'lost', withEvent(withLoss(LIVE), live(), T), {}, 5],
    ['at the bound of silence', 'current', LIVE, { now: T + SILENCE_MS }, 5],
    ['past the bound of silence, as after a sleep', 'lost', LIVE, { now: T + SILENCE_MS + 1 }, 5],
    ['after the clock was set back', 'lost', LIVE, { now: T - SILENCE_MS - 1 }, 5],
    ['offline', 'offline', LIVE, { offlineSince: T }, 5],
    ['offline, from a server that still sends', 'current', LIVE, { offlineSince: T - 1 }, 5],
    ['offline before the first event', 'offline', CONNECTING, { offlineSince: T }, 5],
  ])('%s is %s', (_, expected, stream, surroundings, ownSeq) => {
    expect(currencyOf(stream, { ...ONLINE, ...surroundings }, 'a', ownSeq)).toBe(expected);
  });

  it('is replaced by a later one only', () => {
    const stream = stateAfter([watching('a'), verdict('a', 5), verdict('a', 4), live()]);
    expect(stream.received.get('a')?.seq).toBe(5);
  });
});

describe('the link to the server', () => {
  it.each<[string, StreamHealth, StreamState]>([
    ['connecting', 'connecting', CONNECTING],
    ['replaying', 'connecting', stateAfter([watching('a')])],
    ['live', 'live', LIVE],
    ['without the engine', 'paused', stateAfter([paused()])],
    ['without the server', 'lost', withLoss(LIVE)],
    ['never connected', 'lost', withLoss(CONNECTING)],
    ['silent in the middle of the states', 'lost', stateAfter([watching('a')], T - SILENCE_MS - 1)],
    ['silent while the engine is out of reach', 'lost', stateAfter([paused(1)], T - SILENCE_MS - 1)],
  ])('%s is %s', (_, expected, stream) => {
    expect(healthOf(stream, ONLINE)).toBe(expected);
  });
});

describe('the notice', () => {
  it.each([
    ['is absent while all is well', LIVE, ONLINE, null, null],
    [
      'is absent while the engine is out of reach for a moment',
      stateAfter([paused()]),
      ONLINE,
      T - 20_000,
      null,
    ],
    [
      'speaks of degraded service when the server says so',
      stateAfter([paused(7)]),
      ONLINE,
      T,
      { kind: 'degraded', since: T - 3, isLive: false },
    ],
    [
      'speaks of it on a live stream too',
      stateAfter([watching(), live(7)]),
      ONLINE,
      null,
      { kind: 'degraded', since: T - 3, isLive: true },
    ],
    [
      'goes with the recovery',
      [watching(), live()].reduce((s, e) => withEvent(s, e, T), stateAfter([paused(7)])),
      ONLINE,
      null,
      null,
    ],
    ['is absent at the first moment of a loss', withLoss(LIVE), ONLINE, T - 5_000, null],
    ['names a loss that lasts', withLoss(LIVE), ONLINE, T - 5_001, { kind: 'lost', since: T - 5_001 }],
    [
      'names a first connection that never comes',
      CONNECTING,
      ONLINE,
      T - 5_001,
      { kind: 'lost', since: T - 5_001 },
    ],
    ['is absent while states are sent', stateAfter([watching('a')]), ONLINE, T - 60_000, null],
    ['says offline at once', LIVE, { ...ONLINE, offlineSince: T }, T, { kind: 'offline' }],
  ] as const)('%s', (_, stream, surroundings, notLiveSince, expected) => {
    expect(noticeOf(stream, surroundings, notLiveSince)).toEqual(expected);
  });
});
