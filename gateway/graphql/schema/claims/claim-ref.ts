/** Claims by key: a field gives the key, and all keys of one level become one call of the engine. */

import { nextSlice } from '../../../../engine/slices.ts';
import { builder } from '../../builder/builder.ts';
import { type ClaimKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loadedInLevels, loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesItem } from '../../session/token-scope.ts';
import { ClaimNode } from './claim-node.ts';

/** The type `Claim`; its fields are in `claim.ts`. */
export const ClaimType = builder.loadableNodeRef<ClaimNode | null, ClaimKey, ClaimKey, ClaimKey, ClaimNode>(
  'Claim',
  {
    id: { resolve: ({ view, asOf }) => datedKey(view.claim.addr, asOf) },
    load: loadClaims,
    loaderOptions,
  },
);

export const ClaimConnectionType = connectionType(ClaimType, 'Claim');

ClaimType.updateConfig(loadedInLevels(loadClaims));

/** Claims of a level that are loaded in the event-loop slice of the level above. */
const MAX_OF_SLICE = 8;

/** One call per time that is looked at: in practice one. A claim out of the session's reach is as if there were none. */
async function loadClaims(
  keys: readonly ClaimKey[],
  { engine, session, signal, logSize }: GraphqlContext,
): Promise<(ClaimNode | null)[]> {
  if (keys.length > MAX_OF_SLICE) await nextSlice();
  // Nobody waits any longer for what would be read.
  signal?.throwIfAborted();
  const found = new Map<ClaimKey, ClaimNode>();
  const named = keys.map((key) => ({ key, ...readDatedKey(key) }));
  const wanted = named.filter(({ id }) => reachesItem(session, id));
  for (const [asOf, group] of Map.groupBy(wanted, (one) => one.asOf)) {
    const views = await engine.claims(
      group.map(({ id }) => id),
      asOf,
      logSize,
    );
    for (const [index, { key }] of group.entries()) {
      const view = views[index];
      if (view) found.set(key, new ClaimNode(view, asOf));
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}
