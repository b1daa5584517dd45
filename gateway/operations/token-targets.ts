/**
 * What an item of each tier usually costs, in tokens: what an agent plans its budget with
 * (docs/spec/contract.md#ap-session-plan).
 */

import { TOKEN_RESERVE } from './token-budget.ts';

/**
 * `envelope` is a bound. The others are medians of what `budget.spent` counts, over the ten best items of each golden question of the demo corpus, rounded up
 * to tens: an item at tier `pointer`, one at tier `epitome`, and what stands behind a claim, its whole ledger.
 */
export const TOKEN_TARGETS = { pointer: 250, claim: 670, epitome: 260, envelope: TOKEN_RESERVE } as const;
