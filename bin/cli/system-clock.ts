import type { Clock } from '../../engine/ports.ts';

/** The machine's clock. */
export const SYSTEM_CLOCK: Clock = { now: () => new Date().toISOString() };
