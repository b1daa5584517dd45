/** Pages and entries of claims' ledgers, and when entries of the log were committed: each by one call for a level. */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { LedgerEntry } from '../../../../graph/evidence.ts';
import type { LedgerPlace } from '../../../../graph/store/ranges.ts';
import type { LedgerPosition } from '../../../../graph/store/records.ts';
import { StoreCorrupted } from '../../../../graph/store/store.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';

export interface LedgerPageKey extends LedgerPlace {
  readonly limit: number;
}

/** Places of any limit are read together, up to the longest: positions in a ledger have no gaps. */
export const ledgerPages = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<LedgerPageKey, readonly LedgerEntry[], string>(
      async (keys) => {
        const longest = Math.max(...keys.map(({ limit }) => limit));
        const found = await engine.store.ranges('ledger', { by: keys, limit: longest });
        return found.map((entries, index) => entries.slice(0, keys[index]?.limit));
      },
      { ...loaderOptions, cacheKeyFn: ({ claim, after, limit }) => `${after} ${limit} ${claim}` },
    ),
);

/** Entries of ledgers where they stand. */
export const ledgerAt = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<LedgerPosition, LedgerEntry | null, string>(
      (keys) => engine.store.records('ledgerEntries', keys),
      {
        ...loaderOptions,
        cacheKeyFn: ({ claim, seq }) => `${seq} ${claim}`,
      },
    ),
);

/** When entries of the log were committed, RFC 3339 UTC with ms. */
export const entryTimes = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<number, string>(async (seqs) => {
      const entries = await engine.store.records('entries', seqs);
      return entries.map(
        (stored, index) =>
          stored?.entry.at ?? new StoreCorrupted(`entry ${seqs[index]} is missing`, seqs[index] ?? null),
      );
    }, loaderOptions),
);
