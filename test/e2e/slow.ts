/** Options of suites that start processes. */
export const SLOW = { timeout: 120_000 } as const;
