/** What an item of each tier usually costs, in tokens: what an agent plans its budget with (contract: token_targets). */
export const TOKEN_TARGETS = { pointer: 0, claim: 0, epitome: 0 } as const;
