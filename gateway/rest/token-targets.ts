/** What an item of each tier usually costs, in tokens: what an agent plans its budget with (contract: token_targets). */

/**
 * Medians of what `budget.spent` counts, over the ten best items of each golden question of the demo corpus, rounded up
 * to tens: an item at tier `pointer`, one at tier `epitome`, and what stands behind a claim, its whole ledger.
 */
export const TOKEN_TARGETS = { pointer: 250, claim: 610, epitome: 260 } as const;
