import { describe, expect, test } from 'vitest';
import { checkFreshness, type FreshnessRequest } from '../../../engine/answer/freshness.ts';

const OBSERVED = '2026-10-01T12:00:00.000Z';

function check(
  request: Partial<FreshnessRequest>,
  now: string,
  observedAt: string | null = OBSERVED,
): string {
  const outcome = checkFreshness(
    { observedAt },
    { mode: 'verified', maxSnapshotAge: null, asOf: null, ...request },
    now,
  );
  return outcome.ok ? 'fresh' : outcome.refusal.reason;
}

describe('freshness windows', () => {
  test.each([
    ['light', '2026-10-15T12:00:00.000Z', '2026-10-15T12:00:00.001Z'],
    ['verified', '2026-10-08T12:00:00.000Z', '2026-10-08T12:00:00.001Z'],
    ['audit', '2026-10-02T12:00:00.000Z', '2026-10-02T12:00:00.001Z'],
  ] as const)('hold to the millisecond in mode %s', (mode, atTheLimit, onePast) => {
    expect(check({ mode }, atTheLimit)).toBe('fresh');
    expect(check({ mode }, onePast)).toBe('stale:snapshot');
  });

  test('are narrowed by a request and never widened', () => {
    expect(check({ maxSnapshotAge: 'PT1H' }, '2026-10-01T13:00:00.000Z')).toBe('fresh');
    expect(check({ maxSnapshotAge: 'PT1H' }, '2026-10-01T13:00:00.001Z')).toBe('stale:snapshot');
    expect(check({ mode: 'audit', maxSnapshotAge: 'P30D' }, '2026-10-02T12:00:00.001Z')).toBe(
      'stale:snapshot',
    );
  });

  test('do not apply to history unless the request states one', () => {
    const asOf = '2020-01-01T23:59:59.999Z';
    expect(check({ asOf }, '2030-01-01T00:00:00.000Z')).toBe('fresh');
    expect(check({ asOf, maxSnapshotAge: 'P1D' }, '2030-01-01T00:00:00.000Z')).toBe('stale:snapshot');
  });

  test('give unknown rather than fresh when the corpus was never observed or the clock is behind', () => {
    expect(check({}, OBSERVED, null)).toBe('stale:snapshot');
    expect(check({}, '2026-10-01T11:59:00.000Z')).toBe('fresh');
    expect(check({}, '2026-10-01T11:58:59.999Z')).toBe('stale:snapshot');
  });

  test.each(['', 'a week', 'P1D1Y', '-P1D', '7'])('refuse %j as a duration', (maxSnapshotAge) => {
    expect(check({ maxSnapshotAge }, OBSERVED)).toBe('invalid:body');
  });
});
