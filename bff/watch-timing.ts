import { DEGRADED_AFTER_MS } from './refusal.ts';

/** Of a page's stream, in milliseconds. */
export interface WatchTiming {
  /** How often a stream without changes sends its state. */
  readonly beat: number;
  /** Between attempts to reach the engine again. */
  readonly retry: number;
  /** How long the engine may send no further current state before the missing ones are declared unevaluated. */
  readonly settle: number;
  /** An outage that lasts longer is degraded service (docs/spec/contract.md#ae-client-rules). */
  readonly degraded: number;
}

export const WATCH_TIMING: WatchTiming = {
  beat: 5_000,
  retry: 1_000,
  settle: 3_000,
  degraded: DEGRADED_AFTER_MS,
};
