/** Pages of lists: those of one level that are cut alike become one call of the store. */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ClaimRecord } from '../../../graph/claim.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type {
  AnnotationCut,
  FindingCut,
  FindingStretch,
  LedgerPlace,
  TargetStretch,
} from '../../../graph/store/ranges.ts';
import type { LedgerPosition } from '../../../graph/store/records.ts';
import type { FindingRecord, StoredAnnotation } from '../../../graph/store/rows.ts';
import { StoreCorrupted } from '../../../graph/store/store.ts';
import type { GraphqlContext } from '../context.ts';
import { loaderOptions } from '../schema/claims/loaders.ts';
import { tenantOf } from '../session/session.ts';

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

export const annotationPages = createContextCache(({ engine }: GraphqlContext) =>
  pagesOf<TargetStretch, AnnotationCut, StoredAnnotation>(
    ({ target }) => target,
    ({ kinds }) => kinds,
    (places, cut) => engine.store.ranges('annotations', { by: places, ...cut }),
  ),
);

/** Of answers of the caller's organisation. */
export const findingPages = createContextCache(({ engine, session }: GraphqlContext) =>
  pagesOf<FindingStretch, FindingCut, FindingRecord>(
    ({ answer }) => answer,
    ({ states }) => states,
    (places, cut) => engine.store.ranges('findingsOf', { tenant: tenantOf(session), by: places, ...cut }),
  ),
);

/** One call per cut: lists of one field are all cut alike. */
function pagesOf<Place extends TargetStretch | FindingStretch, Cut extends AnnotationCut | FindingCut, Row>(
  listOf: (place: Place) => string,
  kindsOf: (cut: Cut) => readonly string[] | undefined,
  read: (places: readonly Place[], cut: Cut) => Promise<Row[][]>,
): DataLoader<Place & Cut, readonly Row[], string> {
  const cutOf = (cut: Cut) => `${cut.limit} ${cut.newestFirst} ${kindsOf(cut)?.join(' ') ?? '*'}`;
  return new DataLoader(
    async (keys) => {
      const found = new Map<Place & Cut, readonly Row[]>();
      for (const group of Map.groupBy(keys, cutOf).values()) {
        const [first] = group;
        const pages = first === undefined ? [] : await read(group, first);
        for (const [index, key] of group.entries()) found.set(key, pages[index] ?? []);
      }
      return keys.map((key) => found.get(key) ?? []);
    },
    {
      ...loaderOptions,
      cacheKeyFn: (key) => `${key.after} ${key.before} ${cutOf(key)} ${listOf(key)}`,
    },
  );
}

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

/** Claims by their cluster. */
export const clusterMembers = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<string, readonly ClaimRecord[]>(
      (clusters) => engine.store.ranges('claimsOfCluster', { by: clusters }),
      loaderOptions,
    ),
);
