/** Freshness windows: how long ago the corpus was last observed (docs/spec/decisions.md#5-windows). */
import type { CorpusRecord } from '../../graph/store/rows.ts';
import { addMilliseconds, epochMs, parseDuration } from '../../graph/time.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import type { AnswerMode } from './answer.ts';

/** The widest window of each mode; a request can only narrow it. */
const MODE_WINDOW: Readonly<Record<AnswerMode, string>> = {
  light: 'P14D',
  verified: 'P7D',
  audit: 'PT24H',
};

/** A clock that is behind the last observation by more than this decides nothing about freshness. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface FreshnessRequest {
  readonly mode: AnswerMode;
  /** ISO 8601 duration, null: the mode's window alone. */
  readonly maxSnapshotAge: string | null;
  /** A request for history has only the window that it states itself. */
  readonly asOf: string | null;
}

/** `stale:snapshot` when the corpus was observed too long ago; `invalid:body` for a window that is no duration. */
export function checkFreshness(
  corpus: Pick<CorpusRecord, 'observedAt'>,
  request: FreshnessRequest,
  now: string,
): Outcome<null> {
  const window = windowOf(request);
  if (window === undefined) {
    return refused('invalid:body', 'freshness.max_snapshot_age is an ISO 8601 duration such as P7D or PT24H');
  }
  if (window === null) return done(null);
  const age = corpus.observedAt === null ? null : epochMs(now) - epochMs(corpus.observedAt);
  const known = age !== null && age >= -CLOCK_TOLERANCE_MS;
  if (known && age <= window) return done(null);
  return refused('stale:snapshot', 'the corpus was last observed outside the freshness window', {
    observed_at: corpus.observedAt,
    max_snapshot_age_ms: window,
    snapshot_age_ms: known ? age : null,
  });
}

/** When the corpus leaves the request's window; null where none applies, or it was never observed. */
export function freshUntil(
  { observedAt }: Pick<CorpusRecord, 'observedAt'>,
  request: FreshnessRequest,
): string | null {
  const window = windowOf(request) ?? null;
  return window === null || observedAt === null ? null : addMilliseconds(observedAt, window);
}

/** In milliseconds; null: no window applies; undefined: the request's own is not a duration. */
export function windowOf({ mode, maxSnapshotAge, asOf }: FreshnessRequest): number | null | undefined {
  const own = maxSnapshotAge === null ? null : parseDuration(maxSnapshotAge);
  if (maxSnapshotAge !== null && own === null) return undefined;
  if (asOf !== null) return own;
  const widest = parseDuration(MODE_WINDOW[mode]) ?? 0;
  return own === null ? widest : Math.min(own, widest);
}
