/** The claims of a supersession chain, page by page: a cursor is a claim, behind which the page goes on. */
import { createContextCache } from '@pothos/core';
import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import DataLoader from 'dataloader';
import { type ClaimAddr, isClaimAddr } from '../../../../graph/address.ts';
import type { ChainPart } from '../../../../graph/store/lists.ts';
import { type ClaimKey, claimKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import { checkSizes, PAGE_SIZE } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { exactly } from '../../lists/connections.ts';
import { itemCursors } from '../../lists/place-cursor.ts';
import type { TallyNode } from './tally.ts';

interface PartKey extends ChainPart {
  readonly limit: number;
  readonly descending: boolean;
}

/** Parts of any limit are read together, up to the longest: one call for each direction. */
const chainParts = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<PartKey, readonly ClaimAddr[], string>(
      async (keys) => {
        const found = new Map<PartKey, readonly ClaimAddr[]>();
        for (const [descending, parts] of Map.groupBy(keys, (key) => key.descending)) {
          const limit = Math.max(...parts.map((part) => part.limit));
          const page = { by: 'joined', descending, after: null, before: null, limit } as const;
          const { rows } = await engine.store.list('chainMembers', { parts, view: null }, page);
          for (const [index, part] of parts.entries())
            found.set(part, rows[index]?.slice(0, part.limit) ?? []);
        }
        return keys.map((key) => found.get(key) ?? []);
      },
      {
        ...loaderOptions,
        cacheKeyFn: ({ chain, after, before, limit, descending }) =>
          `${descending} ${limit} ${after} ${before} ${chain}`,
      },
    ),
);

/** @throws {GraphQLError} `invalid:query` for a cursor that is not one of this chain, or a wrong size */
export async function readMembers(
  { tally, asOf }: TallyNode,
  args: DefaultConnectionArguments,
  context: GraphqlContext,
) {
  checkSizes(args);
  // Chains are named by a claim of theirs.
  const chain = tally.key as ClaimAddr;
  const cursors = itemCursors({ field: 'ClaimChain.members', arguments: { chain, asOf } }, isClaimAddr);
  const claimOf = (cursor: string | null | undefined) => (cursor == null ? null : cursors.read(cursor));
  const page = await resolveCursorConnection<Promise<ClaimKey[]>>(
    { args, ...PAGE_SIZE, toCursor: (key) => cursors.of(readDatedKey(key).id) },
    async ({ after, before, limit, inverted }) => {
      const part = { chain, after: claimOf(after), before: claimOf(before) };
      const claims = await chainParts(context).load({ ...part, limit, descending: inverted });
      return claims.map((claim) => claimKey(claim, asOf));
    },
  );
  return { ...page, total: () => (asOf === null ? exactly(tally.counts.length ?? 0) : null) };
}
