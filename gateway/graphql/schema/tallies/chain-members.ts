/** The claims of a supersession chain, page by page: a cursor is a claim, behind which the page goes on. */
import { type DefaultConnectionArguments, resolveCursorConnection } from '@pothos/plugin-relay';
import { type ClaimAddr, isClaimAddr } from '../../../../graph/address.ts';
import { type ClaimKey, claimKey, readDatedKey } from '../../builder/dated-key.ts';
import type { GraphqlContext } from '../../context.ts';
import { exactly } from '../../lists/connections.ts';
import { checkSizes, PAGE_SIZE } from '../../lists/page-size.ts';
import { itemCursors } from '../../lists/place-cursor.ts';
import type { TallyNode } from './tally.ts';

/** @throws {GraphQLError} `invalid:query` for a cursor that is not one of this chain, or a wrong size */
export async function readMembers(
  { tally, asOf }: TallyNode,
  args: DefaultConnectionArguments,
  { engine }: GraphqlContext,
) {
  checkSizes(args);
  const cursors = itemCursors(
    { field: 'ClaimChain.members', arguments: { chain: tally.key, asOf } },
    isClaimAddr,
  );
  const placeOf = (cursor: string | null | undefined) =>
    cursor == null ? null : { value: '', id: cursors.read(cursor) };
  const page = await resolveCursorConnection<Promise<ClaimKey[]>>(
    { args, ...PAGE_SIZE, toCursor: (key) => cursors.of(readDatedKey(key).id as ClaimAddr) },
    async ({ after, before, limit, inverted }) => {
      // Chains are named by a claim of theirs.
      const selection = { chain: tally.key as ClaimAddr, view: null };
      const page = {
        by: 'joined',
        descending: inverted,
        after: placeOf(after),
        before: placeOf(before),
        limit,
      } as const;
      const { rows } = await engine.store.list('chainMembers', selection, page);
      return rows.map((claim) => claimKey(claim, asOf));
    },
  );
  return { ...page, total: () => (asOf === null ? exactly(tally.counts.length ?? 0) : null) };
}
