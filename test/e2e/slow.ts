/** Options of suites that start processes. */
export const SLOW = { timeout: 300_000 } as const;

/** For what has only to happen, at processes that get little of a busy machine. */
export const LIVE = { timeout: 60_000, interval: 20 } as const;
