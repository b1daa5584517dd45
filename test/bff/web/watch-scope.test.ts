import { describe, expect, it } from 'vitest';
import type { WatchEvent } from '../../../bff/watch-event.ts';
import { FeedLog } from '../../../bff/web/feed-log.ts';
import { covers, unionOf, type WatchScope } from '../../../bff/web/watch-scope.ts';

const scope = (answer_ids: readonly string[], saved = 0, history = 0): WatchScope => ({
  answer_ids,
  saved,
  history,
});

describe('what all windows watch', () => {
  it('is every answer in front of one, and the longest of the lists', () => {
    const scopes = [scope(['b'], 20, 40), scope(['a'], 60, 20), scope(['b'])];
    expect(unionOf(scopes)).toEqual(scope(['a', 'b'], 60, 40));
    expect(unionOf([])).toEqual(scope([]));
    for (const one of scopes) expect(covers(unionOf(scopes), one)).toBe(true);
  });

  it('names the answers of the newest windows where there are more than can be named', () => {
    const scopes = Array.from({ length: 17 }, (_, at) => scope([`a${at}`]));
    const { answer_ids } = unionOf(scopes);
    expect(answer_ids).toHaveLength(16);
    expect(answer_ids).toContain('a16');
    expect(answer_ids).not.toContain('a0');
  });

  it.each([
    ['another answer', scope(['a', 'b'])],
    ['more saved answers', scope(['a'], 21)],
    ['more questions', scope(['a'], 20, 21)],
  ])('does not cover %s', (_, other) => {
    expect(covers(scope(['a'], 20, 20), other)).toBe(false);
  });
});

const watching: WatchEvent = { type: 'watching', at: 0, answer_ids: ['a'] };
const live = (at: number): WatchEvent => ({ type: 'live', at, watched: 1, degraded_since: null });
const verdict = (answerId: string, seq: number): WatchEvent => ({
  type: 'verdict',
  transition: { answerId, seq, from: 'UNKNOWN', to: 'PASS', at: '2026-10-01T12:00:00.000Z', reasons: [] },
});
const evidence: WatchEvent = { type: 'evidence', answer_id: 'a', seq: 9 };

describe('what a window is sent that comes later', () => {
  function logOf(...events: readonly WatchEvent[]): FeedLog {
    const log = new FeedLog();
    for (const [at, event] of events.entries()) log.add(event, at);
    return log;
  }
  const sentAfter = (...events: readonly WatchEvent[]) => logOf(...events).events();

  it('is nothing that was said before the connection broke, which is not known to hold', () => {
    const log = logOf(watching, verdict('a', 1), live(1));
    log.clear();
    expect(log.events()).toEqual([]);
  });

  it('counts as said when the stream spoke last, and not when the window came', () => {
    expect(logOf(watching, verdict('a', 1), live(1)).lastAt).toBe(2);
  });

  it('is the latest of each answer, and that the stream is live at the end', () => {
    expect(
      sentAfter(watching, verdict('a', 1), live(1), verdict('a', 2), verdict('b', 3), evidence, live(4)),
    ).toEqual([watching, verdict('a', 2), verdict('b', 3), evidence, live(4)]);
  });

  it('is nothing of before the engine was lost, or found again', () => {
    const paused: WatchEvent = { type: 'paused', at: 5, since: 5, degraded_since: null };
    expect(sentAfter(watching, verdict('a', 1), live(1), paused)).toEqual([paused]);
    expect(sentAfter(watching, verdict('a', 1), live(1), paused, watching)).toEqual([watching]);
  });
});
