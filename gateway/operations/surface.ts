/** What every transport of one process has in common, so that a caller's limits hold whichever way it comes. */

import type { GatewayConfig } from './gateway-config.ts';
import type { RestOperation } from './operation.ts';
import { createOperations } from './operations.ts';
import { RateLimit } from './rate-limit.ts';

export interface Surface {
  /** With the counters of their own limits. */
  readonly operations: readonly RestOperation[];
  readonly rate: RateLimit;
}

const MINUTE_SECONDS = 60;

export function createSurface({
  ratePerMinute,
  uncountedKey,
}: Pick<GatewayConfig, 'ratePerMinute' | 'uncountedKey'>): Surface {
  const rate = new RateLimit({
    name: 'requests',
    points: ratePerMinute,
    seconds: MINUTE_SECONDS,
    what: 'requests within a minute',
    exempt: uncountedKey === undefined ? null : `key ${uncountedKey}`,
  });
  return { operations: createOperations(), rate };
}
