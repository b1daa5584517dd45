/** Options of suites that start processes. */
export const SLOW = { timeout: 60_000 } as const;
