/** What every transport of one process has in common, so that a caller's limits hold whichever way it comes. */
import type { RestOperation } from './operation.ts';
import { createOperations } from './operations.ts';
import { RateLimit } from './rate-limit.ts';
import type { RestConfig } from './rest-config.ts';

export interface RestSurface {
  /** With the counters of their own limits. */
  readonly operations: readonly RestOperation[];
  readonly rate: RateLimit;
}

const MINUTE_SECONDS = 60;

export function createRestSurface({
  ratePerMinute,
  uncountedKey,
}: Pick<RestConfig, 'ratePerMinute' | 'uncountedKey'>): RestSurface {
  const rate = new RateLimit({
    name: 'requests',
    points: ratePerMinute,
    seconds: MINUTE_SECONDS,
    what: 'requests within a minute',
    exempt: uncountedKey === undefined ? null : `key ${uncountedKey}`,
  });
  return { operations: createOperations(), rate };
}
