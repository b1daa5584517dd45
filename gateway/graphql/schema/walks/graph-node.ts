import { createContextCache } from '@pothos/core';
import { isClaimAddr } from '../../../../graph/address.ts';
import type { GraphNodeId } from '../../../../graph/store/edges.ts';
import { builder } from '../../builder/builder.ts';
import {
  type ArtefactKey,
  type ClaimKey,
  type DatedKey,
  datedKey,
  readDatedKey,
} from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import type { ArtefactNode } from '../artefacts/artefact-node.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimNode } from '../claims/claim-node.ts';
import { ClaimType } from '../claims/claim-ref.ts';

type NodeKey = DatedKey<GraphNodeId>;

const loaders = createContextCache((context: GraphqlContext) => ({
  claims: ClaimType.getDataloader(context),
  artefacts: ArtefactType.getDataloader(context),
}));

/** What an edge connects: a field gives the key of either. */
export const GraphNodeType = builder.loadableUnion<
  NodeKey,
  typeof ClaimType | typeof ArtefactType,
  NodeKey,
  ClaimNode | ArtefactNode
>('GraphNode', {
  description: 'What the claim graph connects: claims, and the artefacts that state them or speak of them.',
  types: [ClaimType, ArtefactType],
  resolveType: (node) => (node instanceof ClaimNode ? ClaimType : ArtefactType),
  load: loadNodes,
  loaderOptions,
  extensions: { loadKeys: loadNodes },
});

/** Claims and artefacts each by one call of their own. */
function loadNodes(keys: readonly NodeKey[], context: GraphqlContext) {
  const { claims, artefacts } = loaders(context);
  return Promise.all(
    keys.map((key) => (isClaimKey(key) ? claims.load(key) : artefacts.load(key as ArtefactKey))),
  );
}

function isClaimKey(key: NodeKey): key is ClaimKey {
  return isClaimAddr(readDatedKey<string>(key).id);
}

/** @param asOf null: the present */
export function nodeKey(node: GraphNodeId, asOf: string | null): NodeKey {
  return datedKey(node, asOf);
}
